package dev.customscheduler.engine.cache;

import dev.customscheduler.framework.model.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order in which nodes are searched: one from each zone in turn, zones in the order of their first node, nodes in
 * that of their coming.
 */
final class NodeTree {
    private final Map<String, List<String>> zones = new LinkedHashMap<>();
    private int size;

    void add(Node node) {
        zones.computeIfAbsent(node.zone(), z -> new ArrayList<>()).add(node.name());
        size++;
    }

    void remove(Node node) {
        List<String> names = zones.get(node.zone());
        if (names != null && names.remove(node.name())) {
            size--;
            if (names.isEmpty()) {
                zones.remove(node.zone());
            }
        }
    }

    List<String> order() {
        List<String> all = new ArrayList<>(size);
        for (int i = 0; all.size() < size; i++) {
            for (List<String> names : zones.values()) {
                if (i < names.size()) {
                    all.add(names.get(i));
                }
            }
        }
        return all;
    }
}
