package dev.customscheduler.engine.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.framework.PodInPreBind;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PodsInPreBindTest {
    private final PodsInPreBind pods = new PodsInPreBind();

    private PodInPreBind begun() {
        pods.begin("uid");
        return Objects.requireNonNull(pods.get("uid"));
    }

    @Test
    void aBindingIsGivenUpForTheFirstReason() {
        PodInPreBind pod = begun();
        assertThat(pod.cancelled()).isEmpty();
        assertThat(pod.cancel("preempted")).isTrue();
        assertThat(pod.cancel("preempted again")).isTrue();
        assertThat(pod.cancelled()).isEqualTo("preempted");
        assertThat(pods.finish("uid")).isEqualTo("preempted");
    }

    @Test
    void itIsTooLateOncePreBindIsOver() {
        PodInPreBind pod = begun();
        assertThat(pods.finish("uid")).isEmpty();
        assertThat(pod.cancel("preempted")).isFalse();
        assertThat(pod.cancelled()).isEmpty();
    }

    @Test
    void aPodWithoutPreBindIsNotThere() {
        assertThat(pods.get("uid")).isNull();
        assertThat(pods.finish("uid")).isEmpty();
        begun();
        pods.end("uid");
        assertThat(pods.get("uid")).isNull();
    }
}
