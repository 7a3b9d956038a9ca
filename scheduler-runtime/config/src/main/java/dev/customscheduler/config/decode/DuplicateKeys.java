package dev.customscheduler.config.decode;

import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.Path;
import dev.customscheduler.config.tree.ScalarNode;
import dev.customscheduler.config.tree.SequenceNode;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Reports every key that is set more than once, anywhere in a document. */
public final class DuplicateKeys {
    private final Findings findings;
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    public DuplicateKeys(Findings findings) {
        this.findings = findings;
    }

    /** Reports those at and below that node. */
    public void report(Node node, Path path) {
        if (!seen.add(node)) {
            return;
        }
        switch (node) {
            case MappingNode mapping -> {
                for (MappingNode.Duplicate duplicate : mapping.duplicates()) {
                    String first = duplicate.first().line() > 0
                            ? ", first in line " + duplicate.first().line()
                            : "";
                    findings.error(
                            path.child(duplicate.key()),
                            "the key is set more than once" + first + "; remove one",
                            duplicate.again());
                }
                mapping.entries().forEach((key, entry) -> report(entry.value(), path.child(key)));
            }
            case SequenceNode list -> {
                for (int i = 0; i < list.items().size(); i++) {
                    report(list.items().get(i), path.index(i));
                }
            }
            case ScalarNode leaf -> {
                return;
            }
        }
    }
}
