package dev.customscheduler.engine.cache;

import dev.customscheduler.framework.ImageState;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler knows of nodes and of the pods on them: what the API server said, and the pods that the scheduler
 * itself has just placed (assumed) and that the API server has not confirmed yet. Assumed pods never expire: they are
 * confirmed, or forgotten when their binding fails. Safe for several threads.
 */
public final class ClusterCache {

    /** A node's place. It may have pods before the node itself is known, and after it is gone. */
    private static final class Slot {
        private final String name;
        private @Nullable NodeInfo info;
        private final Map<String, Pod> orphans = new LinkedHashMap<>();
        private boolean dirty;

        Slot(String name) {
            this.name = name;
        }
    }

    private final Map<String, Slot> slots = new HashMap<>();
    private final Map<String, Pod> pods = new HashMap<>();
    private final Map<String, Pod> assumed = new HashMap<>();
    private final List<Slot> dirty = new ArrayList<>();
    private final NodeTree tree = new NodeTree();
    private final ImageTable images = new ImageTable();
    private boolean reordered = true;

    /** An empty cache. */
    public ClusterCache() {}

    /** Takes a new node, or a new state of one. Gives the former state, or null. */
    public synchronized @Nullable Node putNode(Node node) {
        Slot slot = slots.computeIfAbsent(node.name(), Slot::new);
        NodeInfo info = slot.info;
        Node before = info == null ? null : info.node();
        if (before != null && info != null) {
            Map<String, ImageState> own = info.images();
            if (!before.images().equals(node.images())) {
                images.remove(before);
                own = images.add(node);
            }
            slot.info = info.withNode(node, own);
            if (!before.zone().equals(node.zone())) {
                tree.remove(before);
                tree.add(node);
                reordered = true;
            }
        } else {
            NodeInfo fresh = NodeInfo.of(node, images.add(node));
            for (Pod pod : slot.orphans.values()) {
                fresh = fresh.withPod(pod);
            }
            slot.orphans.clear();
            slot.info = fresh;
            tree.add(node);
            reordered = true;
        }
        touch(slot);
        return before;
    }

    /** Forgets a node; pods that are still on it are remembered. Gives its last state, or null. */
    public synchronized @Nullable Node removeNode(String name) {
        Slot slot = slots.get(name);
        if (slot == null || slot.info == null) {
            return null;
        }
        NodeInfo info = slot.info;
        slot.info = null;
        for (Pod pod : info.pods()) {
            slot.orphans.put(pod.uid(), pod);
        }
        tree.remove(info.node());
        images.remove(info.node());
        reordered = true;
        drop(slot);
        return info.node();
    }

    /** Takes an assigned pod, or a new state of one; confirms it if it was assumed. Gives the former state, or null. */
    public synchronized @Nullable Pod putPod(Pod pod) {
        String uid = pod.uid();
        assumed.remove(uid);
        Pod before = pods.put(uid, pod);
        if (before != null && before.nodeName().equals(pod.nodeName())) {
            replace(before, pod);
        } else {
            if (before != null) {
                takeOff(before);
            }
            putOn(pod);
        }
        return before;
    }

    /** Forgets an assigned pod. Gives its last state, or null. */
    public synchronized @Nullable Pod removePod(String uid) {
        assumed.remove(uid);
        Pod before = pods.remove(uid);
        if (before != null) {
            takeOff(before);
        }
        return before;
    }

    /** Takes a pod that the scheduler placed. Gives false where the pod is known already. */
    public synchronized boolean assume(Pod pod) {
        if (pods.containsKey(pod.uid())) {
            return false;
        }
        pods.put(pod.uid(), pod);
        assumed.put(pod.uid(), pod);
        putOn(pod);
        return true;
    }

    /** Takes an assumed pod back, unless it was confirmed meanwhile. Gives whether it has no place now. */
    public synchronized boolean forget(Pod pod) {
        if (assumed.remove(pod.uid()) != null) {
            Pod known = pods.remove(pod.uid());
            if (known != null) {
                takeOff(known);
            }
        }
        return !pods.containsKey(pod.uid());
    }

