package dev.customscheduler.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.config.args.DefaultBinderArgs;
import dev.customscheduler.config.args.DefaultPreemptionArgs;
import dev.customscheduler.config.args.DynamicResourcesArgs;
import dev.customscheduler.config.args.InterPodAffinityArgs;
import dev.customscheduler.config.args.NodeAffinityArgs;
import dev.customscheduler.config.args.NodeAffinityTerms;
import dev.customscheduler.config.args.NodeResourcesBalancedAllocationArgs;
import dev.customscheduler.config.args.NodeResourcesFitArgs;
import dev.customscheduler.config.args.NodeSelectorRequirement;
import dev.customscheduler.config.args.NodeSelectorTerm;
import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.config.args.PodTopologySpreadArgs;
import dev.customscheduler.config.args.ResourceSpec;
import dev.customscheduler.config.args.TopologySpreadConstraint;
import dev.customscheduler.config.args.UnknownArgs;
import dev.customscheduler.config.args.UtilizationShapePoint;
import dev.customscheduler.config.args.VolumeBindingArgs;
import dev.customscheduler.config.decode.ArgsDecoder;
import dev.customscheduler.config.decode.GoDurations;
import java.util.List;

/** Writes plugin arguments with their apiVersion and kind. */
final class ArgsWriter {
    private ArgsWriter() {}

    static JsonNode write(PluginArgs args, KubernetesVersion version) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        out.put(
                "apiVersion",
                args instanceof DefaultBinderArgs
                        ? ArgsDecoder.OWN_API_VERSION
                        : KubeSchedulerConfiguration.API_VERSION);
        out.put("kind", args.kind());
        switch (args) {
            case DefaultPreemptionArgs preemption ->
                out.put("minCandidateNodesAbsolute", preemption.minCandidateNodesAbsolute())
                        .put("minCandidateNodesPercentage", preemption.minCandidateNodesPercentage());
            case InterPodAffinityArgs affinity -> {
                out.put("hardPodAffinityWeight", affinity.hardPodAffinityWeight());
                if (version.atLeast(27)) {
                    out.put("ignorePreferredTermsOfExistingPods", affinity.ignorePreferredTermsOfExistingPods());
                }
            }
            case NodeAffinityArgs affinity ->
                affinity.addedAffinity().ifPresent(added -> affinity(out.putObject("addedAffinity"), added));
            case NodeResourcesBalancedAllocationArgs balanced -> resources(out, balanced.resources());
            case NodeResourcesFitArgs fit -> fit(out, fit);
            case PodTopologySpreadArgs spread -> spread(out, spread);
            case VolumeBindingArgs volumes -> {
                out.put("bindTimeoutSeconds", volumes.bindTimeoutSeconds());
                shape(out, volumes.shape());
            }
            case DynamicResourcesArgs claims -> {
                claims.bindingTimeout().ifPresent(timeout -> out.put("bindingTimeout", GoDurations.format(timeout)));
                claims.filterTimeout().ifPresent(timeout -> out.put("filterTimeout", GoDurations.format(timeout)));
            }
            case DefaultBinderArgs binder ->
                out.put("maxAttempts", binder.maxAttempts())
                        .put("initialBackoff", GoDurations.format(binder.initialBackoff()))
                        .put("maxBackoff", GoDurations.format(binder.maxBackoff()));
            case UnknownArgs unknown -> {
                return unknown.raw();
            }
        }
        return out;
    }

    private static void affinity(ObjectNode out, NodeAffinityTerms affinity) {
        if (!affinity.preferred().isEmpty()) {
            ArrayNode preferred = out.putArray("preferredDuringSchedulingIgnoredDuringExecution");
            affinity.preferred().forEach(term -> {
                ObjectNode entry = preferred.addObject();
                term(entry.putObject("preference"), term.preference());
                entry.put("weight", term.weight());
            });
        }
        affinity.required().ifPresent(terms -> {
            ArrayNode list = out.putObject("requiredDuringSchedulingIgnoredDuringExecution")
                    .putArray("nodeSelectorTerms");
            terms.forEach(term -> term(list.addObject(), term));
        });
    }

    private static void term(ObjectNode out, NodeSelectorTerm term) {
        requirements(out, "matchExpressions", term.matchExpressions());
        requirements(out, "matchFields", term.matchFields());
    }

    private static void requirements(ObjectNode out, String field, List<NodeSelectorRequirement> requirements) {
        if (!requirements.isEmpty()) {
            ArrayNode list = out.putArray(field);
            for (NodeSelectorRequirement requirement : requirements) {
                ObjectNode entry = list.addObject();
                entry.put("key", requirement.key()).put("operator", requirement.operator());
                strings(entry, "values", requirement.values());
            }
        }
    }

    private static void fit(ObjectNode out, NodeResourcesFitArgs fit) {
        strings(out, "ignoredResourceGroups", fit.ignoredResourceGroups());
        strings(out, "ignoredResources", fit.ignoredResources());
        ObjectNode strategy = out.putObject("scoringStrategy");
        fit.scoringStrategy()
                .requestedToCapacityRatioShape()
                .ifPresent(points -> shape(strategy.putObject("requestedToCapacityRatio"), points));
        resources(strategy, fit.scoringStrategy().resources());
        if (!fit.scoringStrategy().type().isEmpty()) {
            strategy.put("type", fit.scoringStrategy().type());
        }
    }

    private static void spread(ObjectNode out, PodTopologySpreadArgs spread) {
        if (!spread.defaultConstraints().isEmpty()) {
            ArrayNode list = out.putArray("defaultConstraints");
            for (TopologySpreadConstraint constraint : spread.defaultConstraints()) {
                ObjectNode entry = list.addObject();
                strings(entry, "matchLabelKeys", constraint.matchLabelKeys());
                entry.put("maxSkew", constraint.maxSkew());
                if (constraint.minDomains().isPresent()) {
                    entry.put("minDomains", constraint.minDomains().getAsInt());
                }
                constraint.nodeAffinityPolicy().ifPresent(policy -> entry.put("nodeAffinityPolicy", policy));
                constraint.nodeTaintsPolicy().ifPresent(policy -> entry.put("nodeTaintsPolicy", policy));
                entry.put("topologyKey", constraint.topologyKey());
                entry.put("whenUnsatisfiable", constraint.whenUnsatisfiable());
            }
        }
        out.put("defaultingType", spread.defaultingType());
    }

    private static void resources(ObjectNode out, List<ResourceSpec> resources) {
        ArrayNode list = out.putArray("resources");
        resources.forEach(
                resource -> list.addObject().put("name", resource.name()).put("weight", resource.weight()));
    }

    private static void shape(ObjectNode out, List<UtilizationShapePoint> shape) {
        if (!shape.isEmpty()) {
            ArrayNode list = out.putArray("shape");
            shape.forEach(
                    point -> list.addObject().put("score", point.score()).put("utilization", point.utilization()));
        }
    }

    private static void strings(ObjectNode out, String field, List<String> values) {
        if (!values.isEmpty()) {
            ArrayNode list = out.putArray(field);
            values.forEach(list::add);
        }
    }
}
