package dev.customscheduler.framework.model;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a pod requests as a whole. Containers and sidecars run together, init containers one after another beside the
 * sidecars that started before them; so the sum of the former, or the largest moment of the latter, whichever is more,
 * for each resource by itself. A request of the pod as a whole takes the place of that figure, and the overhead of its
 * runtime class comes on top.
 */
public final class PodRequests {
    /** CPU that scoring assumes for a container that states none: a tenth of a core. */
    public static final long DEFAULT_MILLI_CPU = 100;
    /** Memory that scoring assumes for a container that states none: 200 MiB. */
    public static final long DEFAULT_MEMORY = 200L * 1024 * 1024;

    private PodRequests() {}

    /**
     * The aggregate for some view of the containers.
     *
     * @param spec the pod
     * @param view what one container requests
     * @param podLevel the requests of the pod as a whole, empty where they do not count
     * @param assumeCpu CPU for a container that states none, or 0
     * @param assumeMemory memory for a container that states none, or 0
     */
    static ResourceList aggregate(
            PodSpec spec,
            Function<Container, ResourceList> view,
            ResourceList podLevel,
            long assumeCpu,
            long assumeMemory) {
        return whole(containers(spec, view, assumeCpu, assumeMemory), podLevel, spec.overhead());
    }

    /** What containers, sidecars and init containers come to. */
    static ResourceList containers(
            PodSpec spec, Function<Container, ResourceList> view, long assumeCpu, long assumeMemory) {
        Map<String, Long> total = new TreeMap<>();
        for (Container c : spec.containers()) {
            add(total, view.apply(c), assumeCpu, assumeMemory);
        }
        Map<String, Long> sidecars = new TreeMap<>();
        Map<String, Long> peak = new TreeMap<>();
        for (Container c : spec.initContainers()) {
            ResourceList requests = view.apply(c);
            Map<String, Long> moment;
            if (c.restartable()) {
                add(total, requests, assumeCpu, assumeMemory);
                add(sidecars, requests, assumeCpu, assumeMemory);
                moment = sidecars;
            } else {
                moment = new TreeMap<>(sidecars);
                add(moment, requests, assumeCpu, assumeMemory);
            }
            moment.forEach((name, amount) -> peak.merge(name, amount, Math::max));
        }
        peak.forEach((name, amount) -> total.merge(name, amount, Math::max));
        return ResourceList.of(total);
    }

    /** What the pod comes to, its requests as a whole taking the place of those of its containers. */
    static ResourceList whole(ResourceList containers, ResourceList podLevel, ResourceList overhead) {
        Map<String, Long> total = new TreeMap<>();
        add(total, containers, 0, 0);
        for (int i = 0; i < podLevel.size(); i++) {
            if (ResourceNames.isPodLevel(podLevel.name(i))) {
                total.put(podLevel.name(i), podLevel.amount(i));
            }
        }
        add(total, overhead, 0, 0);
        return ResourceList.of(total);
    }

    private static void add(Map<String, Long> sum, ResourceList list, long assumeCpu, long assumeMemory) {
        for (int i = 0; i < list.size(); i++) {
            sum.merge(list.name(i), list.amount(i), Long::sum);
        }
        if (assumeCpu > 0 && !list.has(ResourceNames.CPU)) {
            sum.merge(ResourceNames.CPU, assumeCpu, Long::sum);
        }
        if (assumeMemory > 0 && !list.has(ResourceNames.MEMORY)) {
            sum.merge(ResourceNames.MEMORY, assumeMemory, Long::sum);
        }
    }

    /** Whether the pod as a whole requests something that may be requested so. */
    static boolean hasPodLevel(ResourceList podLevel) {
        for (int i = 0; i < podLevel.size(); i++) {
            if (ResourceNames.isPodLevel(podLevel.name(i))) {
                return true;
            }
        }
        return false;
    }

    /** The larger of the two amounts, name by name. */
    static ResourceList max(ResourceList a, ResourceList b) {
        Map<String, Long> most = new TreeMap<>();
        for (ResourceList list : List.of(a, b)) {
            for (int i = 0; i < list.size(); i++) {
                most.merge(list.name(i), list.amount(i), Math::max);
            }
        }
        return ResourceList.of(most);
    }
}
