package dev.customscheduler.testbed.node;

import dev.customscheduler.testbed.process.Supervisor;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pod on the node, from its binding to its end.
 *
 * <p>A thread of its own walks through its life: network, volumes, init containers, containers, end. A second one
 * writes the status whenever a container's state has changed; a third keeps the volumes up to date.
 */
final class PodWorker {
    private static final Logger LOG = LoggerFactory.getLogger(PodWorker.class);
    private static final Duration REFRESH_VOLUMES = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** What a node gives all its pods. */
    record Node(
            String name,
            KubernetesClient client,
            KubernetesSerialization json,
            Supervisor supervisor,
            PodNetwork network,
            boolean root,
            DownwardApi downwardApi,
            Images images,
            Backoff.Settings backoff,
            Path directory,
            Path logs) {}

    private final Node node;
    private final String key;
    private final PodEvents events;
    private final CountDownLatch terminating = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final Semaphore dirty = new Semaphore(0);
    private final AtomicLong deadline = new AtomicLong(Long.MAX_VALUE);
    private final List<ContainerRunner> containers = new ArrayList<>();
    private volatile Pod pod;
    private volatile boolean abandoned;
    private volatile boolean stopWriting;
    private @Nullable String written;
    private @Nullable String said;

    PodWorker(Node node, Pod pod) {
        this.node = node;
        this.pod = pod;
        key = pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
        events = new PodEvents(node.client(), pod, node.name());
    }

    void start() {
        Thread.ofVirtual().name("pod " + key).start(this::run);
    }

    /** A newer version of the pod. */
    void update(Pod newer) {
        pod = newer;
        if (newer.getMetadata().getDeletionTimestamp() != null) {
            Long grace = newer.getMetadata().getDeletionGracePeriodSeconds();
            terminate(grace == null ? 30 : grace);
        }
        dirty.release();
    }

    /** Its object is gone; so shall its processes be. */
    void gone() {
        Long grace = pod.getSpec().getTerminationGracePeriodSeconds();
        terminate(grace == null ? 30 : grace);
    }

    /** The node stops: its processes end at once and its object stays as it is. */
    void abandon() {
        abandoned = true;
        terminate(0);
    }

    /** Returns when nothing of it is left on this machine. */
    void await() throws InterruptedException {
        over.await();
    }

    /** Where a container's log files are. */
    Path logs() {
        return node.logs()
                .resolve(key.replace('/', '_') + "_" + pod.getMetadata().getUid());
    }

