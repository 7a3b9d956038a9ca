package dev.customscheduler.manifests;

import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.config.KubeSchedulerConfiguration;
import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.config.RuntimeType;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A CustomScheduler with every question answered: what the factories read.
 *
 * @param version the version of a KubeScheduler, or that whose semantics the bundled runtime has
 * @param configuration as the runtime will see it
 * @param profiles what its profiles come to
 * @param document the ConfigMap's content
 * @param writtenVersion the apiVersion in which the user wrote it
 * @param lease empty without leader election
 */
record Scheduler(
        String name,
        String namespace,
        CustomSchedulerSpec spec,
        RuntimeType runtime,
        KubernetesVersion version,
        String image,
        KubeSchedulerConfiguration configuration,
        List<EffectiveProfile> profiles,
        CanonicalDocument document,
        String writtenVersion,
        Optional<LeaseName> lease) {
    /** The port of health, metrics and the rest, as kube-scheduler's. */
    static final int PORT = 10259;

    /** That port's name. */
    static final String PORT_NAME = "https";

    boolean isBundled() {
        return runtime == RuntimeType.BUNDLED;
    }

    /** The name of the revision's ConfigMap. */
    String revision() {
        return name + "-" + document.hash();
    }

    /** Pods that are to run. */
    int replicas() {
        return spec.suspended() ? 0 : spec.replicasOrDefault();
    }

    /** Whether the lease is one that the operator makes: not the one of the cluster's own kube-scheduler. */
    boolean ownsLease() {
        return lease.isPresent() && !lease.get().equals(LeaseName.KUBE_SCHEDULER);
    }

    List<String> schedulerNames() {
        List<String> names = new ArrayList<>();
        profiles.forEach(profile -> names.add(profile.schedulerName()));
        return names;
    }

    /** Every plugin that some profile runs. */
    Set<String> plugins() {
        Set<String> plugins = new TreeSet<>();
        profiles.forEach(profile -> plugins.addAll(profile.plugins()));
        return plugins;
    }

    /** Whether a feature gate is on: as the resource says, or by default from the given minor version. */
    boolean gate(String name, int defaultFromMinor) {
        Boolean set = spec.runtimeOrDefault().featureGatesOrEmpty().get(name);
        return set == null ? version.atLeast(defaultFromMinor) : set;
    }
}
