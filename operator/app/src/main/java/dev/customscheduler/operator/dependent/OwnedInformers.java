package dev.customscheduler.operator.dependent;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The caches of objects that the operator made, one for each type. They are filled by watches on the operator's label:
 * the objects of everybody else never enter the operator's memory.
 */
public final class OwnedInformers {
    private final Map<Class<?>, InformerEventSource<?, CustomScheduler>> byType = new ConcurrentHashMap<>();

    /**
     * Adds the cache of one type.
     *
     * @param source its event source
     * @param <R> the type
     */
    public <R extends HasMetadata> void add(InformerEventSource<R, CustomScheduler> source) {
        byType.put(source.resourceType(), source);
    }

    /**
     * Takes the cache of one type away.
     *
     * @param type the type
     * @return its event source; empty when there was none
     */
    public Optional<InformerEventSource<?, CustomScheduler>> remove(Class<?> type) {
        return Optional.ofNullable(byType.remove(type));
    }

    /**
     * Whether there is a cache of a type.
     *
     * @param type the type
     * @return true when there is
     */
    public boolean knows(Class<?> type) {
        return byType.containsKey(type);
    }

    /**
     * All of them.
     *
     * @return the event sources to register
     */
    public Collection<InformerEventSource<?, CustomScheduler>> sources() {
        return byType.values();
    }

    /**
     * The cached object of a wanted object's type, namespace and name.
     *
     * @param wanted the wanted object
     * @return the object as it is; empty when the cache does not know it
     */
    public Optional<HasMetadata> cached(HasMetadata wanted) {
        return Optional.ofNullable(byType.get(wanted.getClass()))
                .flatMap(source -> source.get(ResourceID.fromResource(wanted)).map(HasMetadata.class::cast));
    }

    /**
     * The resource's own objects of one type.
     *
     * @param type the type
     * @param primary the resource
     * @param <R> the type
     * @return the objects, in no order
     */
    public <R extends HasMetadata> List<R> owned(Class<R> type, CustomScheduler primary) {
        var source = byType.get(type);
        if (source == null) {
            return List.of();
        }
        return source.getSecondaryResources(primary).stream()
                .map(type::cast)
                .filter(object -> Ownership.of(object, primary) == Ownership.OURS)
                .toList();
    }

    /**
     * Puts an object that was just written into its cache, so that the next reconciliation does not look at an older
     * one.
     *
     * @param written the object as the API server answered
     */
    public void remember(HasMetadata written) {
        var source = byType.get(written.getClass());
        if (source != null) {
            remember(source, written);
        }
    }

    private static <R extends HasMetadata> void remember(
            InformerEventSource<R, CustomScheduler> source, HasMetadata written) {
        var object = source.resourceType().cast(written);
        var id = ResourceID.fromResource(object);
        source.get(id)
                .ifPresentOrElse(
                        before -> source.handleRecentResourceUpdate(id, object, before),
                        () -> source.handleRecentResourceCreate(id, object));
    }
}
