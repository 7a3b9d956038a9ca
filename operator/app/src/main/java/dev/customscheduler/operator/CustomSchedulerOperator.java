package dev.customscheduler.operator;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.manifests.Environment;
import dev.customscheduler.operator.dependent.Applier;
import dev.customscheduler.operator.dependent.Refusals;
import dev.customscheduler.operator.metrics.OperatorMetrics;
import dev.customscheduler.operator.reconcile.CustomSchedulerReconciler;
import dev.customscheduler.operator.serving.HealthServer;
import dev.customscheduler.operator.serving.HealthServer.Page;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RuntimeInfo;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import io.javaoperatorsdk.operator.processing.event.rate.LinearRateLimiter;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The composition root: every part of the operator is made and joined here, and nowhere else. It serves health from the
 * first moment, waits for the API server and the CustomResourceDefinition, and reconciles while it leads.
 */
public final class CustomSchedulerOperator implements AutoCloseable {
    private static final long REACHABILITY_SECONDS = 5;
    private static final Logger LOG = LoggerFactory.getLogger(CustomSchedulerOperator.class);

    /** Bursts of events of one resource are worth one reconciliation each tenth of this. */
    private static final Duration RATE_PERIOD = Duration.ofSeconds(5);

    private static final int RATE_LIMIT = 20;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final Duration TERMINATION = Duration.ofSeconds(10);

    /** Where the operator is in its life. */
    private enum Stage {
        WAITING,
        RUNNING,
        STOPPING,
        FAILED
    }

