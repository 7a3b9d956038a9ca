package dev.customscheduler.operator.status;

import dev.customscheduler.crds.v1alpha1.CustomSchedulerStatus;
import dev.customscheduler.operator.status.Observation.Declared;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes the status of one observation. What the observation could not find out, because something before it failed,
 * keeps its value of before: an invalid edit leaves the running scheduler alone, and the status goes on to describe it.
 */
public final class StatusAggregator {
    private static final int LIST_LIMIT = 256;
    private static final int TEXT_LIMIT = 1_024;

    private StatusAggregator() {}

    /**
     * The status to write.
     *
     * @param seen what was observed
     * @param previous the status before; null when there was none
     * @param now the time that a condition takes whose status flips
     * @return the status; equal to {@code previous} when nothing changed
     */
    public static CustomSchedulerStatus aggregate(
            Observation seen, @Nullable CustomSchedulerStatus previous, Instant now) {
        var before = Optional.ofNullable(previous);
        var declared = seen.declared();
        var problems = problems(seen);
        var verdicts = verdicts(seen, problems);
        var names = declared.map(d -> bounded(d.schedulerNames()))
                .or(() -> before.map(CustomSchedulerStatus::schedulerNames))
                .orElse(null);
        boolean ready =
                Objects.requireNonNull(verdicts.get(ConditionType.READY)).holds();
        var revision = declared.map(Declared::revision).or(() -> before.map(CustomSchedulerStatus::currentRevision));
        boolean good = ready
                && seen.rolledBackFrom().isEmpty()
                && seen.workload().filter(w -> w.ready() > 0).isPresent();
        return new CustomSchedulerStatus(
                seen.generation(),
                Conditions.merge(
                        before.map(CustomSchedulerStatus::conditions).orElse(null), verdicts, seen.generation(), now),
                seen.namespace(),
                names,
                names == null ? null : String.join(",", names),
                seen.election().holder().orElse(null),
                declared.map(Declared::lease)
                        .or(() -> before.map(CustomSchedulerStatus::lease))
                        .orElse(null),
                declared.map(Declared::configurationVersion)
                        .or(() -> before.map(CustomSchedulerStatus::configurationVersion))
                        .orElse(null),
                revision.orElse(null),
                good
                        ? revision.orElse(null)
                        : before.map(CustomSchedulerStatus::lastGoodRevision).orElse(null),
                seen.workload().map(Workload::replicas).orElse(0),
                seen.workload().map(Workload::ready).orElse(0),
                declared.map(Declared::selector)
                        .or(() -> before.map(CustomSchedulerStatus::selector))
                        .orElse(null),
                declared.map(d -> bounded(d.warnings()))
                        .filter(w -> !w.isEmpty())
                        .orElse(null));
    }

    /** The observation's problems, and those that the Deployment tells of. */
    private static List<Problem> problems(Observation seen) {
        var problems = new ArrayList<Problem>();
        // First, since the reason of Stalled is what the next reconciliation knows the rollback by.
        seen.rolledBackFrom()
                .ifPresent(revision -> problems.add(Problem.stalled(
                        Reason.RolledBack,
                        "the rollout of revision " + revision + " did not end within"
                                + " spec.rollout.progressDeadlineSeconds, and what ran before it runs again; change the"
                                + " spec to try anew")));
        problems.addAll(seen.problems());
        seen.workload()
                .ifPresent(workload -> workload.deadlineExceeded()
                        .ifPresent(message -> problems.add(Problem.stalled(
                                Reason.ProgressDeadlineExceeded,
                                message
                                        + workload.failure()
                                                .map(f -> "; " + f.message())
                                                .orElse("")))));
        return problems;
    }

