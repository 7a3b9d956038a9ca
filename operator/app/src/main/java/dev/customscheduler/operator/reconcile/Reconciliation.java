package dev.customscheduler.operator.reconcile;

import dev.customscheduler.config.Finding;
import dev.customscheduler.config.Severity;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.manifests.ConfigurationDocument;
import dev.customscheduler.manifests.Environment;
import dev.customscheduler.manifests.LeaseName;
import dev.customscheduler.manifests.Manifests;
import dev.customscheduler.manifests.Names;
import dev.customscheduler.manifests.Outcome.Refused;
import dev.customscheduler.manifests.Outcome.Rendered;
import dev.customscheduler.operator.dependent.Applied;
import dev.customscheduler.operator.dependent.Applier;
import dev.customscheduler.operator.dependent.Dependent;
import dev.customscheduler.operator.dependent.Dependents;
import dev.customscheduler.operator.dependent.Phase;
import dev.customscheduler.operator.dependent.Refusals;
import dev.customscheduler.operator.dependent.Revisions;
import dev.customscheduler.operator.status.Election;
import dev.customscheduler.operator.status.Observation;
import dev.customscheduler.operator.status.Problem;
import dev.customscheduler.operator.status.Reason;
import dev.customscheduler.operator.status.Verdict;
import dev.customscheduler.operator.status.Workload;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One reconciliation of one resource: read the configuration, judge it, look at every object, write what differs, and
 * observe. Each step may stop the ones after it by adding a problem; nothing that runs is touched unless everything
 * before it is in order.
 */
final class Reconciliation {
    private final CustomScheduler primary;
    private final Environment environment;
    private final Watches watches;
    private final Applier applier;
    private final Permissions permissions;
    private final RoleWrites roleWrites;
    private final KubernetesClient client;
    private final Instant now;
    private final String namespace;

    private final List<Problem> problems = new ArrayList<>();
    private Verdict configuration = Verdict.unknown("the configuration was not read");
    private Optional<Rendered> declared = Optional.empty();
    private Optional<Deployment> deployment = Optional.empty();
    private Optional<String> rolledBackFrom = Optional.empty();

    Reconciliation(
            CustomScheduler primary,
            Environment environment,
            Watches watches,
            Applier applier,
            Permissions permissions,
            RoleWrites roleWrites,
            KubernetesClient client,
            Instant now) {
        this.primary = primary;
        this.namespace = namespace(primary, environment.operatorNamespace());
        this.environment = environment.withOperatorNamespace(namespace);
        this.watches = watches;
        this.applier = applier;
        this.permissions = permissions;
        this.roleWrites = roleWrites;
        this.client = client;
        this.now = now;
    }

    /**
     * The namespace of a scheduler's objects. Once chosen it stays: an operator that is installed anew elsewhere must
     * not leave the running scheduler behind and start another.
     *
     * @param resource the resource
     * @param operatorNamespace where schedulers live whose resource names no namespace
     * @return the namespace
     */
    static String namespace(CustomScheduler resource, String operatorNamespace) {
        var status = resource.getStatus();
        if (status != null && status.namespace() != null) {
            return status.namespace();
        }
        String wanted = resource.getSpec().namespace();
        return wanted == null ? operatorNamespace : wanted;
    }

    /**
     * Does it.
     *
     * @return all that was found out
     */
    Observation run() {
        render().ifPresent(rendered -> {
            if (namesAreFree(rendered) && namespaceIsThere()) {
                apply(rendered);
            }
        });
        return new Observation(
                primary.getMetadata().getGeneration(),
                namespace,
                configuration,
                declared.map(this::describe),
                problems,
                workload(),
                election(),
                rolledBackFrom);
    }

