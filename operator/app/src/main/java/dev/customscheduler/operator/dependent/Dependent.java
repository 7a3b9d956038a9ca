package dev.customscheduler.operator.dependent;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.manifests.Names;
import dev.customscheduler.manifests.Outcome.Rendered;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.Mappers;
import java.util.Optional;

/**
 * One object that a CustomScheduler stands for: which part of the rendered manifests it is, when it is written, and
 * which of its changes matter.
 *
 * @param <R> the object's type
 */
public abstract class Dependent<R extends HasMetadata> {
    /** Selects the objects that the operator made. */
    static final String MANAGED = "app.kubernetes.io/managed-by=" + Names.MANAGER;

    private final Class<R> type;
    private final Phase phase;

    /**
     * A dependent.
     *
     * @param type the object's type
     * @param phase when it is written
     */
    protected Dependent(Class<R> type, Phase phase) {
        this.type = type;
        this.phase = phase;
    }

    /**
     * The object's type.
     *
     * @return the type
     */
    public final Class<R> type() {
        return type;
    }

    /**
     * When it is written.
     *
     * @return the phase
     */
    public final Phase phase() {
        return phase;
    }

    /**
     * The object as it should be.
     *
     * @param rendered all objects of the resource
     * @return the object; empty when the resource has none, and one that is there is deleted
     */
    public abstract Optional<R> desired(Rendered rendered);

    /**
     * Whether a change of the object may need a reconciliation.
     *
     * @param before the object before
     * @param after the object now
     * @return true when it may
     */
    protected boolean concerns(R before, R after) {
        return true;
    }

    /**
     * Makes the watch of the operator's objects of this type.
     *
     * @param context the controller's
     * @return the event source, not registered yet
     */
    public InformerEventSource<R, CustomScheduler> eventSource(EventSourceContext<CustomScheduler> context) {
        return new InformerEventSource<>(
                configure(InformerEventSourceConfiguration.from(type, CustomScheduler.class)), context);
    }

    /**
     * What every watch of owned objects has in common.
     *
     * @param builder knows the type
     * @return the configuration
     */
    protected final InformerEventSourceConfiguration<R> configure(InformerEventSourceConfiguration.Builder<R> builder) {
        return builder.withName(type.getSimpleName())
                .withWatchAllNamespaces()
                .withLabelSelector(MANAGED)
                .withSecondaryToPrimaryMapper(Mappers.fromOwnerReferences(CustomScheduler.class, true))
                .withOnUpdateFilter(this::concerns)
                .build();
    }

    /**
     * Whether what the operator writes may have changed; a controller that only writes a status changes none of it.
     *
     * @param before the object before
     * @param after the object now
     * @return true when it may
     */
    static boolean declarationChanged(HasMetadata before, HasMetadata after) {
        var was = before.getMetadata();
        var is = after.getMetadata();
        return !java.util.Objects.equals(was.getGeneration(), is.getGeneration())
                || !was.getLabels().equals(is.getLabels())
                || !was.getOwnerReferences().equals(is.getOwnerReferences());
    }
}
