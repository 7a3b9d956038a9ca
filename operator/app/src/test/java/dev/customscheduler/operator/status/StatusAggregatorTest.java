package dev.customscheduler.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.crds.v1alpha1.CustomSchedulerStatus;
import dev.customscheduler.operator.status.Observation.Declared;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusAggregatorTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(60);
    private static final Declared DECLARED = new Declared(
            "kubescheduler.config.k8s.io/v1", List.of("batch", "gpu"), "ops/batch", true, "batch-1", "a=b", List.of());
    private static final Workload WHOLE = new Workload(2, 2, 2, 2, true, Optional.empty(), Optional.empty());
    private static final Election HELD = new Election(Optional.of("pod_1"), Optional.empty());

    private static Observation observation(List<Problem> problems, Workload workload, Election election) {
        return new Observation(
                3,
                "ops",
                Verdict.yes(Reason.Accepted, ""),
                Optional.of(DECLARED),
                problems,
                Optional.of(workload),
                election,
                Optional.empty());
    }

    private static Condition condition(CustomSchedulerStatus status, ConditionType type) {
        return Objects.requireNonNull(status.conditions()).stream()
                .filter(c -> c.getType().equals(type.type()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void allAsDeclaredIsReady() {
        var status = StatusAggregator.aggregate(observation(List.of(), WHOLE, HELD), null, NOW);
        assertThat(condition(status, ConditionType.READY).getStatus()).isEqualTo("True");
        assertThat(condition(status, ConditionType.RECONCILING).getStatus()).isEqualTo("False");
        assertThat(condition(status, ConditionType.STALLED).getStatus()).isEqualTo("False");
        assertThat(condition(status, ConditionType.READY).getObservedGeneration())
                .isEqualTo(3);
        assertThat(status.schedulers()).isEqualTo("batch,gpu");
        assertThat(status.leader()).isEqualTo("pod_1");
        assertThat(status.lastGoodRevision()).isEqualTo("batch-1");
    }

    @Test
    void theSameObservationLaterIsTheSameStatus() {
        var seen = observation(List.of(), WHOLE, HELD);
        var first = StatusAggregator.aggregate(seen, null, NOW);
        assertThat(StatusAggregator.aggregate(seen, first, LATER)).isEqualTo(first);
    }

    @Test
    void onlyAFlipMovesTheTime() {
        var first = StatusAggregator.aggregate(observation(List.of(), WHOLE, HELD), null, NOW);
        var rolling = new Workload(2, 3, 1, 2, false, Optional.empty(), Optional.empty());
        var second = StatusAggregator.aggregate(observation(List.of(), rolling, HELD), first, LATER);
        assertThat(condition(second, ConditionType.READY).getLastTransitionTime())
                .isEqualTo(LATER.toString());
        assertThat(condition(second, ConditionType.AVAILABLE).getLastTransitionTime())
                .isEqualTo(NOW.toString());
        assertThat(condition(second, ConditionType.RECONCILING).getStatus()).isEqualTo("True");
        assertThat(second.lastGoodRevision()).isEqualTo("batch-1");
    }

    @Test
    void anInvalidEditKeepsWhatRuns() {
        var first = StatusAggregator.aggregate(observation(List.of(), WHOLE, HELD), null, NOW);
        var invalid = new Observation(
                4,
                "ops",
                Verdict.no(Reason.InvalidConfiguration, "spec.configuration.profiles[0]: no bind plugin"),
                Optional.empty(),
                List.of(Problem.stalled(Reason.InvalidConfiguration, "spec.configuration.profiles[0]: no bind plugin")),
                Optional.of(WHOLE),
                HELD,
                Optional.empty());
        var second = StatusAggregator.aggregate(invalid, first, LATER);
        assertThat(condition(second, ConditionType.STALLED).getReason()).isEqualTo("InvalidConfiguration");
        assertThat(condition(second, ConditionType.CONFIGURATION_VALID).getMessage())
                .contains("spec.configuration.profiles[0]");
        assertThat(condition(second, ConditionType.AVAILABLE).getStatus()).isEqualTo("True");
        assertThat(second.schedulerNames()).containsExactly("batch", "gpu");
        assertThat(second.currentRevision()).isEqualTo("batch-1");
        assertThat(second.observedGeneration()).isEqualTo(4);
    }

    @Test
    void aFailingPodIsQuoted() {
        var pulling = new Workload(
                2,
                2,
                2,
                0,
                false,
                Optional.of(new PodFailure(Reason.ImagePullFailed, "pod a, container scheduler: ErrImagePull")),
                Optional.of("ReplicaSet \"a\" has timed out progressing."));
        var status = StatusAggregator.aggregate(observation(List.of(), pulling, Election.NONE), null, NOW);
        assertThat(condition(status, ConditionType.AVAILABLE).getReason()).isEqualTo("ImagePullFailed");
        assertThat(condition(status, ConditionType.AVAILABLE).getMessage()).contains("ErrImagePull");
        assertThat(condition(status, ConditionType.STALLED).getReason()).isEqualTo("ProgressDeadlineExceeded");
        assertThat(status.lastGoodRevision()).isNull();
    }

    @Test
    void aRunningSchedulerWithoutALeaderIsNotReady() {
        var status = StatusAggregator.aggregate(
                observation(List.of(), WHOLE, new Election(Optional.empty(), Optional.of("pod_1"))), null, NOW);
        assertThat(condition(status, ConditionType.READY).getReason()).isEqualTo("LeaseExpired");
        assertThat(status.leader()).isNull();
    }

    @Test
    void suspendedIsAsDeclared() {
        var none = new Workload(0, 0, 0, 0, true, Optional.empty(), Optional.empty());
        var status = StatusAggregator.aggregate(observation(List.of(), none, Election.NONE), null, NOW);
        assertThat(condition(status, ConditionType.READY).getStatus()).isEqualTo("True");
        assertThat(condition(status, ConditionType.READY).getReason()).isEqualTo("Suspended");
        assertThat(condition(status, ConditionType.AVAILABLE).getStatus()).isEqualTo("False");
    }
}
