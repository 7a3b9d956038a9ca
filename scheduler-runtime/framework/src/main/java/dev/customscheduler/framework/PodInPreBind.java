package dev.customscheduler.framework;

/**
 * A pod whose PreBind plugins are at work. That it has a node is known to this scheduler only, so that its binding can
 * still be given up without the pod being deleted.
 */
public interface PodInPreBind {

    /**
     * Why its binding was given up, empty while it was not. A PreBind plugin that waits looks at it after each
     * {@link java.util.concurrent.locks.LockSupport#parkNanos park}, which ends when the binding is given up, and
     * before each write; it then ends with an Error of these words.
     */
    String cancelled();

    /**
     * Gives the binding up: the pod is tried again after a backoff. The first message counts.
     *
     * @param message why; not empty
     * @return false where it is too late, since the pod is being bound
     */
    boolean cancel(String message);
}
