package dev.customscheduler.runtime;

import dev.customscheduler.engine.Scheduler;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.extender.HttpExtenders;
import dev.customscheduler.runtime.logging.Klog;
import dev.customscheduler.runtime.watch.ChangeHandler;
import dev.customscheduler.runtime.watch.NodeKind;
import dev.customscheduler.runtime.watch.ObjectKind;
import dev.customscheduler.runtime.watch.PodKind;
import dev.customscheduler.runtime.watch.Reflector;
import dev.customscheduler.runtime.watch.WatchedObject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells the engine of the cluster: each kind has a reflector with a thread of its own, the engine is told by one at a
 * time.
 */
final class ClusterFeed implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Klog LOG = Klog.of("feed");

    private final ReentrantLock turn = new ReentrantLock();
    private final Reflector<Pod> pods;
    private final List<Reflector<?>> reflectors = new ArrayList<>();
    private volatile boolean closed;

    /**
     * Prepares the watches.
     *
     * @param plugins the plugins that are enabled in any profile: they decide which kinds beside pods and nodes are
     *     read
     * @param extenders whose wishes decide how much of pods and nodes is kept
     */
    ClusterFeed(ApiClient client, Scheduler scheduler, Set<String> plugins, HttpExtenders extenders) {
        reflectors.add(new Reflector<>(client, new NodeKind(extenders.needNodes()), new InTurn<Node>() {
            @Override
            void put(Node node) {
                scheduler.putNode(node);
            }

            @Override
            void remove(Node last) {
                scheduler.removeNode(last.name());
            }
        }));
        for (ObjectKind kind : ObjectKind.neededBy(plugins)) {
            reflectors.add(new Reflector<>(client, kind, new Objects(scheduler, kind)));
        }
        this.pods = new Reflector<>(client, new PodKind(extenders.needAssignedPods()), new InTurn<Pod>() {
            @Override
            void put(Pod pod) {
                scheduler.putPod(pod);
            }

            @Override
            void remove(Pod last) {
                scheduler.removePod(last.uid());
            }
        });
        reflectors.add(pods);
    }

    /** Begins to list and watch. */
    void start() {
        for (Reflector<?> reflector : reflectors) {
            reflector.start();
        }
    }

    /** The kinds whose first list has not come yet. */
    List<String> missing() {
        List<String> missing = new ArrayList<>();
        for (Reflector<?> reflector : reflectors) {
            if (!reflector.synced()) {
                missing.add(reflector.plural());
            }
        }
        return missing;
    }

    /** Waits until nothing is {@link #missing}; false where it was closed before. */
    boolean awaitSync() throws InterruptedException {
        for (Reflector<?> reflector : reflectors) {
            boolean there = false;
            while (!closed && !there) {
                there = reflector.awaitSync(LOOK);
            }
        }
        return !closed;
    }

    List<Reflector<?>> reflectors() {
        return reflectors;
    }

    /** The pods as the API server has them. */
    Iterable<Pod> pods() {
        return pods.all();
    }

    /** Passes changes on, one at a time over all kinds. */
    private abstract class InTurn<T> implements ChangeHandler<T> {
        abstract void put(T object);

        abstract void remove(T last);

        @Override
        public final void added(T object, boolean initial) {
            updated(object, object);
        }

        @Override
        public final void updated(T before, T after) {
            turn.lock();
            try {
                put(after);
            } finally {
                turn.unlock();
            }
        }

        @Override
        public final void deleted(T last) {
            turn.lock();
            try {
                remove(last);
            } finally {
                turn.unlock();
            }
        }
    }

    private final class Objects extends InTurn<WatchedObject> {
        private final Scheduler scheduler;
        private final ObjectKind kind;

        private Objects(Scheduler scheduler, ObjectKind kind) {
            this.scheduler = scheduler;
            this.kind = kind;
        }

        @Override
        void put(WatchedObject object) {
            var document = object.take();
            if (document == null) {
                return;
            }
            try {
                scheduler.putObject(document);
            } catch (IOException e) {
                LOG.error(
                        e,
                        "An object cannot be read and is left out",
                        "kind",
                        kind.kind(),
                        "namespace",
                        object.namespace(),
                        "name",
                        object.name());
            }
        }

        @Override
        void remove(WatchedObject last) {
            scheduler.removeObject(kind.kind(), last.namespace(), last.name());
        }
    }

    @Override
    public void close() {
        closed = true;
        for (Reflector<?> reflector : reflectors) {
            reflector.close();
        }
    }
}