    private Optional<Rendered> render() {
        Optional<ConfigurationDocument> document = Optional.empty();
        var source = primary.getSpec().configurationFrom();
        if (source == null) {
            watches.referenced().unfollow(primary);
        } else {
            var reference = source.configMapKeyRef();
            String where = "ConfigMap " + namespace + "/" + reference.name() + ", key " + reference.key();
            try {
                document = watches.referenced()
                        .follow(primary, namespace, reference.name())
                        .map(c -> c.getData() == null ? null : c.getData().get(reference.key()))
                        .map(text -> new ConfigurationDocument(where, text));
            } catch (KubernetesClientException e) {
                problems.add(Refusals.unreachable("cannot read " + where, e));
                return Optional.empty();
            }
            if (document.isEmpty()) {
                String message = "spec.configurationFrom.configMapKeyRef: there is no " + where + "; create it";
                configuration = Verdict.no(Reason.ConfigurationNotFound, message);
                problems.add(Problem.stalled(Reason.ConfigurationNotFound, message));
                return Optional.empty();
            }
        }
        return switch (Manifests.of(primary, document, environment)) {
            case Rendered rendered -> {
                configuration = Verdict.yes(Reason.Accepted, "");
                yield Optional.of(rendered);
            }
            case Refused refused -> {
                String message = refused.findings().stream()
                        .filter(f -> f.severity() == Severity.ERROR)
                        .map(Reconciliation::text)
                        .collect(Collectors.joining("; "));
                configuration = Verdict.no(Reason.InvalidConfiguration, message);
                problems.add(Problem.stalled(Reason.InvalidConfiguration, message));
                yield Optional.empty();
            }
        };
    }

    /** A finding for a condition, whose reason says already how severe it is. */
    private static String text(Finding finding) {
        String where = finding.file().isEmpty()
                ? ""
                : finding.file() + (finding.line() > 0 ? ", line " + finding.line() : "") + ": ";
        return where + (finding.path().isEmpty() ? "" : finding.path() + ": ") + finding.message();
    }

    private boolean namesAreFree(Rendered rendered) {
        var found = Claims.check(
                primary,
                rendered.claims().schedulerNames(),
                rendered.claims().lease().map(LeaseName::toString).orElse(null),
                watches.peers().list(other -> true),
                environment.operatorNamespace());
        problems.addAll(found);
        return found.isEmpty();
    }

    private boolean namespaceIsThere() {
        var found = watches.namespaces().get(new ResourceID(namespace));
        if (found.isEmpty()) {
            problems.add(Problem.stalled(
                    Reason.NamespaceNotFound, "spec.namespace: there is no namespace " + namespace + "; create it"));
            return false;
        }
        if (found.get().getMetadata().getDeletionTimestamp() != null) {
            problems.add(Problem.stalled(
                    Reason.NamespaceTerminating,
                    "spec.namespace: namespace " + namespace
                            + " is being deleted, and the scheduler with it; it comes back with the namespace"));
            return false;
        }
        return true;
    }

    private void apply(Rendered rendered) {
        var looked = new LinkedHashMap<Dependent<?>, Applied>();
        for (var dependent : dependents(rendered)) {
            dependent
                    .desired(rendered)
                    .ifPresent(wanted -> looked.put(
                            dependent,
                            wanted instanceof Deployment d ? lookAtDeployment(d, rendered) : applier.look(wanted)));
        }
        looked.values().forEach(this::noteRefusal);
        if (!problems.isEmpty()) {
            return;
        }
        declared = Optional.of(rendered);
        for (var phase : Phase.values()) {
            writePhase(phase, looked);
            if (!problems.isEmpty() && phase != Phase.WORKLOAD) {
                return;
            }
        }
        dependents(rendered).forEach(dependent -> deleteUnwanted(dependent, rendered));
        prune(rendered);
        problems.addAll(permissions.check(
                primary.getMetadata().getUid(),
                namespace,
                Names.of(primary),
                rendered.rules(),
                roleWrites.last(primary.getMetadata().getUid())));
    }

    /** Looks at the Deployment with the template that is to run: the wanted one, unless it failed. */
    private Applied lookAtDeployment(Deployment wanted, Rendered rendered) {
        var current = watches.owned().owned(Deployment.class, primary).stream()
                .filter(d ->
                        d.getMetadata().getName().equals(wanted.getMetadata().getName()))
                .findFirst();
        if (current.isPresent() && Rollback.stands(primary, rendered)) {
            rolledBackFrom = Optional.of(rendered.revision());
            return applier.look(Rollback.with(wanted, current.get().getSpec().getTemplate()));
        }
        var looked = applier.look(wanted);
        boolean failed = looked instanceof Applied.InSync
                && primary.getSpec().rolloutOrDefault().rollsBack()
                && current.filter(d -> Workload.observe(d, List.of())
                                .deadlineExceeded()
                                .isPresent())
                        .isPresent();
        if (!failed) {
            return looked;
        }
        var status = primary.getStatus();
        var before = Rollback.template(
                current.get(),
                watches.replicaSets().getSecondaryResources(primary),
                status == null ? null : status.lastGoodRevision());
        if (before.isEmpty()) {
            return looked;
        }
        rolledBackFrom = Optional.of(rendered.revision());
        return applier.look(Rollback.with(wanted, before.get()));
    }

