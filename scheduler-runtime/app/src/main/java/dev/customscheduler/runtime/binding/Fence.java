package dev.customscheduler.runtime.binding;

/**
 * Whether this process may still write as the leader. Asked before each write: a leader that could not renew its lease
 * in time has to assume that another one is at work already.
 */
@FunctionalInterface
public interface Fence {
    /** No election: always. */
    Fence OPEN = () -> true;

    /** Whether a write may begin now. */
    boolean mayWrite();
}
