package dev.customscheduler.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.customscheduler.cli.explain.Answer.Reason;
import dev.customscheduler.config.decode.Names;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerStatus;
import dev.customscheduler.manifests.SchedulerNames;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds who is responsible for a pod, and which of its replicas leads. */
final class SchedulerFinder {
    /** The name that pods have which ask for no scheduler: the cluster's own. */
    static final String DEFAULT = "default-scheduler";

    private static final int DEFAULT_LEASE_SECONDS = 15;

    private final KubernetesClient client;

    SchedulerFinder(KubernetesClient client) {
        this.client = client;
    }

    /**
     * The CustomScheduler that claims a scheduler name.
     *
     * @return empty for the name of the cluster's own scheduler
     * @throws Problems where nobody claims it
     */
    Optional<CustomScheduler> claiming(String schedulerName) {
        List<CustomScheduler> all = all();
        TreeSet<String> known = new TreeSet<>();
        for (CustomScheduler scheduler : all) {
            List<String> names = names(scheduler);
            if (names.contains(schedulerName)) {
                return Optional.of(scheduler);
            }
            known.addAll(names);
        }
        for (CustomScheduler scheduler : all) {
            if (names(scheduler).isEmpty() && wished(scheduler).contains(schedulerName)) {
                throw new Problems(
                        Reason.NOT_READY,
                        what(scheduler) + " is to schedule it, and does not: it has never been at work"
                                + why(scheduler.getStatus()));
            }
        }
        if (schedulerName.equals(DEFAULT)) {
            return Optional.empty();
        }
        String listed = known.isEmpty() ? "there are none" : "those that are there claim " + String.join(", ", known);
        known.add(DEFAULT);
        throw new Problems(
                Reason.UNKNOWN_SCHEDULER,
                "no CustomScheduler claims the schedulerName \"" + schedulerName + "\": " + listed
                        + Names.didYouMean(schedulerName, known)
                        + "\nWhere no other scheduler does either, nothing will ever happen to this pod. A pod's"
                        + " schedulerName cannot be changed: it must be created anew.");
    }

    private List<CustomScheduler> all() {
        try {
            List<CustomScheduler> all = new ArrayList<>(
                    client.resources(CustomScheduler.class).list().getItems());
            all.sort(Comparator.comparing(s -> s.getMetadata().getName()));
            return all;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return List.of();
            }
            throw Access.problem(e, "list customschedulers");
        }
    }

    private static List<String> names(CustomScheduler scheduler) {
        CustomSchedulerStatus status = scheduler.getStatus();
        List<String> names = status == null ? null : status.schedulerNames();
        return names == null ? List.of() : names;
    }

    /** The names that its spec asks for: of a scheduler that the operator has not accepted yet. */
    private static Set<String> wished(CustomScheduler scheduler) {
        JsonNode configuration =
                scheduler.getSpec() == null ? null : scheduler.getSpec().configuration();
        return SchedulerNames.wished(
                scheduler.getMetadata().getName(), configuration == null ? MissingNode.getInstance() : configuration);
    }

    private static String what(CustomScheduler scheduler) {
        return "CustomScheduler " + scheduler.getMetadata().getName();
    }

    /** Where a scheduler's objects are. */
    static String namespace(CustomScheduler scheduler) {
        CustomSchedulerStatus status = scheduler.getStatus();
        String namespace = status == null ? null : status.namespace();
        return namespace == null ? "" : namespace;
    }

    /**
     * The pod that schedules at the moment.
     *
     * @throws Problems where there is none
     */
    Pod leader(CustomScheduler scheduler) {
        CustomSchedulerStatus status = scheduler.getStatus();
        String what = what(scheduler);
        if (status == null || status.readyReplicas() == null || status.readyReplicas() == 0) {
            throw new Problems(Reason.NOT_READY, what + " is not ready: no pod of it is" + why(status));
        }
        String namespace = namespace(scheduler);
        if (status.lease() == null || status.lease().isEmpty()) {
            return anyReady(namespace, status, what);
        }
        String holder = holder(status, what);
        // The runtime's identity is its host's name, an underscore and a random part; kube-scheduler's too.
        int end = holder.lastIndexOf('_');
        String name = end < 0 ? holder : holder.substring(0, end);
        try {
            Pod pod = client.pods().inNamespace(namespace).withName(name).get();
            if (pod == null) {
                throw new Problems(
                        Reason.NO_LEADER,
                        what + " has no leader: its lease " + status.lease() + " is held by " + holder
                                + ", whose pod is not there any more");
            }
            return pod;
        } catch (KubernetesClientException e) {
            throw Access.problem(e, "get pods in " + namespace);
        }
    }

    private Pod anyReady(String namespace, CustomSchedulerStatus status, String what) {
        try {
            return client.pods().inNamespace(namespace).withLabelSelector(status.selector()).list().getItems().stream()
                    .filter(SchedulerFinder::isReady)
                    .findFirst()
                    .orElseThrow(() -> new Problems(Reason.NOT_READY, what + " is not ready: no pod of it is"));
        } catch (KubernetesClientException e) {
            throw Access.problem(e, "list pods in " + namespace);
        }
    }

    private static boolean isReady(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
    }

    private static String why(@Nullable CustomSchedulerStatus status) {
        if (status == null) {
            return "; the operator has not looked at it yet";
        }
        List<Condition> conditions = status.conditions() == null ? List.of() : status.conditions();
        for (String type : List.of("Stalled", "ConfigurationValid", "Available")) {
            for (Condition c : conditions) {
                boolean wrong = c.getStatus().equals(type.equals("Stalled") ? "True" : "False");
                if (c.getType().equals(type) && wrong) {
                    return "; " + type + " is " + c.getStatus() + ": " + c.getReason() + ": " + c.getMessage();
                }
            }
        }
        return "";
    }

    /** Who holds the lease; as the operator last saw it where the user may not read leases. */
    private String holder(CustomSchedulerStatus status, String what) {
        String[] lease = String.valueOf(status.lease()).split("/", 2);
        String seen = status.leader() == null ? "" : status.leader();
        String holder;
        try {
            Lease found = lease.length < 2
                    ? null
                    : client.leases().inNamespace(lease[0]).withName(lease[1]).get();
            holder = found == null ? "" : holder(found, Instant.now(), what);
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
                throw e;
            }
            holder = seen;
        }
        if (holder.isEmpty()) {
            throw new Problems(
                    Reason.NO_LEADER,
                    what + " has no leader: nobody holds its lease " + status.lease()
                            + ", so nothing is scheduled until one of its pods takes it");
        }
        return holder;
    }

    /**
     * The holder; empty where there is none.
     *
     * @throws Problems where it has not renewed in time
     */
    private static String holder(Lease lease, Instant now, String what) {
        var spec = lease.getSpec();
        if (spec == null || spec.getHolderIdentity() == null || spec.getRenewTime() == null) {
            return "";
        }
        Integer seconds = spec.getLeaseDurationSeconds();
        Instant end = spec.getRenewTime().toInstant().plusSeconds(seconds == null ? DEFAULT_LEASE_SECONDS : seconds);
        if (end.isBefore(now)) {
            throw new Problems(
                    Reason.NO_LEADER,
                    what + " has no leader: " + spec.getHolderIdentity() + " holds its lease "
                            + lease.getMetadata().getNamespace() + "/"
                            + lease.getMetadata().getName() + ", and has not renewed it since "
                            + spec.getRenewTime().toInstant().truncatedTo(ChronoUnit.SECONDS)
                            + ": nothing is scheduled until one of its pods takes it");
        }
        return spec.getHolderIdentity();
    }
}
