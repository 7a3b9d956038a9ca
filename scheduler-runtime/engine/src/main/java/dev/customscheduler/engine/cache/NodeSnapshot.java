package dev.customscheduler.engine.cache;

import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.Snapshot;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The nodes as they are for one attempt. {@link ClusterCache#update} brings it up to date in place, touching only what
 * changed. It belongs to the scheduling thread.
 */
public final class NodeSnapshot implements Snapshot {
    private NodeInfo[] nodes = {};
    private Map<String, Integer> index = Map.of();
    private @Nullable List<NodeInfo> affinity;
    private @Nullable List<NodeInfo> antiAffinity;
    private long structure;

    /** A snapshot of no nodes. */
    public NodeSnapshot() {}

    void rebuild(NodeInfo[] ordered) {
        nodes = ordered;
        index = HashMap.newHashMap(ordered.length);
        for (int i = 0; i < ordered.length; i++) {
            index.put(ordered[i].name(), i);
        }
        affinity = null;
        antiAffinity = null;
        structure++;
    }

    void set(NodeInfo info) {
        Integer at = index.get(info.name());
        if (at == null) {
            return;
        }
        NodeInfo before = nodes[at];
        nodes[at] = info;
        if (before.podsWithAffinity() + info.podsWithAffinity() > 0) {
            affinity = null;
            antiAffinity = null;
        }
    }

    /** The number of nodes. */
    public int size() {
        return nodes.length;
    }

    /** The node at {@code i} in the order of the search. */
    public NodeInfo at(int i) {
        return nodes[i];
    }

    /** The position of the node of that name, or -1. */
    public int indexOf(String name) {
        Integer at = index.get(name);
        return at == null ? -1 : at;
    }

    /** A number that changes whenever nodes come, go or change places, so that positions mean other nodes. */
    public long structure() {
        return structure;
    }

    @Override
    public List<NodeInfo> nodes() {
        return new NodeList(nodes);
    }

    @Override
    public @Nullable NodeInfo node(String name) {
        int at = indexOf(name);
        return at < 0 ? null : nodes[at];
    }

    @Override
    public List<NodeInfo> nodesWithAffinityPods() {
        List<NodeInfo> list = affinity;
        if (list == null) {
            list = new ArrayList<>();
            for (NodeInfo node : nodes) {
                if (node.podsWithAffinity() > 0) {
                    list.add(node);
                }
            }
            affinity = list;
        }
        return list;
    }

    @Override
    public List<NodeInfo> nodesWithRequiredAntiAffinityPods() {
        List<NodeInfo> list = antiAffinity;
        if (list == null) {
            list = new ArrayList<>();
            for (NodeInfo node : nodes) {
                if (node.podsWithRequiredAntiAffinity() > 0) {
                    list.add(node);
                }
            }
            antiAffinity = list;
        }
        return list;
    }

    /** A list view of an array that nobody changes while it is read. */
    public static final class NodeList extends AbstractList<NodeInfo> implements RandomAccess {
        private final NodeInfo[] nodes;

        /** A view of {@code nodes}. */
        public NodeList(NodeInfo[] nodes) {
            this.nodes = nodes;
        }

        @Override
        public NodeInfo get(int i) {
            return nodes[i];
        }

        @Override
        public int size() {
            return nodes.length;
        }
    }
}
