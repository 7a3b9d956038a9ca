package dev.customscheduler.config.validation;

import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.config.args.DefaultBinderArgs;
import dev.customscheduler.config.args.DefaultPreemptionArgs;
import dev.customscheduler.config.args.DynamicResourcesArgs;
import dev.customscheduler.config.args.InterPodAffinityArgs;
import dev.customscheduler.config.args.NodeAffinityArgs;
import dev.customscheduler.config.args.NodeResourcesBalancedAllocationArgs;
import dev.customscheduler.config.args.NodeResourcesFitArgs;
import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.config.args.PodTopologySpreadArgs;
import dev.customscheduler.config.args.ResourceSpec;
import dev.customscheduler.config.args.ScoringStrategy;
import dev.customscheduler.config.args.TopologySpreadConstraint;
import dev.customscheduler.config.args.UnknownArgs;
import dev.customscheduler.config.args.UtilizationShapePoint;
import dev.customscheduler.config.args.VolumeBindingArgs;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.decode.Names;
import dev.customscheduler.config.tree.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks the values of plugin arguments. NodeResourcesFit's are checked only where the plugin runs, by {@link #fit}.
 */
public final class PluginArgsValidation {
    private static final List<String> STRATEGIES =
            List.of("LeastAllocated", "MostAllocated", "RequestedToCapacityRatio");

    private final KubernetesVersion version;
    private final Findings findings;

    public PluginArgsValidation(KubernetesVersion version, Findings findings) {
        this.version = version;
        this.findings = findings;
    }

    /** Checks all but NodeResourcesFit's. */
    public void validate(Path path, PluginArgs args) {
        switch (args) {
            case DefaultPreemptionArgs preemption -> preemption(path, preemption);
            case InterPodAffinityArgs affinity ->
                range(path.child("hardPodAffinityWeight"), affinity.hardPodAffinityWeight(), 0, 100);
            case NodeAffinityArgs affinity ->
                affinity.addedAffinity()
                        .ifPresent(added ->
                                new NodeSelectorValidation(findings).affinity(path.child("addedAffinity"), added));
            case NodeResourcesBalancedAllocationArgs balanced -> balanced(path, balanced);
            case PodTopologySpreadArgs spread -> spread(path, spread);
            case VolumeBindingArgs volumes -> volumes(path, volumes);
            case DynamicResourcesArgs claims -> claims(path, claims);
            case DefaultBinderArgs binder -> binder(path, binder);
            case NodeResourcesFitArgs fit -> {
                return;
            }
            case UnknownArgs unknown -> {
                return;
            }
        }
    }

    private void range(Path path, long value, long from, long to) {
        if (value < from || value > to) {
            findings.error(path, value + " is not in the range " + from + " to " + to);
        }
    }

    private void preemption(Path path, DefaultPreemptionArgs args) {
        Path percentage = path.child("minCandidateNodesPercentage");
        range(percentage, args.minCandidateNodesPercentage(), 0, 100);
        if (args.minCandidateNodesAbsolute() < 0) {
            findings.error(path.child("minCandidateNodesAbsolute"), "must not be negative");
        }
        if (args.minCandidateNodesPercentage() == 0 && args.minCandidateNodesAbsolute() == 0) {
            findings.error(percentage, "must not be 0 together with minCandidateNodesAbsolute; raise one of them");
        }
    }

