package dev.customscheduler.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which edits are a new revision, and so a rollout. */
class RevisionTest {
    private static String revision(String configuration) {
        return Resources.rendered(Resources.withSpec("configuration: " + configuration))
                .revision();
    }

    @Test
    void theOrderOfKeysDoesNotMatter() {
        assertThat(revision("{parallelism: 3, podMaxBackoffSeconds: 20}"))
                .isEqualTo(revision("{podMaxBackoffSeconds: 20, parallelism: 3}"));
    }

    @Test
    void whatIsFilledInAnywayDoesNotMatter() {
        assertThat(revision("{}"))
                .isEqualTo(revision("{apiVersion: kubescheduler.config.k8s.io/v1, kind: KubeSchedulerConfiguration,"
                        + " profiles: [{schedulerName: test}], leaderElection: {leaderElect: true}}"));
    }

    @Test
    void aChangedValueIsAnotherRevision() {
        assertThat(revision("{parallelism: 3}")).isNotEqualTo(revision("{parallelism: 4}"));
    }

    @Test
    void theOrderOfAListMatters() {
        assertThat(revision("{profiles: [{schedulerName: a}, {schedulerName: b}]}"))
                .isNotEqualTo(revision("{profiles: [{schedulerName: b}, {schedulerName: a}]}"));
    }

    @Test
    void theNameIsValidWithTheLongestResourceName() {
        var resource = Resources.withSpec("configuration: {}");
        resource.getMetadata().setName("a".repeat(50));
        assertThat(Resources.rendered(resource).revision()).hasSizeLessThanOrEqualTo(63);
    }
}
