package dev.customscheduler.config.decode;

import dev.customscheduler.config.args.NodeAffinityArgs;
import dev.customscheduler.config.args.NodeAffinityTerms;
import dev.customscheduler.config.args.NodeSelectorRequirement;
import dev.customscheduler.config.args.NodeSelectorTerm;
import dev.customscheduler.config.args.PreferredSchedulingTerm;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decodes NodeAffinityArgs. */
final class NodeAffinityDecoder {
    private final Findings findings;

    private NodeAffinityDecoder(Findings findings) {
        this.findings = findings;
    }

    static NodeAffinityArgs decode(ObjectReader in, Findings findings) {
        if (!in.has("addedAffinity")) {
            return new NodeAffinityArgs(Optional.empty());
        }
        return new NodeAffinityArgs(
                Optional.of(new NodeAffinityDecoder(findings).affinity(in.object("addedAffinity"))));
    }

    private NodeAffinityTerms affinity(ObjectReader in) {
        Optional<List<NodeSelectorTerm>> required = Optional.empty();
        if (in.has("requiredDuringSchedulingIgnoredDuringExecution")) {
            ObjectReader selector = in.object("requiredDuringSchedulingIgnoredDuringExecution");
            required = Optional.of(
                    selector.list("nodeSelectorTerms", (node, at) -> term(ObjectReader.of(node, at, findings))));
            selector.finish();
        }
        List<PreferredSchedulingTerm> preferred =
                in.list("preferredDuringSchedulingIgnoredDuringExecution", this::preferred);
        in.finish();
        return new NodeAffinityTerms(required, preferred);
    }

    private PreferredSchedulingTerm preferred(@Nullable Node node, Path at) {
        ObjectReader in = ObjectReader.of(node, at, findings);
        PreferredSchedulingTerm read =
                new PreferredSchedulingTerm(in.int32("weight").orElse(0), term(in.object("preference")));
        in.finish();
        return read;
    }

    private NodeSelectorTerm term(ObjectReader in) {
        NodeSelectorTerm read = new NodeSelectorTerm(
                in.list("matchExpressions", this::requirement), in.list("matchFields", this::requirement));
        in.finish();
        return read;
    }

    private NodeSelectorRequirement requirement(@Nullable Node node, Path at) {
        ObjectReader in = ObjectReader.of(node, at, findings);
        NodeSelectorRequirement read = new NodeSelectorRequirement(
                in.string("key").orElse(""), in.string("operator").orElse(""), in.strings("values"));
        in.finish();
        return read;
    }
}
