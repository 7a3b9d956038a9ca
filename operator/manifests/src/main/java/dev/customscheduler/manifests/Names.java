package dev.customscheduler.manifests;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import java.util.LinkedHashMap;
import java.util.Map;

/** Names and labels of a scheduler's objects: all derive from the resource's name. */
public final class Names {
    /** The value of app.kubernetes.io/managed-by on every object. */
    public static final String MANAGER = "custom-scheduler-operator";

    /** The label that tells whose an object is: its value is the resource's name. */
    public static final String INSTANCE_LABEL = "app.kubernetes.io/instance";

    /** The label by which troubleshooting guides find a scheduler's pods. */
    public static final String COMPONENT_LABEL = "component";

    private static final String APPLICATION = "custom-scheduler";

    private Names() {}

    /** The name of ServiceAccount, Deployment, Service, Lease (unless configured), budget and policies. */
    public static String of(CustomScheduler resource) {
        return resource.getMetadata().getName();
    }

    /** The name of the ClusterRole and its binding, apart from those that other software makes. */
    public static String clusterRole(String name) {
        return CustomScheduler.GROUP + ":" + name;
    }

    /** The name of the Role for the lease and its binding. */
    public static String leaseRole(String name) {
        return CustomScheduler.GROUP + ":" + name + ":leader-election";
    }

    /** The name of the binding in kube-system that lets the scheduler check its callers. */
    public static String authenticationReader(String name) {
        return CustomScheduler.GROUP + ":" + name + ":authentication-reader";
    }

    /** What the Deployment and the Service select pods by. Never changes, since a Deployment's selector cannot. */
    public static Map<String, String> selector(String name) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("app.kubernetes.io/name", APPLICATION);
        labels.put(INSTANCE_LABEL, name);
        return labels;
    }

    /** The labels of every object of a scheduler. */
    public static Map<String, String> labels(String name) {
        Map<String, String> labels = selector(name);
        labels.put("app.kubernetes.io/component", "scheduler");
        labels.put("app.kubernetes.io/managed-by", MANAGER);
        return labels;
    }

    /** The labels of a scheduler's pods: those of every object, and the one of the guides. */
    public static Map<String, String> podLabels(String name) {
        Map<String, String> labels = labels(name);
        labels.put(COMPONENT_LABEL, name);
        return labels;
    }
}
