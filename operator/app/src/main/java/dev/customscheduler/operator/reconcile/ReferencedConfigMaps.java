package dev.customscheduler.operator.reconcile;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Watches the ConfigMaps that {@code spec.configurationFrom} names, each by a watch of its own that carries its name:
 * they bear no label of ours, and watching all ConfigMaps of a cluster would keep all of them in memory. A watch ends
 * with the last resource that refers to its ConfigMap.
 */
public final class ReferencedConfigMaps extends AbstractEventSource<ConfigMap, CustomScheduler>
        implements ResourceEventAware<CustomScheduler> {
    private static final long SYNC_SECONDS = 10;

    private record Watched(SharedIndexInformer<ConfigMap> informer, Set<ResourceID> primaries) {}

    private final KubernetesClient client;
    private final Map<ResourceID, Watched> watched = new HashMap<>();

    /**
     * Watches nothing yet.
     *
     * @param client the API server
     */
    public ReferencedConfigMaps(KubernetesClient client) {
        super(ConfigMap.class, "referenced-configmaps");
        this.client = client;
    }

    /**
     * The ConfigMap that a resource refers to; from now on the resource is reconciled when it changes.
     *
     * @param primary the resource
     * @param namespace the ConfigMap's namespace
     * @param name the ConfigMap's name
     * @return the ConfigMap; empty when there is none
     * @throws KubernetesClientException when it cannot be read
     */
    synchronized Optional<ConfigMap> follow(CustomScheduler primary, String namespace, String name) {
        var id = new ResourceID(name, namespace);
        var who = ResourceID.fromResource(primary);
        release(who, Optional.of(id));
        var existing = watched.get(id);
        if (existing == null) {
            existing = new Watched(open(id), new HashSet<>());
            watched.put(id, existing);
        }
        existing.primaries.add(who);
        return existing.informer.getStore().list().stream().findFirst();
    }

    /**
     * The resource refers to no ConfigMap any more.
     *
     * @param primary the resource
     */
    synchronized void unfollow(CustomScheduler primary) {
        release(ResourceID.fromResource(primary), Optional.empty());
    }

    private void release(ResourceID who, Optional<ResourceID> except) {
        watched.entrySet().removeIf(entry -> {
            var value = entry.getValue();
            if (except.filter(entry.getKey()::equals).isPresent() || !value.primaries.remove(who)) {
                return false;
            }
            if (value.primaries.isEmpty()) {
                value.informer.stop();
                return true;
            }
            return false;
        });
    }

    private SharedIndexInformer<ConfigMap> open(ResourceID id) {
        var informer = client.configMaps()
                .inNamespace(id.getNamespace().orElseThrow())
                .withName(id.getName())
                .runnableInformer(0);
        informer.addEventHandler(new Propagation(id));
        informer.exceptionHandler((started, failure) -> started);
        try {
            informer.start().toCompletableFuture().get(SYNC_SECONDS, TimeUnit.SECONDS);
            return informer;
        } catch (ExecutionException e) {
            informer.stop();
            throw e.getCause() instanceof KubernetesClientException refusal
                    ? refusal
                    : new KubernetesClientException("cannot watch ConfigMap " + id, e);
        } catch (TimeoutException e) {
            informer.stop();
            throw new KubernetesClientException("no answer in " + SYNC_SECONDS + " s", e);
        } catch (InterruptedException e) {
            informer.stop();
            Thread.currentThread().interrupt();
            throw new KubernetesClientException("interrupted", e);
        }
    }

    @Override
    public Set<ConfigMap> getSecondaryResources(CustomScheduler primary) {
        return Set.of();
    }

    @Override
    public void onResourceCreated(CustomScheduler resource) {}

    @Override
    public void onResourceUpdated(CustomScheduler resource, CustomScheduler before) {}

    @Override
    public void onResourceDeleted(CustomScheduler resource) {
        unfollow(resource);
    }

    @Override
    public synchronized void stop() {
        watched.values().forEach(w -> w.informer.stop());
        watched.clear();
        super.stop();
    }

    private synchronized Set<ResourceID> primaries(ResourceID id) {
        var entry = watched.get(id);
        return entry == null ? Set.of() : Set.copyOf(entry.primaries);
    }

    private final class Propagation implements ResourceEventHandler<ConfigMap> {
        private final ResourceID id;

        Propagation(ResourceID id) {
            this.id = id;
        }

        private void propagate() {
            primaries(id).forEach(primary -> getEventHandler().handleEvent(new Event(primary)));
        }

        @Override
        public void onAdd(ConfigMap added) {
            propagate();
        }

        @Override
        public void onUpdate(ConfigMap before, ConfigMap after) {
            propagate();
        }

        @Override
        public void onDelete(ConfigMap deleted, boolean finalStateUnknown) {
            propagate();
        }
    }
}
