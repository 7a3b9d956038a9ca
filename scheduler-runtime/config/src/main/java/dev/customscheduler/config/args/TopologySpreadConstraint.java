package dev.customscheduler.config.args;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code core/v1} TopologySpreadConstraint as a default constraint, that is, without a label selector (it is deduced
 * for each pod).
 *
 * @param nodeAffinityPolicy Honor or Ignore; empty is Honor
 * @param nodeTaintsPolicy Honor or Ignore; empty is Ignore
 */
public record TopologySpreadConstraint(
        int maxSkew,
        String topologyKey,
        String whenUnsatisfiable,
        OptionalInt minDomains,
        Optional<String> nodeAffinityPolicy,
        Optional<String> nodeTaintsPolicy,
        List<String> matchLabelKeys) {
    public TopologySpreadConstraint {
        matchLabelKeys = List.copyOf(matchLabelKeys);
    }
}
