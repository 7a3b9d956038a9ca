package dev.customscheduler.operator.dependent;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.operator.dependent.Applied.Absent;
import dev.customscheduler.operator.dependent.Applied.Drifted;
import dev.customscheduler.operator.dependent.Applied.Failed;
import dev.customscheduler.operator.dependent.Applied.Foreign;
import dev.customscheduler.operator.dependent.Applied.InSync;
import dev.customscheduler.operator.dependent.Applied.Leaving;
import dev.customscheduler.operator.dependent.Applied.Written;
import dev.customscheduler.operator.metrics.OperatorMetrics;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.SSABasedGenericKubernetesResourceMatcher;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings single objects to their desired state, in two steps. Looking writes nothing and says whose the object is, so
 * that the caller can look at everything before it writes anything. Writing is server-side apply, and guarded: an
 * absent object is only made, never taken over; an object that is ours is only changed while it is the same object.
 *
 * <p>Refusals are values, not exceptions: one object that cannot be written does not keep the others from being tried.
 */
public final class Applier {
    /** The field manager of everything that the operator writes. */
    public static final String FIELD_MANAGER = "custom-scheduler-operator";

    /**
     * No object has this version, so that an apply that carries it makes the object or fails with a conflict where
     * somebody else was quicker.
     */
    private static final String VERSION_OF_NOTHING = "1";

    private final CustomScheduler primary;
    private final Context<CustomScheduler> context;
    private final OwnedInformers informers;
    private final OperatorMetrics metrics;

    /**
     * An applier for one reconciliation.
     *
     * @param primary the resource whose objects are written
     * @param context the reconciliation
     * @param informers the caches of owned objects
     * @param metrics where writes are counted
     */
    public Applier(
            CustomScheduler primary,
            Context<CustomScheduler> context,
            OwnedInformers informers,
            OperatorMetrics metrics) {
        this.primary = primary;
        this.context = context;
        this.informers = informers;
        this.metrics = metrics;
    }

    /**
     * Looks at one object. The cache answers where it can; it holds only objects that carry the operator's label, so
     * that an object that it does not know is looked for in the cluster.
     *
     * @param template the object as it should be; it is copied, and the copy gets the owner reference
     * @return {@link InSync}, {@link Absent}, {@link Drifted}, {@link Foreign}, {@link Leaving} or {@link Failed}
     */
    public Applied look(HasMetadata template) {
        var wanted = context.getControllerConfiguration()
                .getConfigurationService()
                .getResourceCloner()
                .clone(template);
        wanted.getMetadata().setOwnerReferences(List.of(Ownership.reference(primary)));
        Optional<HasMetadata> actual;
        try {
            actual = informers
                    .cached(wanted)
                    .or(() -> Optional.ofNullable(resource(wanted).get()));
        } catch (KubernetesClientException e) {
            return new Failed(wanted, "get", e);
        }
        return actual.map(a -> judge(wanted, a)).orElseGet(() -> new Absent(wanted));
    }

    /**
     * Writes what {@link #look} found to differ.
     *
     * @param found its outcome
     * @return {@link Written} or {@link Failed} for {@link Absent} and {@link Drifted}; every other outcome as it is
     */
    public Applied write(Applied found) {
        return switch (found) {
            case Absent absent -> apply(absent.desired(), "create", VERSION_OF_NOTHING, null);
            case Drifted drifted ->
                apply(
                        drifted.desired(),
                        "patch",
                        null,
                        drifted.actual().getMetadata().getUid());
            case InSync other -> other;
            case Written other -> other;
            case Foreign other -> other;
            case Leaving other -> other;
            case Failed other -> other;
        };
    }

    /**
     * Deletes an object that is ours and no longer wanted. The caller has it from the cache, so the uid guards against
     * a newer object of its name.
     *
     * @param object the object as it is
     * @return the refusal; empty when it is gone
     */
    public Optional<Failed> delete(HasMetadata object) {
        if (object.getMetadata().getDeletionTimestamp() != null) {
            return Optional.empty();
        }
        try {
            context.getClient()
                    .resource(object)
                    .lockResourceVersion(object.getMetadata().getResourceVersion())
                    .delete();
            metrics.write(object.getKind(), "delete", "ok");
            return Optional.empty();
        } catch (KubernetesClientException e) {
            metrics.write(object.getKind(), "delete", Integer.toString(e.getCode()));
            return e.getCode() == HttpURLConnection.HTTP_NOT_FOUND
                    ? Optional.empty()
                    : Optional.of(new Failed(object, "delete", e));
        }
    }

    private Applied judge(HasMetadata wanted, HasMetadata actual) {
        return switch (Ownership.of(actual, primary)) {
            case FOREIGN -> new Foreign(wanted, actual);
            case PREDECESSORS -> new Leaving(wanted);
            case OURS ->
                actual.getMetadata().getDeletionTimestamp() != null
                        ? new Leaving(wanted)
                        : matches(actual, wanted) ? new InSync(wanted, actual) : new Drifted(wanted, actual);
        };
    }

    private boolean matches(HasMetadata actual, HasMetadata wanted) {
        return SSABasedGenericKubernetesResourceMatcher.<HasMetadata>getInstance()
                .matches(actual, wanted, context);
    }

    private Applied apply(HasMetadata wanted, String verb, @Nullable String version, @Nullable String uid) {
        wanted.getMetadata().setResourceVersion(version);
        wanted.getMetadata().setUid(uid);
        try {
            var written = resource(wanted)
                    .fieldManager(FIELD_MANAGER)
                    .forceConflicts()
                    .serverSideApply();
            metrics.write(wanted.getKind(), "apply", "ok");
            informers.remember(written);
            return new Written(wanted, written);
        } catch (KubernetesClientException e) {
            metrics.write(wanted.getKind(), "apply", Integer.toString(e.getCode()));
            return new Failed(wanted, verb, e);
        } finally {
            wanted.getMetadata().setResourceVersion(null);
            wanted.getMetadata().setUid(null);
        }
    }

    private Resource<HasMetadata> resource(HasMetadata object) {
        return context.getClient().resource(object);
    }
}
