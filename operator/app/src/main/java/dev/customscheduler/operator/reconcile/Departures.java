package dev.customscheduler.operator.reconcile;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Hears of resources that are gone, and triggers nothing. There is no finalizer, so that the reconciler never sees a
 * deletion; without this, what it remembers of a resource would stay for ever.
 */
final class Departures extends AbstractEventSource<CustomScheduler, CustomScheduler>
        implements ResourceEventAware<CustomScheduler> {
    private final Consumer<CustomScheduler> forget;

    /**
     * Listens.
     *
     * @param forget told of each resource that is gone
     */
    Departures(Consumer<CustomScheduler> forget) {
        super(CustomScheduler.class, "departures");
        this.forget = forget;
    }

    @Override
    public Set<CustomScheduler> getSecondaryResources(CustomScheduler primary) {
        return Set.of();
    }

    @Override
    public void onResourceCreated(CustomScheduler resource) {}

    @Override
    public void onResourceUpdated(CustomScheduler resource, CustomScheduler before) {}

    @Override
    public void onResourceDeleted(CustomScheduler resource) {
        forget.accept(resource);
    }
}
