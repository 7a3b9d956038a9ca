package dev.customscheduler.runtime;

import dev.customscheduler.engine.Scheduler;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.watch.ChangeHandler;
import dev.customscheduler.runtime.watch.NodeKind;
import dev.customscheduler.runtime.watch.PodKind;
import dev.customscheduler.runtime.watch.Reflector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells the engine of the cluster: each kind has a reflector with a thread of its own, the engine is told by one at a
 * time.
 */
final class ClusterFeed implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(200);

    private final Scheduler scheduler;
    private final ReentrantLock turn = new ReentrantLock();
    private final Reflector<Pod> pods;
    private final Reflector<Node> nodes;
    private volatile boolean closed;

    ClusterFeed(ApiClient client, Scheduler scheduler) {
        this.scheduler = scheduler;
        this.pods = new Reflector<>(client, new PodKind(), new PodChanges());
        this.nodes = new Reflector<>(client, new NodeKind(false), new NodeChanges());
    }

    /** Begins to list and watch. */
    void start() {
        nodes.start();
        pods.start();
    }

    /** Whether the engine knows everything that was there at the start. */
    boolean synced() {
        return pods.synced() && nodes.synced();
    }

    /** Waits until {@link #synced}; false where it was closed before. */
    boolean awaitSync() throws InterruptedException {
        while (!closed) {
            if (nodes.awaitSync(LOOK) && pods.awaitSync(LOOK)) {
                return true;
            }
        }
        return false;
    }

    List<Reflector<?>> reflectors() {
        return List.of(pods, nodes);
    }

    /** The pods as the API server has them. */
    Iterable<Pod> pods() {
        return pods.all();
    }

    private final class PodChanges implements ChangeHandler<Pod> {
        @Override
        public void added(Pod pod, boolean initial) {
            put(pod);
        }

        @Override
        public void updated(Pod before, Pod after) {
            put(after);
        }

        @Override
        public void deleted(Pod last) {
            turn.lock();
            try {
                scheduler.removePod(last.uid());
            } finally {
                turn.unlock();
            }
        }

        private void put(Pod pod) {
            turn.lock();
            try {
                scheduler.putPod(pod);
            } finally {
                turn.unlock();
            }
        }
    }

    private final class NodeChanges implements ChangeHandler<Node> {
        @Override
        public void added(Node node, boolean initial) {
            put(node);
        }

        @Override
        public void updated(Node before, Node after) {
            put(after);
        }

        @Override
        public void deleted(Node last) {
            turn.lock();
            try {
                scheduler.removeNode(last.name());
            } finally {
                turn.unlock();
            }
        }

        private void put(Node node) {
            turn.lock();
            try {
                scheduler.putNode(node);
            } finally {
                turn.unlock();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        pods.close();
        nodes.close();
    }
}
