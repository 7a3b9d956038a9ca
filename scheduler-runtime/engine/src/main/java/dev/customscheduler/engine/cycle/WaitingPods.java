package dev.customscheduler.engine.cycle;

import dev.customscheduler.config.decode.GoDurations;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.WaitingPod;
import dev.customscheduler.framework.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The pods that Permit plugins let wait. Safe for several threads. */
public final class WaitingPods {
    private final Map<String, Waiting> pods = new ConcurrentHashMap<>();
    private final Clock clock;

    /** None yet. */
    public WaitingPods(Clock clock) {
        this.clock = clock;
    }

    /** Lets {@code pod} wait, at most so long for each plugin. */
    public void add(Pod pod, Map<String, Duration> waits) {
        pods.put(pod.uid(), new Waiting(pod, waits, clock.nanos()));
    }

    /** The pod of that UID, or null. */
    public @Nullable WaitingPod get(String uid) {
        return pods.get(uid);
    }

    /** All that wait. */
    public List<WaitingPod> all() {
        return List.copyOf(pods.values());
    }

    /**
     * Waits for the pod to be allowed (Success), rejected (Unschedulable) or preempted (Error); Success at once where
     * it need not wait.
     */
    public Status await(String uid) throws InterruptedException {
        Waiting waiting = pods.get(uid);
        if (waiting == null) {
            return Status.success();
        }
        try {
            return waiting.await(clock);
        } finally {
            pods.remove(uid);
        }
    }

    private static final class Waiting implements WaitingPod {
        private final Pod pod;
        private final Map<String, Duration> waits;
        private final long start;
        private final CompletableFuture<Status> outcome = new CompletableFuture<>();

        Waiting(Pod pod, Map<String, Duration> waits, long start) {
            this.pod = pod;
            this.waits = new TreeMap<>(waits);
            this.start = start;
        }

        @Override
        public Pod pod() {
            return pod;
        }

        @Override
        public synchronized List<String> pendingPlugins() {
            return List.copyOf(waits.keySet());
        }

        @Override
        public synchronized void allow(String plugin) {
            waits.remove(plugin);
            if (waits.isEmpty()) {
                outcome.complete(Status.success());
            }
        }

        @Override
        public boolean reject(String plugin, String message) {
            return outcome.complete(Status.unschedulable(plugin, message));
        }

        @Override
        public boolean preempt(String plugin, String message) {
            return outcome.complete(Status.error(plugin, "waiting on permit for pod: " + message));
        }

        private synchronized Map.@Nullable Entry<String, Duration> shortest() {
            return waits.entrySet().stream().min(Map.Entry.comparingByValue()).orElse(null);
        }

        Status await(Clock clock) throws InterruptedException {
            while (true) {
                Map.Entry<String, Duration> next = shortest();
                long left = next == null ? 1_000_000 : next.getValue().toNanos() - (clock.nanos() - start);
                try {
                    return outcome.get(Math.max(left, 1), TimeUnit.NANOSECONDS);
                } catch (TimeoutException expired) {
                    if (next != null && left <= 0) {
                        reject(
                                next.getKey(),
                                "rejected due to timeout after waiting " + GoDurations.format(next.getValue())
                                        + " at plugin " + next.getKey());
                    }
                } catch (ExecutionException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }
}
