package dev.customscheduler.manifests;

import dev.customscheduler.config.KubernetesVersion;
import java.util.Set;

/**
 * What the manifests depend on beside the resource: how this operator is installed and what the cluster serves. Two
 * equal environments give equal manifests for equal resources.
 *
 * @param operatorNamespace where schedulers live whose resource names no namespace
 * @param runtimeImage the bundled runtime's image
 * @param kubeSchedulerRepository kube-scheduler's image without a tag
 * @param defaultVersion the version of a KubeScheduler whose resource names none
 * @param notImplemented plugins of kube-scheduler that the bundled runtime lacks
 * @param capabilities optional APIs that the cluster serves
 */
public record Environment(
        String operatorNamespace,
        String runtimeImage,
        String kubeSchedulerRepository,
        KubernetesVersion defaultVersion,
        Set<String> notImplemented,
        Set<Capability> capabilities) {
    /** The namespace that the operator is installed into unless told otherwise. */
    public static final String DEFAULT_OPERATOR_NAMESPACE = "custom-scheduler-system";

    /** The bundled runtime's image, for the registry that the container runtime is configured with. */
    public static final String DEFAULT_RUNTIME_IMAGE = "customscheduler/scheduler-runtime";

    /** What the bundled runtime of this version lacks; a test compares it with the runtime's own word. */
    public static final Set<String> NOT_IMPLEMENTED = Set.of("GangScheduling");

    /** Where the Kubernetes project publishes kube-scheduler. */
    public static final String DEFAULT_KUBE_SCHEDULER_REPOSITORY = "registry.k8s.io/kube-scheduler";

    /** An optional API of a cluster. */
    public enum Capability {
        /** monitoring.coreos.com/v1 ServiceMonitor. */
        SERVICE_MONITOR
    }

    /** Copies the sets. */
    public Environment {
        notImplemented = Set.copyOf(notImplemented);
        capabilities = Set.copyOf(capabilities);
    }

    /** An operator of that version, installed by the chart's defaults in a cluster without optional APIs. */
    public static Environment defaults(String operatorVersion) {
        return new Environment(
                DEFAULT_OPERATOR_NAMESPACE,
                DEFAULT_RUNTIME_IMAGE + ":" + operatorVersion,
                DEFAULT_KUBE_SCHEDULER_REPOSITORY,
                KubernetesVersion.NEWEST,
                NOT_IMPLEMENTED,
                Set.of());
    }

    /** The same in another namespace. */
    public Environment withOperatorNamespace(String namespace) {
        return new Environment(
                namespace, runtimeImage, kubeSchedulerRepository, defaultVersion, notImplemented, capabilities);
    }

    /** The same with another image of the bundled runtime. */
    public Environment withRuntimeImage(String image) {
        return new Environment(
                operatorNamespace, image, kubeSchedulerRepository, defaultVersion, notImplemented, capabilities);
    }

    /**
     * The same with another version for kube-schedulers that name none.
     *
     * @param version the version they are judged for
     */
    public Environment withDefaultVersion(KubernetesVersion version) {
        return new Environment(
                operatorNamespace, runtimeImage, kubeSchedulerRepository, version, notImplemented, capabilities);
    }

    /** The same with a bundled runtime that lacks these default plugins. */
    public Environment withNotImplemented(Set<String> plugins) {
        return new Environment(
                operatorNamespace, runtimeImage, kubeSchedulerRepository, defaultVersion, plugins, capabilities);
    }

    /** The same in a cluster that serves these optional APIs. */
    public Environment withCapabilities(Set<Capability> served) {
        return new Environment(
                operatorNamespace, runtimeImage, kubeSchedulerRepository, defaultVersion, notImplemented, served);
    }
}