    private final OperatorOptions options;
    private final KubernetesClient client;
    private final OperatorMetrics metrics = new OperatorMetrics();
    private final Operator operator;
    private final HealthServer health;
    private final Optional<HealthServer> scrapes;
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.WAITING);
    private final AtomicReference<String> waitsFor = new AtomicReference<>("the API server");
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Makes an operator that serves health and does nothing else yet.
     *
     * @param options how it is told what to do
     * @param client the API server; closed with the operator
     * @param clock the time
     * @throws IOException when an address cannot be listened on
     */
    public CustomSchedulerOperator(OperatorOptions options, KubernetesClient client, Clock clock) throws IOException {
        this.options = options;
        this.client = client;
        this.operator = new Operator(config -> {
            config.withKubernetesClient(client)
                    .withMetrics(metrics)
                    .withCloseClientOnStop(false)
                    .withStopOnInformerErrorDuringStartup(false)
                    .withReconciliationTerminationTimeout(TERMINATION)
                    .withInformerStoppedHandler((informer, failure) -> informerStopped(failure));
            if (options.leaderElection()) {
                config.withLeaderElectionConfiguration(LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(
                                options.leaseName())
                        .withLeaseNamespace(options.namespace())
                        .withIdentity(options.identity())
                        .withExitOnStopLeading(false)
                        .withLeaderCallbacks(new LeaderCallbacks(this::leading, this::lostLeadership, leader -> {}))
                        .build());
            }
        });
        var environment = Environment.defaults(version())
                .withOperatorNamespace(options.namespace())
                .withRuntimeImage(options.runtimeImage());
        operator.register(
                new CustomSchedulerReconciler(environment, metrics, clock, options.resync()),
                controller -> controller
                        .withFieldManager(Applier.FIELD_MANAGER)
                        .withRateLimiter(new LinearRateLimiter(RATE_PERIOD, RATE_LIMIT))
                        .withRetry(new GenericRetry()
                                .setInitialInterval(1_000)
                                .setIntervalMultiplier(2)
                                .setMaxInterval(LONGEST_WAIT.toMillis() * 4L)
                                .withoutMaxAttempts())
                        .withReconciliationMaxInterval(options.resync()));
        this.health = HealthServer.start(options.healthAddress())
                .page("/livez", this::alive)
                .page("/healthz", this::alive)
                .page("/readyz", this::ready);
        this.scrapes = options.metricsAddress().isEmpty()
                ? Optional.empty()
                : Optional.of(HealthServer.start(options.metricsAddress().get())
                        .page(
                                "/metrics",
                                () -> new Page(200, "text/plain; version=0.0.4; charset=utf-8", metrics.scrape())));
    }

    /**
     * Runs until {@link #close} or a failure.
     *
     * @return true when it was stopped, false when it failed and the process should be started anew
     * @throws InterruptedException when the thread is interrupted
     */
    public boolean run() throws InterruptedException {
        if (waitForCluster()) {
            operator.start();
            if (!options.leaderElection()) {
                metrics.leading(true);
            }
            stage.compareAndSet(Stage.WAITING, Stage.RUNNING);
            LOG.info("running: namespace {}, leader election {}", options.namespace(), options.leaderElection());
        }
        var reachability = new Reachability(client);
        while (!ended.await(REACHABILITY_SECONDS, TimeUnit.SECONDS)) {
            reachability.check();
        }
        return stage.get() != Stage.FAILED;
    }

    /**
     * Where health is served.
     *
     * @return the port
     */
    public int healthPort() {
        return health.address().getPort();
    }

    /**
     * Where metrics are served.
     *
     * @return the port; empty when they are not
     */
    public OptionalInt metricsPort() {
        return scrapes.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(scrapes.get().address().getPort());
    }

    /** Stops: no new reconciliation begins, the running ones may end, the lease is given up, health goes last. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        Stage before = stage.getAndUpdate(s -> s == Stage.FAILED ? s : Stage.STOPPING);
        LOG.info("stopping");
        operator.stop();
        if (options.leaderElection() && before == Stage.RUNNING) {
            OperatorLease.release(client, options);
        }
        scrapes.ifPresent(HealthServer::close);
        health.close();
        client.close();
        ended.countDown();
    }

    /** Asks for the CustomResourceDefinition until it is there; says what it waits for, once for each answer. */
    private boolean waitForCluster() throws InterruptedException {
        var pause = FIRST_WAIT;
        while (stage.get() == Stage.WAITING) {
            String answer;
            try {
                var served = client.getApiResources(CustomScheduler.GROUP + "/" + CustomScheduler.VERSION);
                if (served != null
                        && served.getResources().stream().anyMatch(r -> CustomScheduler.KIND.equals(r.getKind()))) {
                    return true;
                }
                answer = "the CustomResourceDefinition customschedulers." + CustomScheduler.GROUP + ": install it";
            } catch (KubernetesClientException e) {
                answer = "the API server at " + client.getMasterUrl() + ": " + Refusals.answer(e);
            }
            if (!answer.equals(waitsFor.getAndSet(answer))) {
                LOG.warn("waiting for {}", answer);
            }
            if (ended.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                return false;
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : pause.multipliedBy(2);
        }
        return false;
    }

    private void leading() {
        metrics.leading(true);
        LOG.info("leading as {}", options.identity());
    }

    /** Another replica leads: what this one still does could undo what that one does, so the process ends. */
    private void lostLeadership() {
        metrics.leading(false);
        fail("the lease " + options.namespace() + "/" + options.leaseName() + " was lost");
    }

    private void informerStopped(Throwable failure) {
        if (failure != null) {
            fail("a watch ended for good: " + failure);
        }
    }

    private void fail(String why) {
        if (stage.compareAndSet(Stage.RUNNING, Stage.FAILED) || stage.compareAndSet(Stage.WAITING, Stage.FAILED)) {
            LOG.error("ending, so that the process is started anew: {}", why);
            ended.countDown();
        }
    }

    private Page alive() {
        return Page.health(stage.get() != Stage.FAILED, stage.get() == Stage.FAILED ? "failed" : "ok");
    }

    private Page ready() {
        return switch (stage.get()) {
            case WAITING -> Page.health(false, "waiting for " + waitsFor.get());
            case RUNNING ->
                new RuntimeInfo(operator).allEventSourcesAreHealthy()
                        ? Page.health(true, "ok")
                        : Page.health(false, "a watch is down");
            case STOPPING -> Page.health(false, "stopping");
            case FAILED -> Page.health(false, "failed");
        };
    }

    private static String version() {
        String version = CustomSchedulerOperator.class.getPackage().getImplementationVersion();
        return version == null ? "0.1.0" : version;
    }
}
