package dev.customscheduler.cli.migrate;

import dev.customscheduler.config.KubeSchedulerConfiguration;
import dev.customscheduler.config.catalog.ApiVersion;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.Path;
import dev.customscheduler.config.tree.ScalarNode;
import dev.customscheduler.config.tree.SequenceNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns one document of v1beta2 or v1beta3 into v1. What it changes goes into the notes, what it cannot carry over is
 * an error.
 */
final class Migration {
    private final MappingNode root;
    private final TextEdits edits;
    private final Findings findings;
    private final ApiVersion from;

    Migration(MappingNode root, ApiVersion from, TextEdits edits, Findings findings) {
        this.root = root;
        this.from = from;
        this.edits = edits;
        this.findings = findings;
    }

    void run() {
        if (root.get("apiVersion") instanceof ScalarNode apiVersion) {
            edits.replaceScalar(apiVersion, KubeSchedulerConfiguration.API_VERSION);
        }
        for (String gone : List.of("healthzBindAddress", "metricsBindAddress")) {
            if (root.get(gone) != null && from == ApiVersion.V1BETA2) {
                edits.removeField(root, gone);
                note(Path.ROOT.child(gone), "removed: v1 does not have it, and it could only be empty or of port 0");
            }
        }
        boolean scoresByDefault = false;
        if (root.get("profiles") instanceof SequenceNode profiles) {
            for (int i = 0; i < profiles.items().size(); i++) {
                if (profiles.items().get(i) instanceof MappingNode profile) {
                    profile(profile, Path.ROOT.child("profiles").index(i));
                }
            }
        } else {
            scoresByDefault = true;
        }
        if (from == ApiVersion.V1BETA2 || scoresByDefault) {
            note(
                    Path.ROOT,
                    "the default score weights of v1 differ from v1beta2's: TaintToleration 3 (was 1), NodeAffinity 2 (was 1), InterPodAffinity 2"
                            + " (was 1); set them under plugins.score.enabled to keep the old ones");
        }
    }

    private void profile(MappingNode profile, Path path) {
        args(profile, path);
        if (!(profile.get("plugins") instanceof MappingNode plugins)) {
            return;
        }
        Path pluginsPath = path.child("plugins");
        ignored(plugins, pluginsPath);
        new VolumeLimitsMigration(edits, findings).run(plugins, pluginsPath);
        new ScoreMigration(edits, findings).run(profile, plugins, path);
        for (String point : new ArrayList<>(plugins.entries().keySet())) {
            selectorSpread(plugins, point, pluginsPath);
        }
    }

    /** What an old version read and never looked at would begin to count in v1. */
    private void ignored(MappingNode plugins, Path path) {
        List<String> points = from == ApiVersion.V1BETA2 ? List.of("multiPoint", "preEnqueue") : List.of("preEnqueue");
        for (String point : points) {
            if (plugins.get(point) instanceof MappingNode set && !set.entries().isEmpty()) {
                findings.error(
                        path.child(point),
                        "kube-scheduler ignored " + point + " in " + from.text()
                                + ", and in v1 it counts; remove it, or migrate without it and" + " add it again");
            }
        }
    }

    private void args(MappingNode profile, Path path) {
        if (!(profile.get("pluginConfig") instanceof SequenceNode configs)) {
            return;
        }
        for (Node config : configs.items()) {
            if (config instanceof MappingNode entry
                    && entry.get("args") instanceof MappingNode args
                    && args.get("apiVersion") instanceof ScalarNode version
                    && version.value().equals(from.text())) {
                edits.replaceScalar(version, KubeSchedulerConfiguration.API_VERSION);
            }
        }
    }

    private void selectorSpread(MappingNode plugins, String point, Path path) {
        if (!(plugins.get(point) instanceof MappingNode set)) {
            return;
        }
        entries(set, "enabled").forEach(entry -> {
            if (entry.name.equals("SelectorSpread")) {
                findings.error(
                        path.child(point).child("enabled").index(entry.index).child("name"),
                        "SelectorSpread cannot be carried over: v1 does not have it. PodTopologySpread's system defaults spread as it did; remove"
                                + " this entry to use them");
            }
        });
        for (Entry entry : entries(set, "disabled")) {
            if (entry.name.equals("SelectorSpread")) {
                removeEntry(edits, set, "disabled", entry.index);
                note(
                        path.child(point).child("disabled").index(entry.index),
                        "removed: v1 has no SelectorSpread to disable");
            }
        }
    }

    private void note(Path path, String message) {
        findings.warning(path, message);
    }

    /** An entry of an enabled or disabled list. */
    record Entry(int index, String name, MappingNode node) {}

    static List<Entry> entries(@Nullable Node set, String list) {
        List<Entry> entries = new ArrayList<>();
        if (set instanceof MappingNode mapping && mapping.get(list) instanceof SequenceNode items) {
            for (int i = 0; i < items.items().size(); i++) {
                if (items.items().get(i) instanceof MappingNode entry && entry.string("name") != null) {
                    entries.add(new Entry(i, String.valueOf(entry.string("name")), entry));
                }
            }
        }
        return entries;
    }

    /** Takes an entry out of a list; the list itself goes with its last entry. */
    static void removeEntry(TextEdits edits, MappingNode set, String list, int index) {
        if (set.get(list) instanceof SequenceNode items) {
            if (items.items().size() == 1) {
                edits.removeField(set, list);
            } else {
                edits.removeItem(items, index);
            }
        }
    }

    static void rename(TextEdits edits, Entry entry, String name) {
        if (entry.node.get("name") instanceof ScalarNode old) {
            edits.replaceScalar(old, name);
        }
    }
}