    private List<Dependent<?>> dependents(Rendered rendered) {
        var all = new ArrayList<>(Dependents.ALL);
        if (rendered.serviceMonitor().isPresent() || watches.owned().knows(Dependents.SERVICE_MONITOR.type())) {
            all.add(Dependents.SERVICE_MONITOR);
        }
        return all;
    }

    private void noteRefusal(Applied applied) {
        switch (applied) {
            case Applied.Foreign foreign ->
                problems.add(Problem.stalled(
                        Reason.ForeignObject,
                        Refusals.name(foreign.desired())
                                + " exists and is not this CustomScheduler's; nothing is written before it is deleted, or"
                                + " this resource is given another name"));
            case Applied.Leaving leaving ->
                problems.add(Problem.passing(
                        Reason.WaitingForDeletion,
                        Refusals.name(leaving.desired()) + " of before is still being deleted"));
            case Applied.Failed failed -> problems.add(Refusals.explain(failed));
            case Applied.InSync ignored -> {}
            case Applied.Absent ignored -> {}
            case Applied.Drifted ignored -> {}
            case Applied.Written ignored -> {}
        }
    }

    private void writePhase(Phase phase, Map<Dependent<?>, Applied> looked) {
        looked.forEach((dependent, found) -> {
            if (dependent.phase() == phase) {
                var applied = applier.write(found);
                noteRefusal(applied);
                if (applied instanceof Applied.Written written) {
                    roleWrites.note(primary.getMetadata().getUid(), written.actual(), now);
                    if (written.actual() instanceof Deployment fresh) {
                        deployment = Optional.of(fresh);
                    }
                }
            }
        });
    }

    private <R extends HasMetadata> void deleteUnwanted(Dependent<R> dependent, Rendered rendered) {
        if (dependent.type() == ConfigMap.class) {
            return;
        }
        var wanted = rendered.objects().stream()
                .filter(dependent.type()::isInstance)
                .map(o -> o.getMetadata().getName())
                .collect(Collectors.toSet());
        for (R object : watches.owned().owned(dependent.type(), primary)) {
            if (!wanted.contains(object.getMetadata().getName())) {
                applier.delete(object).ifPresent(failed -> problems.add(Refusals.explain(failed)));
            }
        }
    }

    private void prune(Rendered rendered) {
        var status = primary.getStatus();
        Revisions.expired(
                        watches.owned().owned(ConfigMap.class, primary),
                        rendered.revision(),
                        status == null ? null : status.lastGoodRevision(),
                        watches.replicaSets().getSecondaryResources(primary),
                        primary.getSpec().revisionHistoryLimitOrDefault())
                .forEach(old -> applier.delete(old).ifPresent(failed -> problems.add(Refusals.explain(failed))));
    }

    private Observation.Declared describe(Rendered rendered) {
        return new Observation.Declared(
                rendered.configurationVersion(),
                rendered.claims().schedulerNames(),
                rendered.claims().lease().map(LeaseName::toString).orElse(""),
                rendered.claims().lease().isPresent(),
                rendered.revision(),
                Names.selector(Names.of(primary)).entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .collect(Collectors.joining(",")),
                rendered.warnings().stream().map(Reconciliation::text).toList());
    }

    private Optional<Workload> workload() {
        return deployment
                .or(() -> watches.owned().owned(Deployment.class, primary).stream()
                        .findFirst())
                .map(d -> Workload.observe(
                        d,
                        watches.pods().getSecondaryResources(primary).stream()
                                .filter(p -> namespace.equals(p.getMetadata().getNamespace()))
                                .toList()));
    }

    private Election election() {
        var wanted = declared.flatMap(Rendered::lease).map(l -> l.getMetadata().getName());
        var owned = watches.owned().owned(Lease.class, primary).stream()
                .filter(l ->
                        wanted.isEmpty() || wanted.get().equals(l.getMetadata().getName()))
                .findFirst();
        if (owned.isPresent()) {
            return Election.observe(owned.get(), now);
        }
        var name = declared.flatMap(r -> r.claims().lease());
        if (name.isEmpty()) {
            return Election.NONE;
        }
        try {
            return Optional.ofNullable(client.leases()
                            .inNamespace(name.get().namespace())
                            .withName(name.get().name())
                            .get())
                    .map(lease -> Election.observe(lease, now))
                    .orElse(Election.NONE);
        } catch (KubernetesClientException e) {
            problems.add(Refusals.unreachable("cannot read lease " + name.get(), e));
            return Election.NONE;
        }
    }
}