    private void balanced(Path path, NodeResourcesBalancedAllocationArgs args) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < args.resources().size(); i++) {
            ResourceSpec resource = args.resources().get(i);
            Path at = path.child("resources").index(i);
            if (!seen.add(resource.name())) {
                findings.error(
                        at.child("name"), "the resource \"" + resource.name() + "\" is listed twice; remove one");
            }
            if (resource.weight() != 1) {
                findings.error(at.child("weight"), "must be 1: balancing has no weights; remove it");
            }
        }
    }

    private void spread(Path path, PodTopologySpreadArgs args) {
        Path typePath = path.child("defaultingType");
        if (!args.defaultingType().equals("System") && !args.defaultingType().equals("List")) {
            findings.error(typePath, "\"" + args.defaultingType() + "\" is not one of System, List");
        } else if (args.defaultingType().equals("System")
                && !args.defaultConstraints().isEmpty()) {
            findings.error(typePath, "must be List where defaultConstraints are given; it is System unless written");
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < args.defaultConstraints().size(); i++) {
            TopologySpreadConstraint constraint = args.defaultConstraints().get(i);
            Path at = path.child("defaultConstraints").index(i);
            constraint(at, constraint);
            if (!seen.add(constraint.topologyKey() + " " + constraint.whenUnsatisfiable())) {
                findings.error(at, "another constraint has the same topologyKey and whenUnsatisfiable; remove one");
            }
        }
    }

    private void constraint(Path at, TopologySpreadConstraint constraint) {
        if (constraint.maxSkew() <= 0) {
            findings.error(at.child("maxSkew"), "must be greater than 0");
        }
        if (constraint.topologyKey().isEmpty()) {
            findings.error(at.child("topologyKey"), "is required: the node label that tells the domains apart");
        } else {
            KubernetesNames.qualifiedNameProblem(constraint.topologyKey())
                    .ifPresent(problem -> findings.error(at.child("topologyKey"), "is no label key: " + problem));
        }
        String action = constraint.whenUnsatisfiable();
        if (action.isEmpty()) {
            findings.error(at.child("whenUnsatisfiable"), "is required: DoNotSchedule or ScheduleAnyway");
        } else if (!action.equals("DoNotSchedule") && !action.equals("ScheduleAnyway")) {
            findings.error(
                    at.child("whenUnsatisfiable"), "\"" + action + "\" is not one of DoNotSchedule, ScheduleAnyway");
        }
    }

    private void volumes(Path path, VolumeBindingArgs args) {
        if (args.bindTimeoutSeconds() < 0) {
            findings.error(path.child("bindTimeoutSeconds"), "must not be negative");
        }
        if (version.atLeast(37)) {
            shape(path.child("shape"), args.shape());
        }
    }

    private void claims(Path path, DynamicResourcesArgs args) {
        if (args.filterTimeout().isPresent() && args.filterTimeout().get().isNegative()) {
            findings.error(path.child("filterTimeout"), "must not be negative");
        }
        if (args.bindingTimeout().isPresent() && args.bindingTimeout().get().getSeconds() < 1) {
            findings.error(path.child("bindingTimeout"), "must be at least 1s");
        }
    }

    private void binder(Path path, DefaultBinderArgs args) {
        if (args.maxAttempts() < 1) {
            findings.error(path.child("maxAttempts"), "must be at least 1, which never retries");
        }
        if (args.initialBackoff().isNegative()) {
            findings.error(path.child("initialBackoff"), "must not be negative");
        }
        if (args.maxBackoff().compareTo(args.initialBackoff()) < 0) {
            findings.error(path.child("maxBackoff"), "must not be less than initialBackoff");
        }
    }

    private void shape(Path path, List<UtilizationShapePoint> shape) {
        if (shape.isEmpty()) {
            findings.error(path, "needs at least one point, such as {utilization: 0, score: 10}");
        }
        for (int i = 1; i < shape.size(); i++) {
            if (shape.get(i - 1).utilization() >= shape.get(i).utilization()) {
                findings.error(path.index(i).child("utilization"), "utilization must increase from point to point");
                break;
            }
        }
        for (int i = 0; i < shape.size(); i++) {
            range(path.index(i).child("utilization"), shape.get(i).utilization(), 0, 100);
            range(path.index(i).child("score"), shape.get(i).score(), 0, 10);
        }
    }

    /**
     * Checks NodeResourcesFit's.
     *
     * @param ignoredOverwritten whether the extenders' ignored resources take the place of ignoredResources before
     *     anybody looks at those
     */
    public void fit(Path path, NodeResourcesFitArgs args, boolean ignoredOverwritten) {
        for (int i = 0; i < args.ignoredResources().size() && !ignoredOverwritten; i++) {
            Path at = path.child("ignoredResources").index(i);
            KubernetesNames.qualifiedNameProblem(args.ignoredResources().get(i))
                    .ifPresent(problem -> findings.error(at, "is no resource name: " + problem));
        }
        for (int i = 0; i < args.ignoredResourceGroups().size(); i++) {
            Path at = path.child("ignoredResourceGroups").index(i);
            String group = args.ignoredResourceGroups().get(i);
            if (group.contains("/")) {
                findings.error(at, "a resource group has no '/': write example.com for example.com/name");
            } else {
                KubernetesNames.qualifiedNameProblem(group)
                        .ifPresent(problem -> findings.error(at, "is no resource group: " + problem));
            }
        }
        strategy(path.child("scoringStrategy"), args.scoringStrategy());
    }

    private void strategy(Path path, ScoringStrategy strategy) {
        String type = strategy.type();
        if (!STRATEGIES.contains(type)) {
            findings.error(
                    path.child("type"),
                    "\"" + type + "\" is not one of " + String.join(", ", STRATEGIES)
                            + Names.didYouMean(type, STRATEGIES));
        }
        for (int i = 0; i < strategy.resources().size(); i++) {
            range(
                    path.child("resources").index(i).child("weight"),
                    strategy.resources().get(i).weight(),
                    1,
                    100);
        }
        Path ratio = path.child("requestedToCapacityRatio");
        boolean wanted = type.equals("RequestedToCapacityRatio");
        if (strategy.requestedToCapacityRatioShape().isPresent()) {
            if (!wanted && version.atLeast(36)) {
                findings.error(
                        ratio,
                        "is only for scoringStrategy.type RequestedToCapacityRatio; remove it or change the type");
            } else {
                shape(
                        ratio.child("shape"),
                        strategy.requestedToCapacityRatioShape().get());
            }
        } else if (wanted) {
            findings.missing(ratio, "is required where scoringStrategy.type is RequestedToCapacityRatio");
        }
    }
}
