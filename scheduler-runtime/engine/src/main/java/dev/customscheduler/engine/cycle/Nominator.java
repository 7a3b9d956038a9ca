package dev.customscheduler.engine.cycle;

import dev.customscheduler.framework.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which pods are nominated to which nodes. Safe for several threads. */
public final class Nominator {
    private final Map<String, List<Pod>> byNode = new HashMap<>();
    private final Map<String, String> nodeOf = new HashMap<>();
    private volatile boolean empty = true;

    /** No nominations. */
    public Nominator() {}

    /** Nominates {@code pod} to {@code node}, instead of where it was nominated before. */
    public synchronized void add(Pod pod, String node) {
        remove(pod.uid());
        byNode.computeIfAbsent(node, n -> new ArrayList<>()).add(pod);
        nodeOf.put(pod.uid(), node);
        empty = false;
    }

    /** Ends the nomination of the pod of that UID, if there is one. */
    public synchronized void remove(String uid) {
        String node = nodeOf.remove(uid);
        if (node == null) {
            return;
        }
        List<Pod> pods = byNode.get(node);
        if (pods != null) {
            pods.removeIf(p -> p.uid().equals(uid));
            if (pods.isEmpty()) {
                byNode.remove(node);
            }
        }
        empty = nodeOf.isEmpty();
    }

    /**
     * Takes another state of a pod that may be nominated. A nomination that its status never stated survives; one that
     * its status does not state any more ends.
     */
    public synchronized void update(Pod pod) {
        String stated = pod.status().nominatedNodeName();
        if (!stated.isEmpty()) {
            add(pod, stated);
            return;
        }
        String known = nodeOf.get(pod.uid());
        if (known == null) {
            return;
        }
        for (Pod before : podsFor(known)) {
            if (before.uid().equals(pod.uid())) {
                if (before.status().nominatedNodeName().isEmpty()) {
                    add(pod, known);
                } else {
                    remove(pod.uid());
                }
            }
        }
    }

    /** The pods that are nominated to {@code node}. */
    public List<Pod> podsFor(String node) {
        if (empty) {
            return List.of();
        }
        synchronized (this) {
            List<Pod> pods = byNode.get(node);
            return pods == null ? List.of() : List.copyOf(pods);
        }
    }

    /** Nominates here whatever is nominated in {@code other}. */
    public void addAll(Nominator other) {
        Map<String, List<Pod>> all = new HashMap<>();
        synchronized (other) {
            other.byNode.forEach((node, pods) -> all.put(node, List.copyOf(pods)));
        }
        all.forEach((node, pods) -> pods.forEach(pod -> add(pod, node)));
    }

    /** Whether there are no nominations at all. */
    public boolean isEmpty() {
        return empty;
    }
}