    private static Map<ConditionType, Verdict> verdicts(Observation seen, List<Problem> problems) {
        var verdicts = new EnumMap<ConditionType, Verdict>(ConditionType.class);
        verdicts.put(ConditionType.CONFIGURATION_VALID, seen.configuration());
        verdicts.put(ConditionType.AVAILABLE, available(seen));
        verdicts.put(ConditionType.LEADER_ELECTED, leaderElected(seen));
        var ready = ready(seen, problems);
        verdicts.put(ConditionType.READY, ready);
        var stalled = problems.stream().filter(Problem::needsChange).toList();
        verdicts.put(
                ConditionType.STALLED,
                stalled.isEmpty()
                        ? Verdict.no(ready.holds() ? ready.reason() : Reason.RollingOut, "")
                        : Verdict.yes(stalled.getFirst().reason(), messages(stalled)));
        boolean reconciling = !ready.holds() && stalled.isEmpty();
        verdicts.put(
                ConditionType.RECONCILING,
                reconciling
                        ? Verdict.yes(ready.reason(), ready.message())
                        : Verdict.no(
                                stalled.isEmpty()
                                        ? ready.reason()
                                        : stalled.getFirst().reason(),
                                ""));
        return verdicts;
    }

    private static Verdict ready(Observation seen, List<Problem> problems) {
        if (!problems.isEmpty()) {
            return Verdict.no(problems.getFirst().reason(), messages(problems));
        }
        if (seen.workload().isEmpty()) {
            return Verdict.no(Reason.RollingOut, "the Deployment is being made");
        }
        var workload = seen.workload().get();
        if (!workload.settled()) {
            return Verdict.no(
                    workload.failure().map(PodFailure::reason).orElse(Reason.RollingOut),
                    progress(workload)
                            + workload.failure().map(f -> "; " + f.message()).orElse(""));
        }
        if (workload.wanted() == 0) {
            return Verdict.yes(Reason.Suspended, "stopped by spec.suspend or spec.replicas: no pod is scheduled");
        }
        var leader = leaderElected(seen);
        if (!leader.holds()) {
            return Verdict.no(leader.reason(), leader.message());
        }
        return Verdict.yes(Reason.AsDeclared, progress(workload));
    }

    private static Verdict available(Observation seen) {
        if (seen.workload().isEmpty()) {
            return Verdict.no(Reason.NotChecked, "there is no Deployment yet");
        }
        var workload = seen.workload().get();
        String failure = workload.failure().map(f -> "; " + f.message()).orElse("");
        if (workload.wanted() == 0) {
            return Verdict.no(Reason.Suspended, "stopped by spec.suspend or spec.replicas");
        }
        if (workload.ready() > 0) {
            return Verdict.yes(
                    Reason.MinimumReplicasAvailable,
                    workload.ready() + " of " + workload.wanted() + " replicas ready" + failure);
        }
        return Verdict.no(
                workload.failure().map(PodFailure::reason).orElse(Reason.NoReadyReplica),
                "0 of " + workload.wanted() + " replicas ready" + failure);
    }

    private static Verdict leaderElected(Observation seen) {
        if (seen.declared().filter(d -> !d.leaderElection()).isPresent()) {
            return Verdict.yes(
                    Reason.LeaderElectionDisabled, "leaderElection.leaderElect is false: the only replica schedules");
        }
        if (seen.election().holder().isPresent()) {
            return Verdict.yes(
                    Reason.LeaseHeld, "held by " + seen.election().holder().get());
        }
        if (seen.workload().filter(w -> w.wanted() == 0).isPresent()) {
            return Verdict.no(Reason.Suspended, "stopped by spec.suspend or spec.replicas");
        }
        return seen.election()
                .expired()
                .map(holder -> Verdict.no(Reason.LeaseExpired, holder + " holds the lease and does not renew it"))
                .orElseGet(() -> Verdict.no(Reason.NoLeader, "no pod holds the lease yet"));
    }

    /** The resource's schema bounds its lists; one word too many must not keep the whole status from being written. */
    private static List<String> bounded(List<String> texts) {
        return texts.stream()
                .limit(LIST_LIMIT)
                .map(t -> t.length() <= TEXT_LIMIT ? t : t.substring(0, TEXT_LIMIT - 3) + "...")
                .toList();
    }

    private static String progress(Workload workload) {
        return workload.updated() + " of " + workload.wanted() + " replicas updated, " + workload.ready() + " ready";
    }

    private static String messages(List<Problem> problems) {
        return problems.stream().map(Problem::message).collect(Collectors.joining("; "));
    }
}
