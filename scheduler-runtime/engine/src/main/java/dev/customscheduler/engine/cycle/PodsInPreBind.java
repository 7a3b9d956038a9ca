package dev.customscheduler.engine.cycle;

import dev.customscheduler.framework.PodInPreBind;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The pods that PreBind plugins work for, and those that are being bound after it. Safe for several threads. */
public final class PodsInPreBind {
    private final Map<String, InPreBind> pods = new ConcurrentHashMap<>();

    /** The pod of that UID, or null. */
    public @Nullable PodInPreBind get(String uid) {
        return pods.get(uid);
    }

    /** Adds the pod of that UID; the calling thread is the one that will run its PreBind plugins. */
    public void begin(String uid) {
        pods.put(uid, new InPreBind(Thread.currentThread()));
    }

    /**
     * Says that PreBind is over, from when on the binding cannot be given up.
     *
     * @return why it was given up before, empty where it was not or the pod was never added
     */
    public String finish(String uid) {
        InPreBind pod = pods.get(uid);
        return pod == null ? "" : pod.finish();
    }

    /** Forgets the pod of that UID. */
    public void end(String uid) {
        pods.remove(uid);
    }

    private static final class InPreBind implements PodInPreBind {
        private final Thread thread;
        private boolean finished;
        private String cancelled = "";

        InPreBind(Thread thread) {
            this.thread = thread;
        }

        @Override
        public synchronized String cancelled() {
            return cancelled;
        }

        @Override
        public synchronized boolean cancel(String message) {
            if (finished) {
                return false;
            }
            if (cancelled.isEmpty()) {
                cancelled = message;
                LockSupport.unpark(thread);
            }
            return true;
        }

        private synchronized String finish() {
            finished = cancelled.isEmpty();
            return cancelled;
        }
    }
}
