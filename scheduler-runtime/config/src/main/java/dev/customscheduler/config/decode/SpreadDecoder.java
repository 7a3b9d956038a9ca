package dev.customscheduler.config.decode;

import dev.customscheduler.config.args.PodTopologySpreadArgs;
import dev.customscheduler.config.args.TopologySpreadConstraint;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Decodes PodTopologySpreadArgs. */
final class SpreadDecoder {
    private final Findings findings;

    private SpreadDecoder(Findings findings) {
        this.findings = findings;
    }

    static PodTopologySpreadArgs decode(ObjectReader in, Findings findings) {
        SpreadDecoder decoder = new SpreadDecoder(findings);
        List<TopologySpreadConstraint> constraints = in.list("defaultConstraints", decoder::constraint);
        String type =
                in.string("defaultingType").filter(text -> !text.isEmpty()).orElse("System");
        return new PodTopologySpreadArgs(constraints, type);
    }

    private TopologySpreadConstraint constraint(@Nullable Node node, Path at) {
        ObjectReader in = ObjectReader.of(node, at, findings);
        int maxSkew = in.int32("maxSkew").orElse(0);
        String topologyKey = in.string("topologyKey").orElse("");
        String whenUnsatisfiable = in.string("whenUnsatisfiable").orElse("");
        if (in.has("labelSelector")) {
            selector(in.object("labelSelector"));
            findings.error(
                    in.at("labelSelector"),
                    "a default constraint has no selector: it is deduced for each pod from the Services and controllers it belongs to;"
                            + " remove it");
        }
        OptionalInt minDomains = in.int32("minDomains");
        Optional<String> nodeAffinityPolicy = in.string("nodeAffinityPolicy");
        Optional<String> nodeTaintsPolicy = in.string("nodeTaintsPolicy");
        List<String> matchLabelKeys = in.strings("matchLabelKeys");
        in.finish();
        return new TopologySpreadConstraint(
                maxSkew,
                topologyKey,
                whenUnsatisfiable,
                minDomains,
                nodeAffinityPolicy,
                nodeTaintsPolicy,
                matchLabelKeys);
    }

    private void selector(ObjectReader in) {
        if (in.node("matchLabels") instanceof MappingNode labels) {
            ObjectReader map = ObjectReader.of(labels, in.at("matchLabels"), findings);
            labels.entries().keySet().forEach(map::string);
        } else {
            in.object("matchLabels");
        }
        in.list("matchExpressions", (node, at) -> {
            ObjectReader requirement = ObjectReader.of(node, at, findings);
            requirement.string("key");
            requirement.string("operator");
            requirement.strings("values");
            requirement.finish();
            return at;
        });
        in.finish();
    }
}
