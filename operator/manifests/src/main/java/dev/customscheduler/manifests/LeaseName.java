package dev.customscheduler.manifests;

/** A lease by its namespace and name. */
public record LeaseName(String namespace, String name) {
    /** The lease of the cluster's own kube-scheduler. */
    public static final LeaseName KUBE_SCHEDULER = new LeaseName("kube-system", "kube-scheduler");

    /** {@code namespace/name}. */
    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
