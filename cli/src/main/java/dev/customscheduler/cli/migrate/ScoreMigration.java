package dev.customscheduler.cli.migrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.cli.migrate.Migration.Entry;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.tree.JsonNodes;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.Path;
import dev.customscheduler.config.tree.ScalarNode;
import dev.customscheduler.config.tree.SequenceNode;
import dev.customscheduler.config.tree.YamlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The three score plugins that became strategies of NodeResourcesFit: the enabled one is renamed and keeps its weight,
 * its arguments become those of the strategy. A profile can have one strategy.
 */
final class ScoreMigration {
    private static final String FIT = "NodeResourcesFit";
    private static final Map<String, String> STRATEGIES = Map.of(
            "NodeResourcesLeastAllocated", "LeastAllocated",
            "NodeResourcesMostAllocated", "MostAllocated",
            "RequestedToCapacityRatio", "RequestedToCapacityRatio");

    private final TextEdits edits;
    private final Findings findings;

    ScoreMigration(TextEdits edits, Findings findings) {
        this.edits = edits;
        this.findings = findings;
    }

    void run(MappingNode profile, MappingNode plugins, Path path) {
        if (!(plugins.get("score") instanceof MappingNode score)) {
            return;
        }
        Path scorePath = path.child("plugins").child("score");
        List<Entry> enabled = new ArrayList<>();
        boolean hasFit = false;
        for (Entry entry : Migration.entries(score, "enabled")) {
            if (STRATEGIES.containsKey(entry.name())) {
                enabled.add(entry);
            }
            hasFit |= entry.name().equals(FIT);
        }
        if (enabled.size() > 1 || (hasFit && !enabled.isEmpty())) {
            findings.error(
                    scorePath.child("enabled").index(enabled.getLast().index()),
                    "cannot be carried over: in v1 these are strategies of NodeResourcesFit, and a profile has one; keep one of "
                            + String.join(
                                    ", ", enabled.stream().map(Entry::name).toList()) + (hasFit ? ", " + FIT : "")
                            + ", or make a profile for each");
            return;
        }
        for (Entry entry : enabled) {
            strategy(profile, entry, path, scorePath);
        }
        disabled(score, scorePath.child("disabled"), enabled.isEmpty() && !hasFit);
    }

    private void strategy(MappingNode profile, Entry entry, Path path, Path scorePath) {
        String strategy = String.valueOf(STRATEGIES.get(entry.name()));
        Migration.rename(edits, entry, FIT);
        findings.warning(
                scorePath.child("enabled").index(entry.index()),
                entry.name() + " became " + FIT + " with the scoring strategy " + strategy);
        SequenceNode configs = profile.get("pluginConfig") instanceof SequenceNode list ? list : null;
        MappingNode own = config(configs, entry.name());
        MappingNode fit = config(configs, FIT);
        if (fit != null) {
            existing(fit, own, configs, strategy, path);
            return;
        }
        ObjectNode args = JsonNodeFactory.instance.objectNode();
        args.set("scoringStrategy", scoringStrategy(strategy, own));
        if (own != null) {
            if (own.get("name") instanceof ScalarNode name) {
                edits.replaceScalar(name, FIT);
            }
            edits.replaceBlock(own, "args", YamlWriter.write(args), YamlWriter.flow(args));
            return;
        }
        ObjectNode added = JsonNodeFactory.instance.objectNode();
        added.put("name", FIT).set("args", args);
        String block = YamlWriter.write(JsonNodeFactory.instance.arrayNode().add(added));
        if (configs != null && !configs.items().isEmpty()) {
            edits.addItem(configs, block, YamlWriter.flow(added));
        } else if (configs == null && profile.get("pluginConfig") == null) {
            edits.addField(profile, "pluginConfig:\n" + block, "\"pluginConfig\": [" + YamlWriter.flow(added) + "]");
        } else {
            findings.error(
                    path.child("pluginConfig"),
                    "is empty; remove it so that NodeResourcesFit's arguments can be put there");
        }
    }

    /** The profile configures NodeResourcesFit already: the strategy goes in, unless another one is there. */
    private void existing(
            MappingNode fit, @Nullable MappingNode own, @Nullable SequenceNode configs, String strategy, Path path) {
        ObjectNode merged = JsonNodeFactory.instance.objectNode();
        if (fit.get("args") instanceof MappingNode args) {
            if (args.get("scoringStrategy") != null) {
                findings.error(
                        path.child("pluginConfig"),
                        "cannot be carried over: NodeResourcesFit has a scoringStrategy here and the score plugin would be another; keep one");
                return;
            }
            merged.setAll((ObjectNode) JsonNodes.to(args));
            merged.remove("apiVersion");
        }
        merged.set("scoringStrategy", scoringStrategy(strategy, own));
        edits.replaceBlock(fit, "args", YamlWriter.write(merged), YamlWriter.flow(merged));
        if (own != null && configs != null) {
            edits.removeItem(configs, configs.items().indexOf(own));
        }
    }

    private static @Nullable MappingNode config(@Nullable SequenceNode configs, String plugin) {
        if (configs != null) {
            for (Node node : configs.items()) {
                if (node instanceof MappingNode entry && plugin.equals(entry.string("name"))) {
                    return entry;
                }
            }
        }
        return null;
    }

    private static ObjectNode scoringStrategy(String type, @Nullable MappingNode own) {
        ObjectNode strategy = JsonNodeFactory.instance.objectNode().put("type", type);
        JsonNode args = own != null && own.get("args") instanceof MappingNode written
                ? JsonNodes.to(written)
                : JsonNodeFactory.instance.objectNode();
        if (args.hasNonNull("resources")) {
            strategy.set("resources", args.get("resources"));
        }
        if (type.equals("RequestedToCapacityRatio")) {
            ObjectNode ratio = strategy.putObject("requestedToCapacityRatio");
            if (args.hasNonNull("shape")) {
                ratio.set("shape", args.get("shape"));
            }
        }
        return strategy;
    }

    /** Only LeastAllocated was a default, so disabling another never did anything. */
    private void disabled(MappingNode score, Path path, boolean nothingEnabled) {
        boolean fitDisabled = false;
        for (Entry entry : Migration.entries(score, "disabled")) {
            fitDisabled |= entry.name().equals(FIT);
        }
        for (Entry entry : Migration.entries(score, "disabled")) {
            if (!STRATEGIES.containsKey(entry.name())) {
                continue;
            }
            if (entry.name().equals("NodeResourcesLeastAllocated") && nothingEnabled && !fitDisabled) {
                Migration.rename(edits, entry, FIT);
                findings.warning(
                        path.index(entry.index()),
                        "disabled NodeResourcesLeastAllocated became disabled NodeResourcesFit, which scores so by default");
                fitDisabled = true;
            } else {
                Migration.removeEntry(edits, score, "disabled", entry.index());
                findings.warning(
                        path.index(entry.index()),
                        "disabled " + entry.name() + " removed: v1 has no such plugin to disable");
            }
        }
    }
}
