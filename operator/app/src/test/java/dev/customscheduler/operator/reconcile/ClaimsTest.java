package dev.customscheduler.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.operator.status.Problem;
import dev.customscheduler.operator.status.Reason;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClaimsTest {
    private static CustomScheduler resource(String name, int second, String configuration, @Nullable String status) {
        var resource = Serialization.unmarshal(
                """
                apiVersion: customscheduler.dev/v1alpha1
                kind: CustomScheduler
                metadata: {name: %s, uid: uid-%s, creationTimestamp: "2026-01-01T00:00:0%dZ"}
                spec: {configuration: %s}
                status: %s
                """.formatted(name, name, second, configuration, status == null ? "{}" : status),
                CustomScheduler.class);
        return resource;
    }

    private static List<Problem> check(
            CustomScheduler primary, String name, @Nullable String lease, CustomScheduler... others) {
        return Claims.check(primary, List.of(name), lease, Stream.of(others), "ops");
    }

    @Test
    void theYoungerGivesWay() {
        var older = resource("older", 1, "{profiles: [{schedulerName: batch}]}", null);
        var younger = resource("younger", 2, "{profiles: [{schedulerName: batch}]}", null);
        assertThat(check(older, "batch", null, older, younger)).isEmpty();
        assertThat(check(younger, "batch", null, older, younger))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.reason()).isEqualTo(Reason.SchedulerNameConflict);
                    assertThat(problem.message()).contains("batch", "CustomScheduler older");
                });
    }

    @Test
    void ofTwoOfOneSecondTheNameDecides() {
        var a = resource("a", 1, "{profiles: [{schedulerName: batch}]}", null);
        var b = resource("b", 1, "{profiles: [{schedulerName: batch}]}", null);
        assertThat(check(a, "batch", null, b)).isEmpty();
        assertThat(check(b, "batch", null, a)).hasSize(1);
    }

    @Test
    void aNameInUseIsNotTakenByAnOlderResource() {
        var older = resource("older", 1, "{profiles: [{schedulerName: batch}]}", "{schedulerNames: [other]}");
        var younger = resource("younger", 2, "{profiles: [{schedulerName: batch}]}", "{schedulerNames: [batch]}");
        assertThat(check(older, "batch", null, younger)).hasSize(1);
        assertThat(check(younger, "batch", null, older)).isEmpty();
    }

    @Test
    void aLeaseIsClaimedByNameOrByDefault() {
        var older = resource("older", 1, "{leaderElection: {resourceName: lock}}", null);
        var younger = resource("lock", 2, "{}", null);
        assertThat(check(younger, "lock", "ops/lock", older))
                .singleElement()
                .satisfies(problem -> assertThat(problem.reason()).isEqualTo(Reason.LeaseConflict));
        var without = resource("older", 1, "{leaderElection: {leaderElect: false, resourceName: lock}}", null);
        assertThat(check(younger, "lock", "ops/lock", without)).isEmpty();
    }

    @Test
    void nonsenseInAnotherResourceClaimsNothing() {
        var nonsense = resource("older", 1, "{profiles: {a: 1}, leaderElection: [7]}", null);
        var younger = resource("younger", 2, "{}", null);
        assertThat(check(younger, "batch", "ops/younger", nonsense)).isEmpty();
    }
}
