package dev.customscheduler.framework.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How evenly matching pods should lie over a topology.
 *
 * @param maxSkew the difference that is allowed
 * @param topologyKey the node label whose values are the domains
 * @param doNotSchedule whether the constraint filters ({@code DoNotSchedule}) or only scores ({@code ScheduleAnyway})
 * @param selector which pods are counted
 * @param matchLabelKeys keys of the pod's labels that join the selector
 * @param minDomains how many domains there should be, at least 1
 * @param honorNodeAffinity whether nodes that the pod's node affinity excludes are left out
 * @param honorNodeTaints whether nodes with taints that the pod does not tolerate are left out
 */
public record TopologySpreadConstraint(
        int maxSkew,
        String topologyKey,
        boolean doNotSchedule,
        @Nullable LabelSelector selector,
        List<String> matchLabelKeys,
        int minDomains,
        boolean honorNodeAffinity,
        boolean honorNodeTaints) {}
