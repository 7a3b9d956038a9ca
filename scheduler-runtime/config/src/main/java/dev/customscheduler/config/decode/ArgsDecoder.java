package dev.customscheduler.config.decode;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.config.Target;
import dev.customscheduler.config.args.DefaultBinderArgs;
import dev.customscheduler.config.args.DefaultPreemptionArgs;
import dev.customscheduler.config.args.DynamicResourcesArgs;
import dev.customscheduler.config.args.InterPodAffinityArgs;
import dev.customscheduler.config.args.NodeResourcesBalancedAllocationArgs;
import dev.customscheduler.config.args.NodeResourcesFitArgs;
import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.config.args.ResourceSpec;
import dev.customscheduler.config.args.ScoringStrategy;
import dev.customscheduler.config.args.UnknownArgs;
import dev.customscheduler.config.args.UtilizationShapePoint;
import dev.customscheduler.config.args.VolumeBindingArgs;
import dev.customscheduler.config.catalog.ApiVersion;
import dev.customscheduler.config.tree.JsonNodes;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.Path;
import dev.customscheduler.config.tree.ScalarNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decodes the arguments of plugins and fills in their defaults. Those of plugins it does not know stay as they are. */
public final class ArgsDecoder {
    /** The group and version of this project's own arguments. */
    public static final String OWN_API_VERSION = "customscheduler.dev/v1alpha1";

    private static final List<ResourceSpec> CPU_AND_MEMORY =
            List.of(new ResourceSpec("cpu", 1), new ResourceSpec("memory", 1));
    private static final List<UtilizationShapePoint> EMPTIER_IS_BETTER =
            List.of(new UtilizationShapePoint(0, 10), new UtilizationShapePoint(100, 0));

    private final Target target;
    private final KubernetesVersion version;
    private final ApiVersion api;
    private final Findings findings;

    public ArgsDecoder(Target target, ApiVersion api, Findings findings) {
        this.target = target;
        this.version = target.version();
        this.api = api;
        this.findings = findings;
    }

    ArgsDraft pluginConfig(@Nullable Node node, Path at) {
        ObjectReader in = ObjectReader.of(node, at, findings);
        String name = in.string("name").orElse("");
        Node written = in.node("args");
        in.finish();
        return new ArgsDraft(name, decode(name, written, at.child("args")), at, true);
    }

    /** Whether that plugin has arguments of a known type. */
    public boolean isTyped(String plugin) {
        return switch (plugin) {
            case "DefaultPreemption",
                    "InterPodAffinity",
                    "NodeAffinity",
                    "NodeResourcesBalancedAllocation",
                    "NodeResourcesFit",
                    "PodTopologySpread",
                    "VolumeBinding" -> true;
            case "DynamicResources" -> version.atLeast(34);
            case "DefaultBinder" -> target.isBundled();
            default -> false;
        };
    }

    /** The arguments of a plugin that has typed ones, all at their defaults. */
    public PluginArgs defaults(String plugin) {
        return decode(plugin, null, Path.ROOT);
    }

    private PluginArgs decode(String plugin, @Nullable Node written, Path at) {
        if (!isTyped(plugin)) {
            return unknown(written);
        }
        if (written != null
                && !(written instanceof MappingNode)
                && !(written instanceof ScalarNode scalar && scalar.isNull())) {
            findings.error(at, "must be an object of kind " + plugin + "Args, not " + written.describe());
            return unknown(written);
        }
        ObjectReader in = ObjectReader.of(written, at, findings);
        if (!isOfKind(in, plugin)) {
            return unknown(written);
        }
        PluginArgs args = typed(plugin, in);
        in.finish();
        return args;
    }

    private boolean isOfKind(ObjectReader in, String plugin) {
        String expectedKind = plugin + "Args";
        String expectedVersion = plugin.equals("DefaultBinder") ? OWN_API_VERSION : api.text();
        String kind = in.string("kind").orElse("");
        String apiVersion = in.string("apiVersion").orElse("");
        String group = expectedVersion.substring(0, expectedVersion.indexOf('/') + 1);
        boolean versionFits = apiVersion.isEmpty()
                || apiVersion.equals("/")
                || apiVersion.equals(expectedVersion)
                || apiVersion.equals(group);
        if (!kind.isEmpty() && !kind.equals(expectedKind)) {
            findings.error(
                    in.at("kind"),
                    "the arguments of " + plugin + " are of kind " + expectedKind + ", not \"" + kind
                            + "\"; leave kind out or write " + expectedKind);
        }
        if (!versionFits) {
            findings.error(
                    in.at("apiVersion"),
                    "must be " + expectedVersion + " here, not \"" + apiVersion + "\"; leave it out or write that");
        }
        return versionFits && (kind.isEmpty() || kind.equals(expectedKind));
    }

    private static UnknownArgs unknown(@Nullable Node written) {
        if (written == null) {
            return new UnknownArgs("", "", NullNode.getInstance());
        }
        String apiVersion = written instanceof MappingNode mapping ? mapping.string("apiVersion") : null;
        String kind = written instanceof MappingNode mapping ? mapping.string("kind") : null;
        return new UnknownArgs(apiVersion == null ? "" : apiVersion, kind == null ? "" : kind, JsonNodes.to(written));
    }

