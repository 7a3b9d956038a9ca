package dev.customscheduler.runtime.soak;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Watches all nodes and pods, and says afterwards which bindings put more on a node than it had. The resource versions
 * of all objects are numbers of one sequence, so what was where at the moment of a binding is known exactly; a node's
 * allocatable counts with the largest value of the {@value #GRACE_MILLIS} ms before, which is how late a scheduler may
 * hear of a change, and a pod with the least that it ever asked for.
 */
final class Overcommitment implements AutoCloseable {
    private static final long GRACE_MILLIS = 5_000;

    /** A pod on a node. */
    private static final class Stay {
        private final String name;
        private final String node;
        private final long from;
        private long to = Long.MAX_VALUE;
        private long seenAt;
        private BigDecimal cpu;
        private BigDecimal memory;

        Stay(String name, String node, long from, BigDecimal cpu, BigDecimal memory) {
            this.name = name;
            this.node = node;
            this.from = from;
            this.cpu = cpu;
            this.memory = memory;
        }
    }

    private record Size(long seenAt, BigDecimal cpu, BigDecimal memory, int pods) {}

    private final Map<String, Stay> stays = new HashMap<>();
    private final Map<String, TreeMap<Long, Size>> sizes = new HashMap<>();
    private final SharedIndexInformer<Node> nodes;
    private final SharedIndexInformer<Pod> pods;

    Overcommitment(KubernetesClient client) {
        nodes = client.nodes().inform(new Handler<>() {
            @Override
            void put(Node node) {
                size(node);
            }
        });
        pods = client.pods().inAnyNamespace().inform(new Handler<>() {
            @Override
            void put(Pod pod) {
                stay(pod);
            }

            @Override
            public void onDelete(Pod pod, boolean unknown) {
                gone(pod);
            }
        });
    }

    private abstract static class Handler<T> implements ResourceEventHandler<T> {
        abstract void put(T object);

        @Override
        public void onAdd(T object) {
            put(object);
        }

        @Override
        public void onUpdate(T before, T after) {
            put(after);
        }

        @Override
        public void onDelete(T object, boolean unknown) {}
    }

    private static long version(io.fabric8.kubernetes.api.model.HasMetadata object) {
        return Long.parseLong(object.getMetadata().getResourceVersion());
    }

    private synchronized void size(Node node) {
        Map<String, Quantity> allocatable = node.getStatus().getAllocatable();
        sizes.computeIfAbsent(node.getMetadata().getName(), name -> new TreeMap<>())
                .put(
                        version(node),
                        new Size(
                                System.currentTimeMillis(),
                                Amounts.of(allocatable, "cpu"),
                                Amounts.of(allocatable, "memory"),
                                Amounts.of(allocatable, "pods").intValueExact()));
    }

    private synchronized void stay(Pod pod) {
        String node = pod.getSpec().getNodeName();
        if (node == null) {
            return;
        }
        BigDecimal cpu = sum(pod, "cpu");
        BigDecimal memory = sum(pod, "memory");
        Stay stay = stays.computeIfAbsent(pod.getMetadata().getUid(), uid -> {
            Stay begun = new Stay(pod.getMetadata().getName(), node, version(pod), cpu, memory);
            begun.seenAt = System.currentTimeMillis();
            return begun;
        });
        stay.cpu = stay.cpu.min(cpu);
        stay.memory = stay.memory.min(memory);
    }

    private synchronized void gone(Pod pod) {
        Stay stay = stays.get(pod.getMetadata().getUid());
        if (stay != null) {
            stay.to = version(pod);
        }
    }

    private static BigDecimal sum(Pod pod, String resource) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Container container : pod.getSpec().getContainers()) {
            sum = sum.add(Amounts.of(container.getResources().getRequests(), resource));
        }
        return sum;
    }

    /** How many bindings were seen. */
    synchronized int bindings() {
        return stays.size();
    }

    /** The bindings that put too much on their node. */
    synchronized List<String> found() {
        List<String> found = new ArrayList<>();
        Map<String, List<Stay>> byNode = new HashMap<>();
        stays.values()
                .forEach(stay -> byNode.computeIfAbsent(stay.node, n -> new ArrayList<>())
                        .add(stay));
        byNode.forEach((node, all) -> all.forEach(binding -> {
            BigDecimal cpu = BigDecimal.ZERO;
            BigDecimal memory = BigDecimal.ZERO;
            int count = 0;
            for (Stay other : all) {
                if (other.from <= binding.from && other.to > binding.from) {
                    cpu = cpu.add(other.cpu);
                    memory = memory.add(other.memory);
                    count++;
                }
            }
            Size room = room(node, binding);
            if (cpu.compareTo(room.cpu) > 0 || memory.compareTo(room.memory) > 0 || count > room.pods) {
                found.add(binding.name + " on " + node + ": then " + count + " pods, cpu " + cpu + ", memory " + memory
                        + " of " + room);
            }
        }));
        return found;
    }

    private Size room(String node, Stay binding) {
        BigDecimal cpu = BigDecimal.ZERO;
        BigDecimal memory = BigDecimal.ZERO;
        int count = 0;
        TreeMap<Long, Size> known = sizes.getOrDefault(node, new TreeMap<>());
        Size last = null;
        for (Map.Entry<Long, Size> entry : known.headMap(binding.from).entrySet()) {
            Size size = entry.getValue();
            if (last != null && size.seenAt >= binding.seenAt - GRACE_MILLIS) {
                // The one before was in force until this one came.
                cpu = cpu.max(last.cpu);
                memory = memory.max(last.memory);
                count = Math.max(count, last.pods);
            }
            last = size;
        }
        if (last != null) {
            cpu = cpu.max(last.cpu);
            memory = memory.max(last.memory);
            count = Math.max(count, last.pods);
        }
        return new Size(binding.seenAt, cpu, memory, count);
    }

    @Override
    public void close() {
        nodes.close();
        pods.close();
    }
}
