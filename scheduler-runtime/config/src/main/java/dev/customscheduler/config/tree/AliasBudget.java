package dev.customscheduler.config.tree;

/**
 * go-yaml's guard against documents that are small as text and huge once their aliases are expanded: of the nodes
 * visited, a share that shrinks with their number may come from aliases. A shared node is visited once for each place
 * it stands in, and all visits but the first count as an alias's.
 */
final class AliasBudget {
    private static final int SMALL = 400_000;
    private static final int LARGE = 4_000_000;

    private final java.util.Set<Node> seen = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
    private long visits;
    private long fromAliases;

    private AliasBudget() {}

    static boolean allows(Node root) {
        return new AliasBudget().visit(root, false);
    }

    private boolean visit(Node node, boolean underAlias) {
        boolean shared = underAlias || !(node instanceof ScalarNode) && !seen.add(node);
        visits++;
        if (shared) {
            fromAliases++;
        }
        if (fromAliases > 100 && visits > 1000 && (double) fromAliases / visits > allowedShare()) {
            return false;
        }
        switch (node) {
            case MappingNode mapping -> {
                for (MappingNode.Entry entry : mapping.entries().values()) {
                    visits++;
                    if (!visit(entry.value(), shared)) {
                        return false;
                    }
                }
            }
            case SequenceNode list -> {
                for (Node item : list.items()) {
                    if (!visit(item, shared)) {
                        return false;
                    }
                }
            }
            case ScalarNode leaf -> {
                return true;
            }
        }
        return true;
    }

    private double allowedShare() {
        if (visits <= SMALL) {
            return 0.99;
        }
        return visits >= LARGE ? 0.10 : 0.99 - 0.89 * ((double) (visits - SMALL) / (LARGE - SMALL));
    }
}
