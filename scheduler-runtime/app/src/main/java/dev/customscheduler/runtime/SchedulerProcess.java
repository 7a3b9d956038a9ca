package dev.customscheduler.runtime;

import dev.customscheduler.config.ClientConnection;
import dev.customscheduler.config.ConfigurationWriter;
import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.engine.Scheduler;
import dev.customscheduler.engine.SchedulerOptions;
import dev.customscheduler.engine.attempts.AttemptLog;
import dev.customscheduler.engine.cycle.PluginCalls;
import dev.customscheduler.engine.queue.QueueOptions;
import dev.customscheduler.engine.queue.SchedulingQueue;
import dev.customscheduler.runtime.binding.ApiCluster;
import dev.customscheduler.runtime.binding.Fence;
import dev.customscheduler.runtime.client.Access;
import dev.customscheduler.runtime.client.AccessLoader;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.TokenBucket;
import dev.customscheduler.runtime.debug.CachePage;
import dev.customscheduler.runtime.election.LeaderElector;
import dev.customscheduler.runtime.events.EventRecorder;
import dev.customscheduler.runtime.extender.HttpExtenders;
import dev.customscheduler.runtime.flags.FeatureGates;
import dev.customscheduler.runtime.flags.Flags;
import dev.customscheduler.runtime.logging.Klog;
import dev.customscheduler.runtime.metrics.Gauges;
import dev.customscheduler.runtime.metrics.ProcessMetrics;
import dev.customscheduler.runtime.metrics.Registry;
import dev.customscheduler.runtime.metrics.RequestMetrics;
import dev.customscheduler.runtime.metrics.SchedulerMetrics;
import dev.customscheduler.runtime.metrics.TextFormat;
import dev.customscheduler.runtime.serving.HealthCheck;
import dev.customscheduler.runtime.serving.HttpsEndpoint;
import dev.customscheduler.runtime.serving.Page;
import dev.customscheduler.runtime.serving.ServingSetup;
import dev.customscheduler.runtime.watch.Reflector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler process from start to end: everything is put together here and nowhere else.
 *
 * <p>The order of the start is kube-scheduler's: serve health, fill the caches, stand for election, schedule. On a stop
 * it is the reverse, so that nothing is written after the lease was given away: no more pods are tried, bindings under
 * way end, the lease is released, the rest is closed. A lost lease ends the process with 1.
 */
final class SchedulerProcess implements LeaderElector.Callbacks {
    private static final Duration BINDINGS_PATIENCE = Duration.ofSeconds(10);
    /**
     * The environment variable that, set to {@code off}, makes the process remember no attempts and explain nothing.
     */
    private static final String EXPLAIN = "CUSTOM_SCHEDULER_EXPLAIN";

    private static final Klog LOG = Klog.of("scheduler");

    private final Flags flags;
    private final Settings settings;
    private final String version;
    private final Registry registry = new Registry();
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private final ApiClient watchClient;
    private final ApiClient writeClient;
    private final ApiClient eventClient;
    private final ApiClient electionClient;
    private final EventRecorder events;
    private final ApiCluster cluster;
    private final Scheduler scheduler;
    private final ClusterFeed feed;
    private final @Nullable LeaderElector elector;
    private final @Nullable HttpsEndpoint endpoint;
    private final boolean explains;
    private volatile String leader = "?";
    private final Thread scheduling = Thread.ofPlatform().name("scheduling").unstarted(this::schedule);
    private volatile boolean stopping;

    /**
     * Puts everything together and binds the HTTPS port.
     *
     * @throws IOException with a message for the user
     * @throws IllegalArgumentException with a message for the user where a profile cannot be made
     */
    SchedulerProcess(Flags flags, Settings settings, String version) throws IOException, InterruptedException {
        this.flags = flags;
        this.settings = settings;
        this.version = version;
        ClientConnection connection = settings.configuration().clientConnection();
        Access access = AccessLoader.load(connection.kubeconfig(), flags.string("master"));
        String agent = "custom-scheduler/" + version;
        RequestMetrics requests = new RequestMetrics(registry, access.server().getAuthority());
        this.watchClient = new ApiClient(access, new TokenBucket(-1, 1), agent, requests);
        this.writeClient = new ApiClient(access, bucket(connection), agent + " scheduler", requests);
        this.eventClient = new ApiClient(access, bucket(connection), agent + " events", requests);
        this.electionClient = new ApiClient(access, new TokenBucket(-1, 1), agent + " leader-election", requests);
        String hostname = hostname();
        this.events = new EventRecorder(eventClient, hostname);
        List<String> names = settings.profiles().stream()
                .map(EffectiveProfile::schedulerName)
                .toList();
        this.elector = settings.configuration().leaderElection().leaderElect()
                ? new LeaderElector(
                        electionClient,
                        settings.configuration().leaderElection(),
                        hostname + "_" + UUID.randomUUID(),
                        names.getFirst(),
                        this)
                : null;
        Fence fence = elector == null ? Fence.OPEN : elector;
        this.cluster = new ApiCluster(writeClient, events, fence);
        HttpExtenders extenders = HttpExtenders.of(settings.configuration(), fence);
        SchedulerMetrics metrics = new SchedulerMetrics(registry, names);
        this.explains = !"off".equals(System.getenv(EXPLAIN));
        this.scheduler = new Scheduler(
                SchedulerOptions.of(settings.configuration(), settings.profiles(), extenders.list(), cluster, metrics)
                        .withQueue(queueOptions(flags, settings)),
                explains ? AttemptLog.Limits.DEFAULT : AttemptLog.Limits.NOTHING);
        Set<String> plugins = new TreeSet<>();
        settings.profiles().forEach(profile -> plugins.addAll(profile.plugins()));
        this.feed = new ClusterFeed(watchClient, scheduler, plugins, extenders);
        registerGauges();
        this.endpoint = flags.integer("secure-port") == 0 ? null : pages(ServingSetup.bind(flags, agent));
    }

