package dev.customscheduler.engine.plugins;

import dev.customscheduler.config.args.PodTopologySpreadArgs;
import dev.customscheduler.engine.objects.ClusterObjects;
import dev.customscheduler.engine.objects.Workload;
import dev.customscheduler.framework.model.LabelSelector;
import dev.customscheduler.framework.model.OwnerReference;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Requirement;
import dev.customscheduler.framework.model.TopologySpreadConstraint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The constraints of a pod: its own, or, where it has none, the profile's defaults, which count the pods of the
 * Services that mean the pod and of the controller that owns it. A pod of neither has none.
 */
final class SpreadDefaults {
    private static final List<TopologySpreadConstraint> SYSTEM = List.of(
            new TopologySpreadConstraint(3, SpreadConstraint.HOSTNAME, false, null, List.of(), 1, true, false),
            new TopologySpreadConstraint(5, "topology.kubernetes.io/zone", false, null, List.of(), 1, true, false));

    private final List<TopologySpreadConstraint> constraints;
    private final boolean system;
    private final ClusterObjects objects;

    SpreadDefaults(@Nullable PodTopologySpreadArgs args, ClusterObjects objects) {
        this.objects = objects;
        this.system = args == null || !args.defaultingType().equals("List");
        if (args == null || system) {
            this.constraints = SYSTEM;
            return;
        }
        List<TopologySpreadConstraint> all = new ArrayList<>();
        for (dev.customscheduler.config.args.TopologySpreadConstraint c : args.defaultConstraints()) {
            all.add(new TopologySpreadConstraint(
                    c.maxSkew(),
                    c.topologyKey(),
                    c.whenUnsatisfiable().equals("DoNotSchedule"),
                    null,
                    c.matchLabelKeys(),
                    c.minDomains().orElse(1),
                    !c.nodeAffinityPolicy().orElse("Honor").equals("Ignore"),
                    c.nodeTaintsPolicy().orElse("Ignore").equals("Honor")));
        }
        this.constraints = List.copyOf(all);
    }

    /** Whether the defaults are the scheduler's own. */
    boolean isSystem() {
        return system;
    }

    List<SpreadConstraint> constraints(Pod pod, boolean hard) {
        List<TopologySpreadConstraint> own = pod.spec().topologySpreadConstraints();
        if (!own.isEmpty()) {
            return SpreadConstraint.of(own, pod.labels(), hard);
        }
        if (constraints.isEmpty() || !objects.hasWorkloads()) {
            return List.of();
        }
        List<SpreadConstraint> defaults = SpreadConstraint.of(constraints, pod.labels(), hard);
        if (defaults.isEmpty()) {
            return defaults;
        }
        LabelSelector selector = selector(pod);
        if (selector.isEverything()) {
            return List.of();
        }
        List<SpreadConstraint> all = new ArrayList<>(defaults.size());
        for (SpreadConstraint c : defaults) {
            all.add(new SpreadConstraint(
                    c.maxSkew(), c.key(), selector, c.minDomains(), c.honorAffinity(), c.honorTaints()));
        }
        return all;
    }

    /** What all Services that mean the pod, and its controller, select together. */
    private LabelSelector selector(Pod pod) {
        List<Requirement> all = new ArrayList<>();
        for (Workload w : objects.workloads(pod.namespace())) {
            if (w.kind().equals("Service") && w.selector().matches(pod.labels())) {
                all.addAll(w.selector().requirements());
            }
        }
        OwnerReference owner = pod.metadata().controller();
        if (owner != null) {
            String expected = owner.kind().equals("ReplicationController") ? "v1" : "apps/v1";
            Workload w = owner.apiVersion().equals(expected) && !owner.kind().equals("Service")
                    ? objects.workload(owner.kind(), pod.namespace(), owner.name())
                    : null;
            if (w != null) {
                all.addAll(w.selector().requirements());
            }
        }
        return LabelSelector.of(all);
    }
}