    private PluginArgs typed(String plugin, ObjectReader in) {
        return switch (plugin) {
            case "DefaultPreemption" ->
                new DefaultPreemptionArgs(
                        in.int32("minCandidateNodesPercentage").orElse(10),
                        in.int32("minCandidateNodesAbsolute").orElse(100));
            case "InterPodAffinity" ->
                new InterPodAffinityArgs(
                        in.int32("hardPodAffinityWeight").orElse(1),
                        version.atLeast(27)
                                && in.bool("ignorePreferredTermsOfExistingPods").orElse(false));
            case "NodeAffinity" -> NodeAffinityDecoder.decode(in, findings);
            case "NodeResourcesBalancedAllocation" ->
                new NodeResourcesBalancedAllocationArgs(orCpuAndMemory(in.list("resources", this::resource)));
            case "NodeResourcesFit" -> fit(in);
            case "PodTopologySpread" -> SpreadDecoder.decode(in, findings);
            case "VolumeBinding" -> volumeBinding(in);
            case "DynamicResources" -> dynamicResources(in);
            default -> defaultBinder(in);
        };
    }

    private NodeResourcesFitArgs fit(ObjectReader in) {
        List<String> resources = in.strings("ignoredResources");
        List<String> groups = in.strings("ignoredResourceGroups");
        if (!in.has("scoringStrategy")) {
            return new NodeResourcesFitArgs(
                    resources, groups, new ScoringStrategy("LeastAllocated", CPU_AND_MEMORY, Optional.empty()));
        }
        ObjectReader strategy = in.object("scoringStrategy");
        String type = strategy.string("type").orElse("");
        List<ResourceSpec> weights = orCpuAndMemory(strategy.list("resources", this::resource));
        Optional<List<UtilizationShapePoint>> shape = Optional.empty();
        if (strategy.has("requestedToCapacityRatio")) {
            ObjectReader ratio = strategy.object("requestedToCapacityRatio");
            shape = Optional.of(ratio.list("shape", this::point));
            ratio.finish();
        }
        strategy.finish();
        return new NodeResourcesFitArgs(resources, groups, new ScoringStrategy(type, weights, shape));
    }

    private VolumeBindingArgs volumeBinding(ObjectReader in) {
        long timeout = in.int64("bindTimeoutSeconds").orElse(600);
        List<UtilizationShapePoint> shape = in.list("shape", this::point);
        if (!version.atLeast(37)) {
            if (in.has("shape")) {
                findings.error(
                        in.at("shape"),
                        "kube-scheduler " + version
                                + " scores no storage capacity unless a feature gate says so; remove it");
            }
            return new VolumeBindingArgs(timeout, List.of());
        }
        return new VolumeBindingArgs(timeout, shape.isEmpty() ? EMPTIER_IS_BETTER : shape);
    }

    private DynamicResourcesArgs dynamicResources(ObjectReader in) {
        Optional<Duration> filter = in.nullableDuration("filterTimeout").or(() -> Optional.of(Duration.ofSeconds(10)));
        Optional<Duration> binding = Optional.empty();
        if (version.atLeast(35)) {
            binding = in.nullableDuration("bindingTimeout");
            if (version.atLeast(36)) {
                binding = binding.or(() -> Optional.of(Duration.ofSeconds(600)));
            } else if (binding.isPresent()) {
                findings.error(
                        in.at("bindingTimeout"),
                        "needs the feature gate DRADeviceBindingConditions, which is off by default before 1.36; remove it");
            }
        }
        return new DynamicResourcesArgs(filter, binding);
    }

    private static DefaultBinderArgs defaultBinder(ObjectReader in) {
        DefaultBinderArgs standard = DefaultBinderArgs.DEFAULTS;
        return new DefaultBinderArgs(
                in.int32("maxAttempts").orElse(standard.maxAttempts()),
                in.nullableDuration("initialBackoff").orElse(standard.initialBackoff()),
                in.nullableDuration("maxBackoff").orElse(standard.maxBackoff()));
    }

    private ResourceSpec resource(@Nullable Node node, Path at) {
        ObjectReader in = ObjectReader.of(node, at, findings);
        String name = in.string("name").orElse("");
        long weight = in.int64("weight").orElse(0);
        in.finish();
        return new ResourceSpec(name, weight == 0 ? 1 : weight);
    }

    private UtilizationShapePoint point(@Nullable Node node, Path at) {
        ObjectReader in = ObjectReader.of(node, at, findings);
        UtilizationShapePoint read = new UtilizationShapePoint(
                in.int32("utilization").orElse(0), in.int32("score").orElse(0));
        in.finish();
        return read;
    }

    private static List<ResourceSpec> orCpuAndMemory(List<ResourceSpec> written) {
        return written.isEmpty() ? CPU_AND_MEMORY : written;
    }
}