    private static QueueOptions queueOptions(Flags flags, Settings settings) {
        return new QueueOptions(
                Duration.ofSeconds(settings.configuration().podInitialBackoffSeconds()),
                Duration.ofSeconds(settings.configuration().podMaxBackoffSeconds()),
                flags.duration("pod-max-in-unschedulable-pods-duration"),
                FeatureGates.of(flags).enabled("SchedulerPopFromBackoffQ"));
    }

    private static TokenBucket bucket(ClientConnection connection) {
        return new TokenBucket(connection.qps(), connection.burst());
    }

    private static String hostname() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    }

    private void registerGauges() {
        ProcessMetrics.register(registry);
        Gauges pending = registry.gauges(
                "scheduler_pending_pods", "[STABLE] Pods that wait, by the queue in which they are.", "queue");
        Gauges custom =
                registry.gauges("custom_scheduler_pending_pods", "Pods that wait, by the queue they are in.", "queue");
        for (SchedulingQueue.Queue queue : SchedulingQueue.Queue.values()) {
            String label = queue.name().toLowerCase(Locale.ROOT);
            pending.with(label).from(() -> scheduler.queue().sizes().getOrDefault(queue, 0));
            custom.with(label).from(() -> scheduler.queue().sizes().getOrDefault(queue, 0));
        }
        Gauges entities = registry.gauges(
                "scheduler_queued_entities",
                "[ALPHA] Pods, and groups of pods, that wait, by the queue in which they are.",
                "queue",
                "type");
        for (SchedulingQueue.Queue queue : SchedulingQueue.Queue.values()) {
            entities.with(queue.name().toLowerCase(Locale.ROOT), "pod")
                    .from(() -> scheduler.queue().sizes().getOrDefault(queue, 0));
        }
        Gauges evaluations = registry.askedCounters(
                "scheduler_plugin_evaluation_total",
                "[BETA] How often plugins were asked at PreFilter, Filter, PreScore and Score.",
                "extension_point",
                "plugin",
                "profile");
        scheduler.pluginCalls().forEach((profile, calls) -> {
            for (PluginCalls.Count count : calls.counts()) {
                evaluations.with(count.point(), count.plugin(), profile).from(() -> calls.sum(count));
            }
        });
        Gauges sizes = registry.gauges("scheduler_cache_size", "[ALPHA] What the cache holds, by kind.", "type");
        sizes.with("nodes").from(() -> scheduler.cache().sizes().nodes());
        sizes.with("pods").from(() -> scheduler.cache().sizes().pods());
        sizes.with("assumed_pods").from(() -> scheduler.cache().sizes().assumedPods());
        LeaderElector election = elector;
        if (election != null) {
            registry.gauges("leader_election_master_status", "[ALPHA] Whether this process leads: 1 or 0.", "name")
                    .with("kube-scheduler")
                    .from(() -> election.leading() ? 1 : 0);
        }
        registry.askedCounters("custom_scheduler_events_dropped_total", "Events that were given up.")
                .with()
                .from(events::dropped);
        registry.askedCounters("custom_scheduler_fenced_writes_total", "Writes not made for want of leadership.")
                .with()
                .from(cluster::fencedWrites);
        Gauges lists = registry.askedCounters("custom_scheduler_lists_total", "Full lists taken, by kind.", "kind");
        Gauges undecodable = registry.askedCounters(
                "custom_scheduler_undecodable_objects_total", "Objects that could not be decoded.", "kind");
        for (Reflector<?> reflector : feed.reflectors()) {
            lists.with(reflector.plural()).from(reflector::lists);
            undecodable.with(reflector.plural()).from(reflector::undecodable);
        }
        registry.gauges("custom_scheduler_build_info", "The version; always 1.", "version")
                .with(version)
                .set(1);
    }

    private HttpsEndpoint pages(HttpsEndpoint https) {
        List<HealthCheck> live = new ArrayList<>();
        List<HealthCheck> ready = new ArrayList<>();
        LeaderElector election = elector;
        if (election != null) {
            HealthCheck check = new HealthCheck("leaderElection", election::problem);
            live.add(check);
            ready.add(check);
        }
        ready.add(new HealthCheck("shutdown", () -> stopping ? "process is shutting down" : null));
        ready.add(new HealthCheck("sched-handler-sync", () -> {
            List<String> missing = feed.missing();
            return missing.isEmpty() ? null : "handlers are not fully synchronized: " + missing;
        }));
        https.health("healthz", live);
        https.health("livez", List.of());
        https.health("readyz", ready);
        https.page("/metrics", () -> new Page(200, TextFormat.CONTENT_TYPE, registry.write()));
        https.page(
                "/configz",
                () -> Page.json("{\"componentconfig\":" + ConfigurationWriter.toJson(settings.configuration()) + "}"));
        https.pods(
                ExplainPage.PATH,
                explains ? new ExplainPage(scheduler, feed::missing, this::otherLeader) : ExplainPage.SWITCHED_OFF);
        https.page("/flagz", () -> Page.text(200, flagz()));
        https.page("/debug/cache", new CachePage(scheduler)::page);
        https.page("/statusz", () -> Page.text(200, statusz()));
        return https;
    }

    /** Who schedules instead of this process; empty where nobody does. */
    private String otherLeader() {
        LeaderElector election = elector;
        return election == null || election.leading() ? "" : leader;
    }

    private String flagz() {
        StringBuilder out = new StringBuilder("\nkube-scheduler flagz\n\n");
        flags.asText()
                .forEach((name, value) ->
                        out.append(name).append('=').append(value).append('\n'));
        return out.toString();
    }

    private String statusz() {
        long seconds = ProcessHandle.current()
                .info()
                .startInstant()
                .map(start -> Duration.between(start, Instant.now()).toSeconds())
                .orElse(0L);
        return "\nkube-scheduler statusz\n\nUp: " + seconds + " s\nCustom Scheduler version: " + version
                + "\nkube-scheduler version: 1.37\nJava version: " + Runtime.version() + "\n";
    }

    /** Runs until it is stopped or cannot go on; returns the exit code. */
    int run() throws InterruptedException {
        LOG.info("Starting Custom Scheduler", "version", version, "java", Runtime.version());
        HttpsEndpoint https = endpoint;
        if (https != null) {
            https.start();
        }
        for (String missing : scheduler.missingPlugins()) {
            LOG.warn(
                    "Plugin is not implemented yet: pods whose spec needs it stay pending with a message that names it",
                    "plugin",
                    missing);
        }
        LeaderElector election = elector;
        boolean delayed = election != null && settings.configuration().delayCacheUntilActive();
        if (!delayed) {
            feed.start();
        }
        Thread.ofPlatform().name("start").daemon().start(() -> begin(election, delayed));
        int code = awaitEnd();
        stop(code == 0);
        return code;
    }

    private void begin(@Nullable LeaderElector election, boolean delayed) {
        try {
            if (!delayed && !feed.awaitSync()) {
                return;
            }
            if (election == null) {
                scheduling.start();
            } else {
                election.start();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int awaitEnd() throws InterruptedException {
        try {
            return end.get();
        } catch (ExecutionException e) {
            LOG.error(e, "The scheduler cannot go on");
            return 1;
        }
    }

    /** Asks for a clean stop. */
    void requestStop() {
        end.complete(0);
    }

    @Override
    public void startedLeading() {
        if (settings.configuration().delayCacheUntilActive()) {
            feed.start();
        }
        scheduling.start();
    }

    @Override
    public void stoppedLeading() {
        if (end.complete(1)) {
            LOG.error(null, "Leaderelection lost");
        }
    }

    @Override
    public void newLeader(String identity) {
        leader = identity.isEmpty() ? "?" : identity;
    }

    private void schedule() {
        try {
            if (feed.awaitSync()) {
                LOG.info("Scheduling", "profiles", scheduler.schedulerNames());
                scheduler.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            LOG.error(e, "The scheduling loop failed");
            end.complete(1);
        }
    }

    private void stop(boolean clean) throws InterruptedException {
        stopping = true;
        if (clean) {
            LOG.info("Requested to terminate, exiting");
            Thread closing = Thread.ofPlatform().daemon().name("closing").start(scheduler::close);
            closing.join(BINDINGS_PATIENCE);
            if (closing.isAlive()) {
                LOG.warn("Bindings are still under way, going without them");
            }
            events.close();
            LeaderElector election = elector;
            if (election != null) {
                election.close();
            }
        }
        feed.close();
        HttpsEndpoint https = endpoint;
        if (https != null) {
            https.close();
        }
        for (ApiClient client : List.of(writeClient, watchClient, eventClient, electionClient)) {
            client.close();
        }
    }
}
