package dev.customscheduler.engine.explain;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.engine.Scheduler;
import dev.customscheduler.engine.attempts.NodeRefusals;
import dev.customscheduler.engine.cycle.Judgement;
import dev.customscheduler.engine.decode.PodDecoder;
import dev.customscheduler.engine.explain.Explanation.Changes;
import dev.customscheduler.engine.explain.Explanation.Step;
import dev.customscheduler.engine.explain.Explanation.Suggestion;
import dev.customscheduler.engine.plugins.InterPodAffinity;
import dev.customscheduler.engine.plugins.Neighbours;
import dev.customscheduler.engine.plugins.NodeAffinityPlugin;
import dev.customscheduler.engine.plugins.NodePorts;
import dev.customscheduler.engine.plugins.NodeResourcesFit;
import dev.customscheduler.engine.plugins.NodeUnschedulable;
import dev.customscheduler.engine.plugins.PodTopologySpread;
import dev.customscheduler.engine.plugins.SchedulingGates;
import dev.customscheduler.engine.plugins.TaintToleration;
import dev.customscheduler.engine.plugins.VolumeBinding;
import dev.customscheduler.engine.plugins.VolumeRestrictions;
import dev.customscheduler.engine.plugins.VolumeZone;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Document;
import dev.customscheduler.framework.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Looks for the smallest changes that would let a node take a pod.
 *
 * <p>It goes from the refusals: for each that a node gives it knows a few changes that may help, makes one on a copy of
 * the scheduler, and asks the node again. If the node then takes the pod, the changes made so far are a suggestion; if
 * it refuses for another reason, the search goes on from there, up to {@link #DEPTH} changes deep; if nothing has
 * changed, the change is taken back. So nothing is suggested that was not seen to work. Effort is bounded: a few nodes
 * for each kind of refusal, those with the most room first, and {@link #TRIALS} questions in all. The order is fixed,
 * so the same cluster gives the same answer.
 */
final class ChangeSearch {
    private static final int TRIALS = 300;
    private static final int DEPTH = 3;
    private static final int NODES = 5;
    private static final int SUGGESTIONS = 6;
    private static final int ALIKE = 2;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Scheduler copy;
    private final PodRepairs pods;
    private final PodDecoder decoder = new PodDecoder();
    private final List<Found> found = new ArrayList<>();
    private int tried;
    private boolean exhausted;

    private record Found(String node, List<Repair> repairs) {
        double cost() {
            return repairs.stream().mapToDouble(Repair::cost).sum();
        }

        Set<String> texts() {
            Set<String> texts = new HashSet<>();
            repairs.forEach(r -> texts.add(r.text()));
            return texts;
        }

        /** What suggestions have in common that differ in the node or the amount only. */
        String kinds() {
            StringBuilder kinds = new StringBuilder();
            repairs.forEach(r -> kinds.append(r.kind()).append(' '));
            return kinds.toString();
        }
    }

    /**
     * A search on a copy of a scheduler, which is as before when the search is over.
     *
     * @param mayName which other pods may be named
     */
    ChangeSearch(Scheduler copy, Predicate<Pod> mayName) {
        this.copy = copy;
        this.pods = new PodRepairs(mayName);
    }

    /** What would make {@code pod} fit, which {@code judgement} says fits nowhere. */
    Changes run(Pod pod, Judgement judgement) {
        Document document = pod.document();
        if (document == null) {
            return new Changes(List.of(), 0, true);
        }
        try {
            ObjectNode json = JSON.readValue(document.json(), ObjectNode.class);
            ObjectNode asItIs = json.deepCopy();
            Judgement from = judgement;
            List<Repair> path = List.of();
            Pod current = pod;
            if (!judgement.gate().isSuccess()) {
                if (!judgement.gate().plugin().equals(SchedulingGates.NAME)) {
                    return new Changes(List.of(), 0, true);
                }
                Repair gates = PodRepairs.withoutGates(pod);
                path = List.of(gates);
                json = gates.pod().apply(json);
                current = decoder.read(json);
                from = copy.judge(current);
                tried++;
                if (!from.feasible().isEmpty()) {
                    found.add(new Found(from.feasible().getFirst(), path));
                }
            }
            if (found.isEmpty()) {
                for (Map.Entry<NodeInfo, Status> e : candidates(current, from).entrySet()) {
                    deepen(e.getKey().name(), json, current, path, e.getValue());
                }
            }
            return new Changes(best(asItIs), tried, !exhausted);
        } catch (IOException e) {
            throw new UncheckedIOException("the document of " + pod.key(), e);
        }
    }

    /** Of each kind of refusal the nodes with the most room for the pod. */
    private Map<NodeInfo, Status> candidates(Pod pod, Judgement judgement) {
        NodeRefusals refusals = judgement.refusals();
        Map<String, Status> statuses = new HashMap<>();
        for (int i = 0; i < refusals.size(); i++) {
            statuses.put(refusals.node(i), refusals.status(i));
        }
        Map<NodeInfo, Status> chosen = new LinkedHashMap<>();
        for (NodeRefusals.Group group : refusals.groups()) {
            List<NodeInfo> nodes = new ArrayList<>();
            for (String name : group.nodes()) {
                NodeInfo node = copy.cache().node(name);
                if (node != null) {
                    nodes.add(node);
                }
            }
            nodes.sort(Comparator.<NodeInfo>comparingDouble(n -> ResourceRepairs.ratio(pod, n))
                    .thenComparing(NodeInfo::name));
            for (NodeInfo node : nodes.subList(0, Math.min(NODES, nodes.size()))) {
                chosen.put(node, statuses.getOrDefault(node.name(), Status.success()));
            }
        }
        return chosen;
    }

    private void deepen(String node, ObjectNode json, Pod pod, List<Repair> path, Status refusal) throws IOException {
        if (path.size() >= DEPTH) {
            return;
        }
        for (List<Repair> ladder : repairs(node, pod, refusal)) {
            climb(ladder, node, json, path, refusal);
        }
    }

    /** Tries the rungs of a ladder, each a little more than the one before, until one helps. */
    private void climb(List<Repair> ladder, String node, ObjectNode json, List<Repair> path, Status refusal)
            throws IOException {
        for (Repair repair : ladder) {
            if (tried >= TRIALS) {
                exhausted = true;
                return;
            }
            ObjectNode changed = repair.pod().apply(json.deepCopy());
            Pod pod = decoder.read(changed);
            repair.make().accept(copy);
            try {
                tried++;
                Status now = copy.judge(pod, node);
                if (!now.isSuccess() && now.equals(refusal)) {
                    continue;
                }
                List<Repair> longer = new ArrayList<>(path);
                longer.add(repair);
                if (now.isSuccess()) {
                    found.add(new Found(node, longer));
                } else {
                    deepen(node, changed, pod, longer, now);
                }
                return;
            } finally {
                repair.undo().accept(copy);
            }
        }
    }

    private List<List<Repair>> repairs(String name, Pod pod, Status refusal) {
        NodeInfo node = copy.cache().node(name);
        if (node == null) {
            return List.of();
        }
        List<NodeInfo> all = PodRepairs.nodes(copy);
        Neighbours neighbours = new Neighbours(pod, all, copy.objects());
        return switch (refusal.plugin()) {
            case NodeResourcesFit.NAME -> ResourceRepairs.of(pod, node);
            case TaintToleration.NAME -> TaintRepairs.ofTaints(pod, node.node());
            case NodeUnschedulable.NAME -> TaintRepairs.ofCordon(node.node());
            case NodeAffinityPlugin.NAME -> LabelRepairs.ofAffinity(pod, node.node());
            case NodePorts.NAME -> pods.ofPorts(pod, node);
            case InterPodAffinity.NAME -> pods.ofAffinity(neighbours, node.node());
            case PodTopologySpread.NAME -> pods.ofSpread(pod, neighbours, node.node(), all);
            case VolumeBinding.NAME, VolumeZone.NAME -> VolumeRepairs.of(copy, pod, neighbours.claims());
            case VolumeRestrictions.NAME -> {
                List<List<Repair>> unbound = VolumeRepairs.of(copy, pod, neighbours.claims());
                yield unbound.isEmpty() ? pods.ofClaims(neighbours) : unbound;
            }
            default -> List.of();
        };
    }

    /**
     * Whether no other node stands against it: where a plugin fails on any node, the attempt ends with that error, and
     * what refused the pod there before may have hidden it.
     */
    private boolean holds(Found f, ObjectNode asItIs) throws IOException {
        ObjectNode json = asItIs.deepCopy();
        int made = 0;
        try {
            for (Repair repair : f.repairs()) {
                json = repair.pod().apply(json);
                repair.make().accept(copy);
                made++;
            }
            tried++;
            Judgement all = copy.judge(decoder.read(json));
            NodeRefusals refusals = all.refusals();
            for (int i = 0; i < refusals.size(); i++) {
                Status s = refusals.status(i);
                if (!s.isSuccess() && !s.isRejected()) {
                    return false;
                }
            }
            return all.feasible().contains(f.node());
        } finally {
            for (int i = made - 1; i >= 0; i--) {
                f.repairs().get(i).undo().accept(copy);
            }
        }
    }

    /** The smallest, without those that hold another and more, and with few of a kind. */
    private List<Suggestion> best(ObjectNode asItIs) throws IOException {
        found.sort(Comparator.<Found>comparingInt(f -> f.repairs().size())
                .thenComparingDouble(Found::cost)
                .thenComparing(Found::node)
                .thenComparing(f -> f.texts().toString()));
        List<Suggestion> best = new ArrayList<>();
        List<Set<String>> taken = new ArrayList<>();
        Map<String, Integer> alike = new HashMap<>();
        for (Found f : found) {
            Set<String> texts = f.texts();
            if (taken.stream().anyMatch(texts::containsAll) || alike.getOrDefault(f.kinds(), 0) >= ALIKE) {
                continue;
            }
            if (tried >= TRIALS + SUGGESTIONS) {
                exhausted = true;
                break;
            }
            if (!holds(f, asItIs)) {
                continue;
            }
            alike.merge(f.kinds(), 1, Integer::sum);
            taken.add(texts);
            best.add(new Suggestion(
                    f.node(),
                    f.repairs().stream().map(r -> new Step(r.kind(), r.text())).toList()));
            if (best.size() == SUGGESTIONS) {
                break;
            }
        }
        return best;
    }
}
