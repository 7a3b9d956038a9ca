package dev.customscheduler.cli.migrate;

import dev.customscheduler.cli.migrate.Migration.Entry;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Path;
import java.util.List;
import java.util.Set;

/**
 * EBSLimits, GCEPDLimits, AzureDiskLimits and CinderLimits become NodeVolumeLimits, which counts their volumes since
 * they are CSI's.
 */
final class VolumeLimitsMigration {
    static final Set<String> OLD = Set.of("EBSLimits", "GCEPDLimits", "AzureDiskLimits", "CinderLimits");
    private static final String NEW = "NodeVolumeLimits";

    private final TextEdits edits;
    private final Findings findings;

    VolumeLimitsMigration(TextEdits edits, Findings findings) {
        this.edits = edits;
        this.findings = findings;
    }

    void run(MappingNode plugins, Path path) {
        plugins.entries().forEach((point, entry) -> {
            if (entry.value() instanceof MappingNode set) {
                enabled(set, path.child(point).child("enabled"));
                disabled(set, path.child(point).child("disabled"));
            }
        });
    }

    private void enabled(MappingNode set, Path path) {
        List<Entry> entries = Migration.entries(set, "enabled");
        boolean present = entries.stream().anyMatch(entry -> entry.name().equals(NEW));
        for (Entry entry : entries) {
            if (OLD.contains(entry.name())) {
                if (present) {
                    Migration.removeEntry(edits, set, "enabled", entry.index());
                    findings.warning(
                            path.index(entry.index()),
                            entry.name() + " removed: " + NEW + ", enabled here too, serves");
                } else {
                    Migration.rename(edits, entry, NEW);
                    findings.warning(path.index(entry.index()), entry.name() + " became " + NEW);
                    present = true;
                }
            }
        }
    }

    private void disabled(MappingNode set, Path path) {
        List<Entry> entries = Migration.entries(set, "disabled");
        boolean allDisabled = entries.stream()
                .anyMatch(entry -> entry.name().equals(NEW) || entry.name().equals("*"));
        List<Entry> old =
                entries.stream().filter(entry -> OLD.contains(entry.name())).toList();
        if (!allDisabled && !old.isEmpty()) {
            findings.error(
                    path.index(old.getFirst().index()),
                    "disabling " + old.getFirst().name() + " alone cannot be carried over: " + NEW
                            + " checks the volumes of all drivers; disable " + NEW
                            + " here, or remove this entry to have them checked");
            return;
        }
        for (Entry entry : old) {
            edits.removeItem(
                    (dev.customscheduler.config.tree.SequenceNode)
                            java.util.Objects.requireNonNull(set.get("disabled")),
                    entry.index());
            findings.warning(
                    path.index(entry.index()),
                    "disabled " + entry.name() + " removed: it is gone, and its successor is disabled here");
        }
    }
}