    /** Whether the pod of that UID is assumed and not confirmed. */
    public synchronized boolean isAssumed(String uid) {
        return assumed.containsKey(uid);
    }

    /** The assigned or assumed pod of that UID, or null. */
    public synchronized @Nullable Pod pod(String uid) {
        return pods.get(uid);
    }

    /** The node of that name with its pods, or null. */
    public synchronized @Nullable NodeInfo node(String name) {
        Slot slot = slots.get(name);
        return slot == null ? null : slot.info;
    }

    /** The names of all nodes. */
    public synchronized List<String> nodeNames() {
        return tree.order();
    }

    /** All assigned pods, assumed ones among them. */
    public synchronized List<Pod> pods() {
        return List.copyOf(pods.values());
    }

    /** How many nodes, pods and assumed pods there are. */
    public synchronized Sizes sizes() {
        return new Sizes(tree.order().size(), pods.size(), assumed.size());
    }

    /**
     * How much is in the cache.
     *
     * @param nodes the nodes
     * @param pods the assigned pods, assumed ones among them
     * @param assumedPods the assumed pods
     */
    public record Sizes(int nodes, int pods, int assumedPods) {}

    /**
     * A cache of its own with the same nodes and pods, in the same order; assumed pods are ordinary ones there. Pods of
     * unknown nodes are left out.
     */
    public synchronized ClusterCache copy() {
        ClusterCache copy = new ClusterCache();
        for (String name : tree.order()) {
            Slot slot = slots.get(name);
            NodeInfo info = slot == null ? null : slot.info;
            if (info != null) {
                Slot own = new Slot(name);
                own.info = info.withNode(info.node(), copy.images.add(info.node()));
                copy.slots.put(name, own);
                copy.tree.add(info.node());
                for (Pod pod : info.pods()) {
                    copy.pods.put(pod.uid(), pod);
                }
            }
        }
        return copy;
    }

    /** Brings {@code snapshot} up to date. A cache serves one snapshot. */
    public synchronized void update(NodeSnapshot snapshot) {
        if (reordered) {
            List<String> order = tree.order();
            NodeInfo[] nodes = new NodeInfo[order.size()];
            int n = 0;
            for (String name : order) {
                Slot slot = slots.get(name);
                if (slot != null && slot.info != null) {
                    nodes[n++] = slot.info;
                }
            }
            snapshot.rebuild(nodes);
            reordered = false;
        } else {
            for (Slot slot : dirty) {
                if (slot.info != null) {
                    snapshot.set(slot.info);
                }
            }
        }
        for (Slot slot : dirty) {
            slot.dirty = false;
        }
        dirty.clear();
    }

    private void putOn(Pod pod) {
        Slot slot = slots.computeIfAbsent(pod.nodeName(), Slot::new);
        if (slot.info == null) {
            slot.orphans.put(pod.uid(), pod);
        } else {
            slot.info = slot.info.withPod(pod);
            touch(slot);
        }
    }

    private void takeOff(Pod pod) {
        Slot slot = slots.get(pod.nodeName());
        if (slot == null) {
            return;
        }
        if (slot.info == null) {
            slot.orphans.remove(pod.uid());
            drop(slot);
        } else {
            slot.info = slot.info.withoutPod(pod);
            touch(slot);
        }
    }

    private void replace(Pod before, Pod after) {
        Slot slot = slots.get(after.nodeName());
        if (slot == null || slot.info == null) {
            putOn(after);
        } else {
            slot.info = slot.info.withReplaced(before, after);
            touch(slot);
        }
    }

    private void touch(Slot slot) {
        if (!slot.dirty) {
            slot.dirty = true;
            dirty.add(slot);
        }
    }

    private void drop(Slot slot) {
        if (slot.info == null && slot.orphans.isEmpty()) {
            slots.remove(slot.name);
        }
    }
}
