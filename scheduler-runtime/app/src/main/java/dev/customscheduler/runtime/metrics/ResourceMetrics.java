package dev.customscheduler.runtime.metrics;

import dev.customscheduler.framework.model.Container;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodSpec;
import dev.customscheduler.framework.model.ResourceList;
import dev.customscheduler.framework.model.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * kube_pod_resource_request and kube_pod_resource_limit, a sample for each resource of each pod: what
 * {@code /metrics/resources} answers. Made when asked for; nothing is kept.
 */
public final class ResourceMetrics {
    private static final String REQUEST = "kube_pod_resource_request";
    private static final String LIMIT = "kube_pod_resource_limit";

    private ResourceMetrics() {}

    /** The samples of these pods. */
    public static byte[] write(Iterable<Pod> pods) {
        TextFormat out = new TextFormat();
        out.family(REQUEST, "[STABLE] Resources that pods request, by pod.", "gauge");
        for (Pod pod : pods) {
            samples(out, REQUEST, pod, requests(pod.footprint().requests()));
        }
        out.family(LIMIT, "[STABLE] Resources that pods are limited to, by pod.", "gauge");
        for (Pod pod : pods) {
            samples(out, LIMIT, pod, limits(pod.spec()));
        }
        return out.bytes();
    }

    private static void samples(TextFormat out, String name, Pod pod, Map<String, Long> amounts) {
        for (Map.Entry<String, Long> amount : new TreeMap<>(amounts).entrySet()) {
            long value = amount.getValue();
            if (value == 0) {
                continue;
            }
            boolean cpu = amount.getKey().equals("cpu");
            List<String> labels = new ArrayList<>(14);
            labels.addAll(List.of("namespace", pod.namespace(), "pod", pod.name(), "node", pod.nodeName()));
            labels.addAll(List.of("scheduler", pod.spec().schedulerName()));
            labels.addAll(List.of("priority", Integer.toString(pod.priority())));
            labels.addAll(List.of("resource", amount.getKey(), "unit", unit(amount.getKey())));
            out.sample(name, labels, cpu ? value / 1e3 : value);
        }
    }

    private static String unit(String resource) {
        return switch (resource) {
            case "cpu" -> "cores";
            case "memory", "storage", "ephemeral-storage" -> "bytes";
            default -> {
                if (resource.startsWith("hugepages-")) {
                    yield "bytes";
                }
                yield resource.startsWith("attachable-volumes-") ? "integer" : "";
            }
        };
    }

    private static Map<String, Long> requests(Resources requests) {
        Map<String, Long> amounts = new HashMap<>();
        amounts.put("cpu", requests.milliCpu());
        amounts.put("memory", requests.memory());
        amounts.put("ephemeral-storage", requests.ephemeralStorage());
        for (int i = 0; i < requests.scalarCount(); i++) {
            amounts.put(requests.scalarName(i), requests.scalarValue(i));
        }
        return amounts;
    }

    /**
     * The greater of what runs for good and what runs at most while the pod initialises, per resource; limits of the
     * pod as a whole take their place; overhead is added to what is limited at all.
     */
    private static Map<String, Long> limits(PodSpec spec) {
        Map<String, Long> running = new HashMap<>();
        for (Container container : spec.containers()) {
            add(running, container.limits());
        }
        Map<String, Long> sidecars = new HashMap<>();
        Map<String, Long> starting = new HashMap<>();
        for (Container container : spec.initContainers()) {
            if (container.restartable()) {
                add(running, container.limits());
                add(sidecars, container.limits());
            } else {
                Map<String, Long> meanwhile = new HashMap<>(sidecars);
                add(meanwhile, container.limits());
                meanwhile.forEach((name, amount) -> starting.merge(name, amount, Math::max));
            }
        }
        starting.forEach((name, amount) -> running.merge(name, amount, Math::max));
        ResourceList whole = spec.podLevelLimits();
        for (int i = 0; i < whole.size(); i++) {
            running.put(whole.name(i), whole.amount(i));
        }
        ResourceList overhead = spec.overhead();
        for (int i = 0; i < overhead.size(); i++) {
            long more = overhead.amount(i);
            running.computeIfPresent(overhead.name(i), (name, amount) -> amount == 0 ? amount : amount + more);
        }
        return running;
    }

    private static void add(Map<String, Long> to, ResourceList amounts) {
        for (int i = 0; i < amounts.size(); i++) {
            to.merge(amounts.name(i), amounts.amount(i), Long::sum);
        }
    }
}
