package dev.customscheduler.operator.reconcile;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerStatus;
import dev.customscheduler.manifests.Environment;
import dev.customscheduler.manifests.Environment.Capability;
import dev.customscheduler.operator.dependent.Applier;
import dev.customscheduler.operator.dependent.Dependents;
import dev.customscheduler.operator.metrics.OperatorMetrics;
import dev.customscheduler.operator.status.ConditionType;
import dev.customscheduler.operator.status.Observation;
import dev.customscheduler.operator.status.StatusAggregator;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings the cluster to what a CustomScheduler declares, and its status to what the cluster is. Thin:
 * {@link Reconciliation} does the work, {@link StatusAggregator} words it.
 */
@ControllerConfiguration(name = "customscheduler")
public final class CustomSchedulerReconciler implements Reconciler<CustomScheduler> {
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final Duration LAST_RETRY = Duration.ofMinutes(2);

    private final Environment environment;
    private final OperatorMetrics metrics;
    private final Clock clock;
    private final Duration resync;
    private final Backoff backoff = new Backoff(FIRST_RETRY, LAST_RETRY);
    private final Announcer announcer = new Announcer();
    private final RoleWrites roleWrites = new RoleWrites();
    private @Nullable Watches watches;
    private @Nullable Permissions permissions;
    private @Nullable OptionalApis optionalApis;
    private @Nullable EventSourceContext<CustomScheduler> sourceContext;

    /**
     * A reconciler.
     *
     * @param environment how the operator is installed and what the cluster serves
     * @param metrics where it counts
     * @param clock the time
     * @param resync after how long an idle resource is looked at again
     */
    public CustomSchedulerReconciler(Environment environment, OperatorMetrics metrics, Clock clock, Duration resync) {
        this.environment = environment;
        this.metrics = metrics;
        this.clock = clock;
        this.resync = resync;
    }

    @Override
    public List<EventSource<?, CustomScheduler>> prepareEventSources(EventSourceContext<CustomScheduler> context) {
        var made = Watches.make(context, environment.operatorNamespace());
        watches = made;
        permissions = new Permissions(context.getClient(), clock);
        optionalApis = new OptionalApis(context.getClient(), clock);
        sourceContext = context;
        var sources = new ArrayList<>(made.all());
        sources.add(new Departures(this::forget));
        return sources;
    }

    private void forget(CustomScheduler gone) {
        String uid = gone.getMetadata().getUid();
        backoff.succeeded(uid);
        roleWrites.forget(uid);
        announcer.forget(gone.getMetadata().getName());
        if (permissions != null) {
            permissions.forget(uid);
        }
    }

    @Override
    public UpdateControl<CustomScheduler> reconcile(CustomScheduler resource, Context<CustomScheduler> context) {
        var sources = Objects.requireNonNull(watches, "not registered");
        var seen = new Reconciliation(
                        resource,
                        environment.withCapabilities(served(sources, context)),
                        sources,
                        new Applier(resource, context, sources.owned(), metrics),
                        Objects.requireNonNull(permissions, "not registered"),
                        roleWrites,
                        context.getClient(),
                        clock.instant())
                .run();
        var status = StatusAggregator.aggregate(seen, resource.getStatus(), clock.instant());
        boolean current = write(resource, status, context);
        announce(resource, status);
        return UpdateControl.<CustomScheduler>noUpdate().rescheduleAfter(next(resource, seen, current));
    }

    /** The optional APIs, watched from the first reconciliation that finds them served. */
    private Set<Capability> served(Watches sources, Context<CustomScheduler> context) {
        var served = Objects.requireNonNull(optionalApis, "not registered").served();
        synchronized (sources) {
            var dependent = Dependents.SERVICE_MONITOR;
            boolean watched = sources.owned().knows(dependent.type());
            if (served.contains(Capability.SERVICE_MONITOR) && !watched) {
                var source = dependent.eventSource(Objects.requireNonNull(sourceContext, "not registered"));
                context.eventSourceRetriever().dynamicallyRegisterEventSource(source);
                sources.owned().add(source);
            } else if (!served.contains(Capability.SERVICE_MONITOR) && watched) {
                sources.owned()
                        .remove(dependent.type())
                        .ifPresent(source ->
                                context.eventSourceRetriever().dynamicallyDeRegisterEventSource(source.name()));
            }
        }
        return served;
    }

    /** Problems and a stale cache are tried again soon; all else waits for events, or for the next look. */
    private Duration next(CustomScheduler resource, Observation seen, boolean current) {
        String uid = resource.getMetadata().getUid();
        if (!seen.problems().isEmpty() || !current) {
            return backoff.failed(uid);
        }
        backoff.succeeded(uid);
        return resync;
    }

    /**
     * Writes the status where it changed, as a fresh object that holds nothing else, and only onto the version that was
     * judged.
     *
     * @return false when the resource changed meanwhile, so that it is to be judged again
     */
    private boolean write(CustomScheduler resource, CustomSchedulerStatus status, Context<CustomScheduler> context) {
        if (status.equals(resource.getStatus())) {
            return true;
        }
        var fresh = new CustomScheduler();
        fresh.setMetadata(new ObjectMetaBuilder()
                .withName(resource.getMetadata().getName())
                .withUid(resource.getMetadata().getUid())
                .withResourceVersion(resource.getMetadata().getResourceVersion())
                .build());
        fresh.setStatus(status);
        try {
            var written = context.getClient()
                    .resource(fresh)
                    .subresource("status")
                    .patch(new PatchContext.Builder()
                            .withForce(true)
                            .withFieldManager(Applier.FIELD_MANAGER)
                            .withPatchType(PatchType.SERVER_SIDE_APPLY)
                            .build());
            metrics.write(CustomScheduler.KIND, "status", "ok");
            context.eventSourceRetriever()
                    .getControllerEventSource()
                    .handleRecentResourceUpdate(ResourceID.fromResource(resource), written, resource);
            return true;
        } catch (KubernetesClientException e) {
            metrics.write(CustomScheduler.KIND, "status", Integer.toString(e.getCode()));
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return false;
            }
            announcer.cannotWrite(resource.getMetadata().getName(), e);
            return false;
        }
    }

    private void announce(CustomScheduler resource, CustomSchedulerStatus status) {
        var conditions = Objects.requireNonNullElse(status.conditions(), List.<Condition>of());
        boolean stalled = conditions.stream()
                .anyMatch(c -> ConditionType.STALLED.type().equals(c.getType()) && "True".equals(c.getStatus()));
        for (var condition : conditions) {
            if (ConditionType.READY.type().equals(condition.getType())) {
                boolean ready = "True".equals(condition.getStatus());
                announcer.tell(
                        resource.getMetadata().getName(),
                        ready,
                        condition.getReason(),
                        condition.getMessage(),
                        stalled);
                if (!ready) {
                    metrics.notReady(condition.getReason());
                }
            }
        }
    }
}
