package dev.customscheduler.engine.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.engine.Scheduler;
import dev.customscheduler.engine.explain.Explanation.Kind;
import dev.customscheduler.engine.plugins.Neighbours;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.HostPort;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.ObjectMeta;
import dev.customscheduler.framework.model.OwnerReference;
import dev.customscheduler.framework.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** What helps where other pods are in the way, or are missing. */
final class PodRepairs {
    /** How far a constraint is loosened, or how many pods are taken away, before that is no small change any more. */
    private static final int MOST = 10;

    private final Predicate<Pod> mayName;

    /** Repairs that name other pods only where {@code mayName} allows it. */
    PodRepairs(Predicate<Pod> mayName) {
        this.mayName = mayName;
    }

    List<List<Repair>> ofPorts(Pod pod, NodeInfo node) {
        List<Pod> holders = new ArrayList<>();
        for (Pod other : node.pods()) {
            if (conflicts(pod, other)) {
                holders.add(other);
            }
        }
        return holders.isEmpty() ? List.of() : List.of(List.of(without(holders)));
    }

    private static boolean conflicts(Pod pod, Pod other) {
        for (HostPort taken : other.spec().hostPorts()) {
            for (HostPort wanted : pod.spec().hostPorts()) {
                if (taken.conflictsWith(wanted)) {
                    return true;
                }
            }
        }
        return false;
    }

    List<List<Repair>> ofAffinity(Neighbours neighbours, Node node) {
        List<List<Repair>> all = new ArrayList<>();
        List<Pod> inTheWay = neighbours.antiAffine(node);
        if (!inTheWay.isEmpty() && inTheWay.size() <= MOST) {
            all.add(List.of(without(inTheWay)));
        }
        List<Pod> wanted = neighbours.wantedNear();
        if (inTheWay.isEmpty() && !wanted.isEmpty()) {
            all.add(List.of(another(wanted.getFirst(), node)));
        }
        return all;
    }

    List<List<Repair>> ofClaims(Neighbours neighbours) {
        List<Pod> users = neighbours.sharingClaims();
        return users.isEmpty() || users.size() > MOST ? List.of() : List.of(List.of(without(users)));
    }

    List<List<Repair>> ofSpread(Pod pod, Neighbours neighbours, Node node, List<NodeInfo> nodes) {
        List<List<Repair>> all = new ArrayList<>(missingKeys(pod, node, nodes));
        if (!all.isEmpty()) {
            return all;
        }
        for (int i = 0; i < pod.spec().topologySpreadConstraints().size(); i++) {
            var constraint = pod.spec().topologySpreadConstraints().get(i);
            if (constraint.doNotSchedule()) {
                List<Repair> ladder = new ArrayList<>();
                for (int more = 1; more <= MOST; more++) {
                    ladder.add(looser(i, constraint.topologyKey(), constraint.maxSkew(), more));
                }
                all.add(ladder);
            }
        }
        List<Pod> peers = neighbours.spreadWith(node);
        List<Repair> ladder = new ArrayList<>();
        for (int fewer = 1; fewer <= Math.min(MOST, peers.size()); fewer++) {
            ladder.add(without(peers.subList(0, fewer)));
        }
        if (!ladder.isEmpty()) {
            all.add(ladder);
        }
        return all;
    }

    private static Repair looser(int index, String key, int maxSkew, int more) {
        return Repair.ofPod(
                Kind.MAX_SKEW,
                "the pod's spread over " + key + " with maxSkew " + (maxSkew + more) + " instead of " + maxSkew,
                1 + 0.1 * more,
                document -> {
                    JsonNode constraint = document.at("/spec/topologySpreadConstraints/" + index);
                    if (constraint instanceof ObjectNode object) {
                        object.put("maxSkew", maxSkew + more);
                    }
                    return document;
                });
    }

    private static List<List<Repair>> missingKeys(Pod pod, Node node, List<NodeInfo> nodes) {
        List<List<Repair>> all = new ArrayList<>();
        for (var constraint : pod.spec().topologySpreadConstraints()) {
            String key = constraint.topologyKey();
            if (!constraint.doNotSchedule() || node.labels().has(key)) {
                continue;
            }
            TreeSet<String> values = new TreeSet<>();
            for (NodeInfo other : nodes) {
                String value = other.node().labels().get(key);
                if (value != null) {
                    values.add(value);
                }
            }
            List<Repair> ladder = new ArrayList<>();
            for (String value : values.stream().limit(MOST).toList()) {
                LabelRepairs.ladder(node, Map.of(key, List.of(value))).forEach(ladder::addAll);
            }
            if (!ladder.isEmpty()) {
                all.add(ladder);
            }
        }
        return all;
    }

    private Repair without(List<Pod> pods) {
        List<Pod> gone = List.copyOf(pods);
        return Repair.ofCluster(
                Kind.FEWER_PODS,
                words(gone),
                0.5 + gone.size(),
                copy -> gone.forEach(pod -> copy.removePod(pod.uid())),
                copy -> gone.forEach(copy::putPod));
    }

    /** The pods by their controllers: whoever wants fewer must ask these. */
    private String words(List<Pod> pods) {
        Map<String, List<String>> byOwner = new TreeMap<>();
        for (Pod pod : pods) {
            OwnerReference owner = pod.metadata().controller();
            boolean named = mayName.test(pod);
            String who = !named
                    ? "of those that you may not see"
                    : owner == null ? "" : "of " + owner.kind() + " " + pod.namespace() + "/" + owner.name();
            byOwner.computeIfAbsent(who, w -> new ArrayList<>()).add(named ? pod.key() + " on " + pod.nodeName() : "");
        }
        List<String> words = new ArrayList<>();
        byOwner.forEach((who, names) -> {
            String count = names.size() == 1 ? "one pod fewer" : names.size() + " pods fewer";
            String list =
                    String.join(", ", names.stream().filter(n -> !n.isEmpty()).toList());
            words.add(count + (who.isEmpty() ? "" : " " + who) + (list.isEmpty() ? "" : " (" + list + ")"));
        });
        return String.join(" and ", words);
    }

    private Repair another(Pod like, Node node) {
        ObjectMeta m = like.metadata();
        String name = m.name() + "-explained";
        ObjectMeta metadata =
                new ObjectMeta(m.namespace(), name, name, "", 0, m.labels(), m.creationTimestamp(), 0, m.controller());
        Pod more = new Pod(metadata, like.spec(), like.status(), node.name(), null);
        String whom = mayName.test(like) ? like.key() : "one that you may not see";
        return Repair.ofCluster(
                Kind.MORE_PODS,
                "a pod like " + whom + " on node " + node.name(),
                2,
                copy -> copy.putPod(more),
                copy -> copy.removePod(name));
    }

    /** The pod without its scheduling gates. */
    static Repair withoutGates(Pod pod) {
        return Repair.ofPod(
                Kind.GATES,
                "the pod without the scheduling "
                        + (pod.spec().schedulingGates().size() == 1 ? "gate " : "gates ")
                        + String.join(", ", pod.spec().schedulingGates()),
                0.5,
                document -> {
                    document.withObject("/spec").remove("schedulingGates");
                    return document;
                });
    }

    /** Nothing of {@code scheduler} is kept by a repair. */
    static List<NodeInfo> nodes(Scheduler scheduler) {
        List<NodeInfo> all = new ArrayList<>();
        for (String name : scheduler.cache().nodeNames()) {
            NodeInfo node = scheduler.cache().node(name);
            if (node != null) {
                all.add(node);
            }
        }
        return all;
    }
}
