package dev.customscheduler.runtime.serving;

/** What there is to say of a pod to somebody who may get it. */
@FunctionalInterface
public interface PodPage {
    /**
     * The answer.
     *
     * @param access what else the caller may see
     */
    Page of(String namespace, String name, NamespaceAccess access) throws InterruptedException;

    /** What a caller may see. */
    @FunctionalInterface
    interface NamespaceAccess {
        /** Whether the caller may get every pod of the namespace. */
        boolean mayGetPods(String namespace) throws InterruptedException;
    }
}
