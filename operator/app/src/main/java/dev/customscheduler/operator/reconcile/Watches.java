package dev.customscheduler.operator.reconcile;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.manifests.Names;
import dev.customscheduler.operator.dependent.Dependents;
import dev.customscheduler.operator.dependent.OwnedInformers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Everything that the operator watches beside the resources themselves.
 *
 * @param owned the objects it writes
 * @param pods the schedulers' pods
 * @param replicaSets the schedulers' ReplicaSets
 * @param namespaces all namespaces
 * @param peers all CustomSchedulers, as the others of each
 * @param referenced the ConfigMaps of configurationFrom
 */
record Watches(
        OwnedInformers owned,
        InformerEventSource<Pod, CustomScheduler> pods,
        InformerEventSource<ReplicaSet, CustomScheduler> replicaSets,
        InformerEventSource<Namespace, CustomScheduler> namespaces,
        InformerEventSource<CustomScheduler, CustomScheduler> peers,
        ReferencedConfigMaps referenced) {

    private static final String MANAGED = "app.kubernetes.io/managed-by=" + Names.MANAGER;

    /**
     * Makes the watches.
     *
     * @param context the controller's
     * @param operatorNamespace the namespace of resources that name none
     * @return the watches, not registered yet
     */
    static Watches make(EventSourceContext<CustomScheduler> context, String operatorNamespace) {
        SecondaryToPrimaryMapper<Namespace> inNamespace = namespace -> ids(
                context,
                r -> Reconciliation.namespace(r, operatorNamespace)
                        .equals(namespace.getMetadata().getName()));
        SecondaryToPrimaryMapper<CustomScheduler> others = changed -> ids(
                context,
                r -> !r.getMetadata().getUid().equals(changed.getMetadata().getUid()));
        return new Watches(
                Dependents.informers(context),
                labelled(Pod.class, context),
                labelled(ReplicaSet.class, context),
                new InformerEventSource<>(
                        InformerEventSourceConfiguration.from(Namespace.class, CustomScheduler.class)
                                .withName("namespaces")
                                .withSecondaryToPrimaryMapper(inNamespace)
                                .withOnUpdateFilter(
                                        (before, after) -> !phase(before).equals(phase(after)))
                                .build(),
                        context),
                new InformerEventSource<>(
                        InformerEventSourceConfiguration.from(CustomScheduler.class, CustomScheduler.class)
                                .withName("peers")
                                .withSecondaryToPrimaryMapper(others)
                                .withOnUpdateFilter(Watches::claimsChanged)
                                .build(),
                        context),
                new ReferencedConfigMaps(context.getClient()));
    }

    /**
     * All of them.
     *
     * @return the event sources to register
     */
    List<EventSource<?, CustomScheduler>> all() {
        var all = new ArrayList<EventSource<?, CustomScheduler>>(owned.sources());
        all.addAll(List.of(pods, replicaSets, namespaces, peers, referenced));
        return all;
    }

    private static <R extends HasMetadata> InformerEventSource<R, CustomScheduler> labelled(
            Class<R> type, EventSourceContext<CustomScheduler> context) {
        return new InformerEventSource<>(
                InformerEventSourceConfiguration.from(type, CustomScheduler.class)
                        .withName(type.getSimpleName())
                        .withWatchAllNamespaces()
                        .withLabelSelector(MANAGED)
                        .withSecondaryToPrimaryMapper(Watches::ofInstance)
                        .build(),
                context);
    }

    /** A pod has no owner reference to its scheduler, only its template's labels. */
    private static Set<ResourceID> ofInstance(HasMetadata object) {
        Map<String, String> labels = object.getMetadata().getLabels();
        String name = labels == null ? null : labels.get(Names.INSTANCE_LABEL);
        return name == null ? Set.of() : Set.of(new ResourceID(name));
    }

    private static Set<ResourceID> ids(EventSourceContext<CustomScheduler> context, Predicate<CustomScheduler> which) {
        return context.getPrimaryCache()
                .list(which)
                .map(ResourceID::fromResource)
                .collect(Collectors.toSet());
    }

    private static String phase(Namespace namespace) {
        return namespace.getStatus() == null
                ? ""
                : Objects.requireNonNullElse(namespace.getStatus().getPhase(), "");
    }

    private static boolean claimsChanged(CustomScheduler before, CustomScheduler after) {
        if (!Objects.equals(
                before.getMetadata().getGeneration(), after.getMetadata().getGeneration())) {
            return true;
        }
        var was = before.getStatus();
        var is = after.getStatus();
        return (was == null) != (is == null)
                || (was != null
                        && is != null
                        && !(Objects.equals(was.schedulerNames(), is.schedulerNames())
                                && Objects.equals(was.lease(), is.lease())));
    }
}
