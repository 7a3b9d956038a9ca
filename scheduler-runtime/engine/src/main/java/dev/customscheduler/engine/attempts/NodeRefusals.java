package dev.customscheduler.engine.attempts;

import dev.customscheduler.framework.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why nodes were refused: two arrays side by side, of which that of the names is shared between the attempts on the
 * same nodes. Immutable.
 */
public final class NodeRefusals {
    /** Of no nodes. */
    public static final NodeRefusals NONE = new NodeRefusals(new String[0], new Status[0], Status.success());

    /** What a status, and a reason without its letters, take with the lists around them, in bytes. */
    private static final int STATUS = 64;

    private static final int REASON = 48;

    private final String[] nodes;
    private final @Nullable Status[] statuses;
    private final Status others;
    private final int bytes;

    /**
     * The refusals of an attempt. The arrays are given up by the caller.
     *
     * @param nodes the names of all nodes
     * @param statuses each node's status; null for those that were not looked at
     * @param others what holds for the nodes that were not looked at; Success where nothing is known
     */
    public NodeRefusals(String[] nodes, @Nullable Status[] statuses, Status others) {
        this.nodes = nodes;
        this.statuses = statuses;
        this.others = others;
        this.bytes = Integer.BYTES * nodes.length + shareAlike(statuses);
    }

    /**
     * Keeps one object of those that are equal: where a node lacks two resources a plugin makes a status for each node.
     *
     * @return what the different ones take in memory, about
     */
    private static int shareAlike(@Nullable Status[] statuses) {
        Status last = null;
        Map<Status, Status> different = new HashMap<>();
        int bytes = 0;
        for (int i = 0; i < statuses.length; i++) {
            Status s = statuses[i];
            if (s == null || s == last) {
                continue;
            }
            Status known = different.putIfAbsent(s, s);
            if (known == null) {
                bytes += STATUS + s.reasons().size() * REASON + s.message().length();
            } else {
                statuses[i] = known;
            }
            last = statuses[i];
        }
        return bytes;
    }

    /** The refusals that a map from nodes' names names. */
    public static NodeRefusals of(Map<String, Status> byName) {
        String[] names = new String[byName.size()];
        Status[] statuses = new Status[names.length];
        int i = 0;
        for (Map.Entry<String, Status> e : byName.entrySet()) {
            names[i] = e.getKey();
            statuses[i++] = e.getValue();
        }
        return new NodeRefusals(names, statuses, Status.success());
    }

    /** The number of nodes. */
    public int size() {
        return nodes.length;
    }

    /** What it takes in memory, about, without the names, which are the cluster's. */
    public int bytes() {
        return bytes;
    }

    /** The name of the node at {@code i}. */
    public String node(int i) {
        return nodes[i];
    }

    /** Why the node at {@code i} was refused; Success where it was not, or was not looked at. */
    public Status status(int i) {
        Status s = statuses[i];
        return s == null ? others : s;
    }

    /**
     * Nodes that one plugin refused for the same reasons.
     *
     * @param plugin the plugin, or the empty string where several had a part in it
     * @param reasons the plugin's words
     * @param nodes the nodes' names, sorted
     */
    public record Group(String plugin, List<String> reasons, List<String> nodes) {}

    private record Key(String plugin, List<String> reasons) {}

    /** The refused nodes by plugin and reasons; the largest group first, then by plugin and reasons. */
    public List<Group> groups() {
        Map<Key, List<String>> byKey = new HashMap<>();
        for (int i = 0; i < nodes.length; i++) {
            Status s = status(i);
            if (!s.isSuccess()) {
                byKey.computeIfAbsent(new Key(s.plugin(), s.reasons()), k -> new ArrayList<>())
                        .add(nodes[i]);
            }
        }
        List<Group> groups = new ArrayList<>(byKey.size());
        byKey.forEach((key, names) -> {
            Collections.sort(names);
            groups.add(new Group(key.plugin(), key.reasons(), names));
        });
        groups.sort(Comparator.<Group>comparingInt(g -> -g.nodes().size())
                .thenComparing(Group::plugin)
                .thenComparing(g -> String.join(", ", g.reasons())));
        return groups;
    }
}