    private void terminate(long graceSeconds) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(graceSeconds);
        deadline.accumulateAndGet(until, Math::min);
        terminating.countDown();
    }

    private void run() {
        PodNetwork.Attachment attachment = null;
        try {
            if (terminating.getCount() > 0) {
                boolean host = Boolean.TRUE.equals(pod.getSpec().getHostNetwork());
                attachment = host
                        ? new PodNetwork.Attachment("host", node.network().nodeAddress(), List.of())
                        : node.network().attach();
                live(attachment);
            }
            finish();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | IOException e) {
            LOG.error("pod {}", key, e);
            events.warning("Failed", "the process node gave up: " + e);
        } finally {
            if (attachment != null && !attachment.enter().isEmpty()) {
                node.network().detach(attachment);
            }
            over.countDown();
        }
    }

    private void live(PodNetwork.Attachment attachment) throws InterruptedException, IOException {
        Path directory = node.directory().resolve(pod.getMetadata().getUid());
        Volumes volumes =
                new Volumes(node.client(), node.downwardApi(), directory.resolve("volumes"), attachment.address());
        PodContext context = new PodContext(
                () -> pod,
                attachment,
                node.root(),
                volumes,
                new Environment(node.client(), node.downwardApi(), node.network()),
                node.images(),
                node.supervisor(),
                events,
                node.backoff(),
                directory,
                logs(),
                dirty::release);
        for (Container init : pod.getSpec().getInitContainers()) {
            boolean sidecar = "Always".equals(init.getRestartPolicy());
            containers.add(new ContainerRunner(
                    context, init, sidecar ? ContainerRunner.Role.SIDECAR : ContainerRunner.Role.INIT));
        }
        for (Container main : pod.getSpec().getContainers()) {
            containers.add(new ContainerRunner(context, main, ContainerRunner.Role.MAIN));
        }
        PodStatuses statuses = new PodStatuses(node.network().nodeAddress(), attachment.address());
        Thread writer = Thread.ofVirtual().name("status of " + key).start(() -> writeStatuses(statuses));
        Thread refresher = null;
        dirty.release();
        try {
            if (mounted(volumes)) {
                refresher = Thread.ofVirtual().name("volumes of " + key).start(() -> keepFresh(volumes));
                if (initialized()) {
                    for (ContainerRunner runner : containers) {
                        if (runner.role() == ContainerRunner.Role.MAIN) {
                            runner.start();
                        }
                    }
                }
            }
            awaitTermination();
        } finally {
            stopContainers();
            if (refresher != null) {
                refresher.join();
            }
            // Not an interrupt: that would break off the request that it may be sending.
            stopWriting = true;
            dirty.release();
            writer.join();
            if (!abandoned) {
                write(statuses);
            }
            AtomicDirectory.delete(directory);
        }
    }

    /** Until the pod is to end; sidecars end before that if everything else of it has. */
    private void awaitTermination() throws InterruptedException {
        boolean sidecars = true;
        while (!terminating.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
            if (sidecars && PodStatuses.done(PodStatuses.phase(containers))) {
                sidecars = false;
                Long grace = pod.getSpec().getTerminationGracePeriodSeconds();
                long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(grace == null ? 30 : grace);
                for (ContainerRunner runner : containers.reversed()) {
                    if (runner.role() == ContainerRunner.Role.SIDECAR) {
                        runner.stop(() -> Math.min(until, deadline.get()));
                    }
                }
            }
        }
    }

    /** Makes the volumes, as often as it takes; false if the pod is to end instead. */
    private boolean mounted(Volumes volumes) throws InterruptedException {
        while (terminating.getCount() > 0) {
            try {
                volumes.refresh(pod);
                return true;
            } catch (ConfigurationMissing | IOException | KubernetesClientException e) {
                events.warning("FailedMount", "MountVolume.SetUp failed: " + e.getMessage());
            }
            if (terminating.await(RETRY.toMillis(), TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
        return false;
    }

    private void keepFresh(Volumes volumes) {
        try {
            while (!terminating.await(REFRESH_VOLUMES.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    volumes.refresh(pod);
                } catch (ConfigurationMissing | IOException | KubernetesClientException e) {
                    events.warning("FailedMount", "the files stay as they are: " + e.getMessage());
                }
            }
        } catch (InterruptedException e) {
            LOG.trace("volumes of {}", key, e);
        }
    }

    /** Runs the init containers one after the other; false if the pod is to end, or one failed for good. */
    private boolean initialized() throws InterruptedException {
        for (ContainerRunner runner : containers) {
            if (runner.role() == ContainerRunner.Role.MAIN) {
                break;
            }
            runner.start();
            boolean sidecar = runner.role() == ContainerRunner.Role.SIDECAR;
            while (sidecar
                    ? !Boolean.TRUE.equals(runner.snapshot().started())
                    : !runner.snapshot().ended()) {
                if (terminating.await(20, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            }
            if (!sidecar && !runner.snapshot().succeeded()) {
                return false;
            }
        }
        return true;
    }

    /** Main containers all at once; then the sidecars, the last first. */
    private void stopContainers() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (ContainerRunner runner : containers) {
            if (runner.role() != ContainerRunner.Role.SIDECAR) {
                threads.add(Thread.ofVirtual().start(() -> stop(runner)));
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (ContainerRunner runner : containers.reversed()) {
            runner.stop(deadline::get);
        }
    }

    private void stop(ContainerRunner runner) {
        try {
            runner.stop(deadline::get);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeStatuses(PodStatuses statuses) {
        try {
            while (true) {
                dirty.acquire();
                dirty.drainPermits();
                if (stopWriting) {
                    return;
                }
                if (!abandoned && !write(statuses) && !terminating.await(RETRY.toMillis(), TimeUnit.MILLISECONDS)) {
                    dirty.release();
                }
            }
        } catch (InterruptedException e) {
            LOG.trace("status of {}", key, e);
        }
    }

    /** Writes the status if it differs from the one written last; false if it should be tried again. */
    private boolean write(PodStatuses statuses) {
        Pod current = pod;
        PodStatus status = statuses.of(current, containers);
        String patch = node.json()
                .asJson(Map.of("metadata", Map.of("uid", current.getMetadata().getUid()), "status", status));
        if (patch.equals(written)) {
            return true;
        }
        try {
            node.client()
                    .pods()
                    .inNamespace(current.getMetadata().getNamespace())
                    .withName(current.getMetadata().getName())
                    .subresource("status")
                    .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), patch);
            written = patch;
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == 404 || e.getCode() == 409) {
                return true; // it is deleted, or another of its name is there already
            }
            String problem = String.valueOf(e.getMessage());
            if (!problem.equals(said)) {
                LOG.warn("status of {}: {}", key, problem);
                said = problem;
            }
            return false;
        }
    }

    /** Confirms the deletion that the pod ended for. */
    private void finish() {
        if (abandoned || pod.getMetadata().getDeletionTimestamp() == null) {
            return;
        }
        String path = "/api/v1/namespaces/" + pod.getMetadata().getNamespace() + "/pods/"
                + pod.getMetadata().getName();
        DeleteOptions options = new DeleteOptionsBuilder()
                .withGracePeriodSeconds(0L)
                .withNewPreconditions()
                .withUid(pod.getMetadata().getUid())
                .endPreconditions()
                .build();
        try {
            node.client().raw(path, "DELETE", options);
        } catch (KubernetesClientException e) {
            if (e.getCode() != 404 && e.getCode() != 409) {
                LOG.warn("confirming the deletion of {}: {}", key, e.getMessage());
            }
        }
    }
}
