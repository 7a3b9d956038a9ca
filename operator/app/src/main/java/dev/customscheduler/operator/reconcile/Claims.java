package dev.customscheduler.operator.reconcile;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.manifests.SchedulerNames;
import dev.customscheduler.operator.status.Problem;
import dev.customscheduler.operator.status.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names that a scheduler takes for itself in the whole cluster: two active schedulers of one name would both bind a
 * pod, and two of one lease would take turns.
 *
 * <p>What a resource's status tells is in use: it is written only once nothing stands against it. What its spec tells
 * is wished for. A use goes before a wish, whatever the age, since taking a name from a running scheduler would make
 * two of one name. Between two wishes, or two uses, the older resource goes first, and of two of one second the one
 * whose name sorts first.
 */
final class Claims {
    private static final Comparator<CustomScheduler> AGE = Comparator.comparing(
                    (CustomScheduler r) -> r.getMetadata().getCreationTimestamp())
            .thenComparing(r -> r.getMetadata().getName());

    private Claims() {}

    /**
     * What stands against a resource's names.
     *
     * @param primary the resource
     * @param names its scheduler names
     * @param lease its lease as namespace/name; null when it elects no leader
     * @param others every CustomScheduler; the resource itself may be among them
     * @param operatorNamespace the namespace of resources that name none
     * @return the problems; empty when the names are free
     */
    static List<Problem> check(
            CustomScheduler primary,
            List<String> names,
            @Nullable String lease,
            Stream<CustomScheduler> others,
            String operatorNamespace) {
        var problems = new ArrayList<Problem>();
        others.filter(o ->
                        !o.getMetadata().getUid().equals(primary.getMetadata().getUid()))
                .sorted(AGE)
                .forEach(other -> compare(primary, names, lease, other, operatorNamespace, problems));
        return problems;
    }

    private static void compare(
            CustomScheduler primary,
            List<String> names,
            @Nullable String lease,
            CustomScheduler other,
            String operatorNamespace,
            List<Problem> problems) {
        boolean older = AGE.compare(other, primary) < 0;
        var used = used(other);
        var wished = wished(other, operatorNamespace);
        for (String name : names) {
            if (loses(
                    usedNames(primary).contains(name), used.names.contains(name), wished.names.contains(name), older)) {
                problems.add(Problem.stalled(
                        Reason.SchedulerNameConflict,
                        "spec.configuration.profiles: schedulerName " + name + " is claimed by CustomScheduler "
                                + other.getMetadata().getName()
                                + "; choose another name, or delete one of the two resources"));
            }
        }
        if (lease != null
                && loses(
                        lease.equals(used(primary).lease),
                        lease.equals(used.lease),
                        lease.equals(wished.lease),
                        older)) {
            problems.add(Problem.stalled(
                    Reason.LeaseConflict,
                    "spec.configuration.leaderElection: the lease " + lease + " is claimed by CustomScheduler "
                            + other.getMetadata().getName()
                            + "; choose another resourceName, or delete one of the two resources"));
        }
    }

    private static boolean loses(boolean weUse, boolean theyUse, boolean theyWish, boolean theyAreOlder) {
        if (weUse != theyUse) {
            return theyUse;
        }
        return (theyUse || theyWish) && theyAreOlder;
    }

    private record Taken(Set<String> names, @Nullable String lease) {}

    private static Set<String> usedNames(CustomScheduler resource) {
        return used(resource).names;
    }

    private static Taken used(CustomScheduler resource) {
        var status = resource.getStatus();
        if (status == null) {
            return new Taken(Set.of(), null);
        }
        var names = status.schedulerNames();
        return new Taken(names == null ? Set.of() : Set.copyOf(names), status.lease());
    }

    private static Taken wished(CustomScheduler resource, String operatorNamespace) {
        var spec = resource.getSpec();
        String own = resource.getMetadata().getName();
        var configuration = spec == null ? null : spec.configuration();
        if (spec == null || configuration == null) {
            return new Taken(Set.of(), null);
        }
        var names = SchedulerNames.wished(own, configuration);
        var election = configuration.path("leaderElection");
        if (election.has("leaderElect") && !election.path("leaderElect").asBoolean(true)) {
            return new Taken(names, null);
        }
        String namespace = spec.namespace() == null ? operatorNamespace : spec.namespace();
        return new Taken(
                names,
                election.path("resourceNamespace").asText(namespace) + "/"
                        + election.path("resourceName").asText(own));
    }
}
