package dev.customscheduler.engine.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.model.LabelSelector;
import dev.customscheduler.framework.model.Labels;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The objects other than nodes and pods, decoded to what plugins read. The thread that feeds events writes, all others
 * read.
 */
public final class ClusterObjects {
    private final ObjectDecoder decoder = new ObjectDecoder();
    private final Map<String, Labels> namespaces = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Workload>> workloads = new ConcurrentHashMap<>();
    private final Map<String, DisruptionBudget> budgets = new ConcurrentSkipListMap<>();
    private final StorageObjects storage;
    private volatile boolean anyWorkload;

    /** None. */
    public ClusterObjects() {
        this(new StorageObjects());
    }

    private ClusterObjects(StorageObjects storage) {
        this.storage = storage;
    }

    /** Objects of their own, the same as these for now. */
    public ClusterObjects copy() {
        ClusterObjects copy = new ClusterObjects(storage.copy());
        copy.namespaces.putAll(namespaces);
        workloads.forEach((namespace, own) -> copy.workloads.put(namespace, new ConcurrentHashMap<>(own)));
        copy.budgets.putAll(budgets);
        copy.anyWorkload = anyWorkload;
        return copy;
    }

    /**
     * What an object's coming, changing or going is to waiting pods.
     *
     * @param resource the kind of object, as plugins register for it
     * @param before its former state, or null
     * @param after its present state, or null
     */
    public record Change(
            Resource resource,
            @Nullable Object before,
            @Nullable Object after) {}

    /**
     * Takes an object, or another state of it.
     *
     * @return what it means to waiting pods, or null where no plugin reads objects of its kind
     * @throws IOException where a value is malformed
     */
    public @Nullable Change put(JsonNode object) throws IOException {
        String kind = object.path("kind").asText();
        String name = object.at("/metadata/name").asText();
        switch (kind) {
            case "Namespace" -> {
                Labels after = decoder.namespaceLabels(object);
                Labels before = namespaces.put(name, after);
                return new Change(Resource.NAMESPACE, namespace(name, before), new Namespace(name, after));
            }
            case "Service", "ReplicationController", "ReplicaSet", "StatefulSet" -> {
                Workload after = decoder.workload(object);
                anyWorkload = true;
                Map<String, Workload> own =
                        workloads.computeIfAbsent(after.namespace(), n -> new ConcurrentHashMap<>());
                return new Change(Resource.OWNER, own.put(kind + "/" + name, after), after);
            }
            case "PodDisruptionBudget" -> {
                DisruptionBudget after = decoder.disruptionBudget(object);
                return new Change(
                        Resource.DISRUPTION_BUDGET, budgets.put(after.namespace() + "/" + name, after), after);
            }
            default -> {
                return storage.put(object);
            }
        }
    }

    /** Forgets an object; the namespace is empty for cluster-scoped kinds. */
    public @Nullable Change remove(String kind, String namespace, String name) {
        switch (kind) {
            case "Namespace" -> {
                return new Change(Resource.NAMESPACE, namespace(name, namespaces.remove(name)), null);
            }
            case "Service", "ReplicationController", "ReplicaSet", "StatefulSet" -> {
                Map<String, Workload> own = workloads.get(namespace);
                return own == null ? null : new Change(Resource.OWNER, own.remove(kind + "/" + name), null);
            }
            case "PodDisruptionBudget" -> {
                return new Change(Resource.DISRUPTION_BUDGET, budgets.remove(namespace + "/" + name), null);
            }
            default -> {
                return storage.remove(kind, namespace, name);
            }
        }
    }

    private static @Nullable Namespace namespace(String name, @Nullable Labels labels) {
        return labels == null ? null : new Namespace(name, labels);
    }

    /** A namespace, as the events of its kind have it. */
    public record Namespace(String name, Labels labels) {}

    /** Claims, volumes and what belongs to them. */
    public StorageObjects storage() {
        return storage;
    }

    /** The disruption budgets, by namespace and name. */
    public List<DisruptionBudget> disruptionBudgets() {
        return List.copyOf(budgets.values());
    }

    /** The labels of a namespace, or null where it is not known. */
    public @Nullable Labels namespaceLabels(String name) {
        return namespaces.get(name);
    }

    /** The names of the namespaces whose labels {@code selector} matches. */
    public List<String> namespaces(LabelSelector selector) {
        List<String> names = new ArrayList<>();
        namespaces.forEach((name, labels) -> {
            if (selector.matches(labels)) {
                names.add(name);
            }
        });
        return names;
    }

    /** Whether there are Services or controllers at all. */
    public boolean hasWorkloads() {
        return anyWorkload;
    }

    /** The Services and controllers of a namespace. */
    public Collection<Workload> workloads(String namespace) {
        Map<String, Workload> own = workloads.get(namespace);
        return own == null ? List.of() : own.values();
    }

    /** A Service or controller, or null. */
    public @Nullable Workload workload(String kind, String namespace, String name) {
        Map<String, Workload> own = workloads.get(namespace);
        return own == null ? null : own.get(kind + "/" + name);
    }
}
