package dev.customscheduler.engine.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.engine.decode.Quantity;
import dev.customscheduler.engine.explain.Explanation.Kind;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.ResourceList;
import dev.customscheduler.framework.model.ResourceNames;
import dev.customscheduler.framework.model.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What helps where NodeResourcesFit refuses: more on the node, or less for the pod. */
final class ResourceRepairs {
    private ResourceRepairs() {}

    /** What the node lacks for the pod, by resource; pods among them. */
    static Map<String, Long> missing(Pod pod, NodeInfo node) {
        Resources wanted = pod.spec().footprint().requests();
        Map<String, Long> missing = new LinkedHashMap<>();
        if (node.podCount() + 1 > node.allocatable().pods()) {
            missing.put(
                    ResourceNames.PODS, node.podCount() + 1 - node.allocatable().pods());
        }
        List<String> names =
                new ArrayList<>(List.of(ResourceNames.CPU, ResourceNames.MEMORY, ResourceNames.EPHEMERAL_STORAGE));
        for (int i = 0; i < wanted.scalarCount(); i++) {
            names.add(wanted.scalarName(i));
        }
        for (String name : names) {
            long lack = wanted.get(name) - free(node, name);
            if (wanted.get(name) > 0 && lack > 0) {
                missing.put(name, lack);
            }
        }
        return missing;
    }

    private static long free(NodeInfo node, String name) {
        return node.allocatable().get(name) - node.requested().get(name);
    }

    /** How much is missing beside what the node has, from 0; the largest of all resources, at most 10. */
    static double ratio(Pod pod, NodeInfo node) {
        double worst = 0;
        for (Map.Entry<String, Long> e : missing(pod, node).entrySet()) {
            worst = Math.max(
                    worst,
                    (double) e.getValue() / Math.max(1, node.allocatable().get(e.getKey())));
        }
        return Math.min(10, worst);
    }

    static List<List<Repair>> of(Pod pod, NodeInfo node) {
        Map<String, Long> missing = missing(pod, node);
        if (missing.isEmpty()) {
            return List.of();
        }
        List<List<Repair>> all = new ArrayList<>();
        all.add(List.of(more(node.node(), missing, ratio(pod, node))));
        List<Repair> less = less(pod, node, missing);
        if (!less.isEmpty()) {
            all.add(less);
        }
        return all;
    }

    private static Repair more(Node node, Map<String, Long> missing, double ratio) {
        List<String> words = new ArrayList<>();
        missing.forEach((name, amount) -> {
            words.add(
                    name.equals(ResourceNames.PODS)
                            ? "room for " + amount + (amount == 1 ? " more pod" : " more pods")
                            : Amounts.text(name, amount) + " more " + name);
        });
        Resources grown = node.allocatable().plus(Resources.of(ResourceList.of(missing)));
        Node larger = NodeChanges.withAllocatable(node, grown);
        return Repair.ofCluster(
                Kind.NODE_RESOURCE,
                String.join(" and ", words) + " on node " + node.name(),
                1 + ratio,
                copy -> copy.putNode(larger),
                copy -> copy.putNode(node));
    }

    /** Lowers the largest request of each resource that is missing, where enough of it is left. */
    private static List<Repair> less(Pod pod, NodeInfo node, Map<String, Long> missing) {
        if (missing.containsKey(ResourceNames.PODS)) {
            return List.of();
        }
        List<String> words = new ArrayList<>();
        double worst = 0;
        Resources wanted = pod.spec().footprint().requests();
        for (Map.Entry<String, Long> e : missing.entrySet()) {
            String name = e.getKey();
            long free = free(node, name);
            if (free <= 0) {
                return List.of();
            }
            words.add(Amounts.text(name, free) + " instead of " + Amounts.named(name, wanted.get(name)));
            worst = Math.max(worst, (double) e.getValue() / wanted.get(name));
        }
        return List.of(Repair.ofPod(
                Kind.POD_REQUEST,
                "the pod requests " + String.join(" and ", words),
                1.2 + worst,
                document -> lowered(document, missing)));
    }

    /** As it is where one of the requests cannot be lowered: half a change would be told as a whole one. */
    private static ObjectNode lowered(ObjectNode document, Map<String, Long> missing) {
        Map<String, ObjectNode> largest = new LinkedHashMap<>();
        for (Map.Entry<String, Long> e : missing.entrySet()) {
            long most = e.getValue();
            for (JsonNode container : document.at("/spec/containers")) {
                JsonNode requests = container.at("/resources/requests");
                long request = request(requests, e.getKey());
                if (request > most && requests instanceof ObjectNode object) {
                    most = request;
                    largest.put(e.getKey(), object);
                }
            }
            if (!largest.containsKey(e.getKey())) {
                return document;
            }
        }
        largest.forEach((name, requests) ->
                requests.put(name, Amounts.text(name, request(requests, name) - missing.getOrDefault(name, 0L))));
        return document;
    }

    private static long request(JsonNode requests, String name) {
        return requests.has(name) ? amount(name, requests.get(name).asText()) : 0;
    }

    private static long amount(String name, String text) {
        return name.equals(ResourceNames.CPU) ? Quantity.thousandths(text) : Quantity.units(text);
    }
}
