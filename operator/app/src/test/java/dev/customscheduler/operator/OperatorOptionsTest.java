package dev.customscheduler.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OperatorOptionsTest {
    private static OperatorOptions.Parsed parse(Map<String, String> environment, String... arguments) {
        return OperatorOptions.parse(List.of(arguments), environment, 7);
    }

    @Test
    void defaultsHoldWhereNothingIsSaid() {
        assertThat(parse(Map.of("POD_NAME", "operator-a"))).isInstanceOfSatisfying(OperatorOptions.Run.class, run -> {
            var options = run.options();
            assertThat(options.namespace()).isEqualTo("custom-scheduler-system");
            assertThat(options.leaderElection()).isTrue();
            assertThat(options.identity()).isEqualTo("operator-a_7");
            assertThat(options.healthAddress().getPort()).isEqualTo(8081);
            assertThat(options.metricsAddress()).isEmpty();
            assertThat(options.resync()).isEqualTo(Duration.ofMinutes(1));
        });
    }

    @Test
    void aFlagGoesBeforeAVariable() {
        var environment = Map.of("OPERATOR_NAMESPACE", "from-variable", "LEADER_ELECT", "false");
        assertThat(parse(environment, "--operator-namespace=from-flag", "--metrics-bind-address=127.0.0.1:9090"))
                .isInstanceOfSatisfying(OperatorOptions.Run.class, run -> {
                    assertThat(run.options().namespace()).isEqualTo("from-flag");
                    assertThat(run.options().leaderElection()).isFalse();
                    assertThat(run.options().metricsAddress().map(InetSocketAddress::getPort))
                            .isEqualTo(Optional.of(9090));
                });
    }

    @Test
    void everyFaultIsTold() {
        assertThat(parse(
                        Map.of("RESYNC_SECONDS", "-1"),
                        "--operator-namespac=x",
                        "--leader-elect",
                        "--health-bind-address=here",
                        "--leader-elect-lease="))
                .isInstanceOfSatisfying(
                        OperatorOptions.Wrong.class,
                        wrong -> assertThat(wrong.errors())
                                .hasSize(4)
                                .anyMatch(
                                        e -> e.contains("--operator-namespac=x") && e.contains("--operator-namespace"))
                                .anyMatch(e -> e.contains("--leader-elect wants a value"))
                                .anyMatch(e -> e.contains("--health-bind-address") && e.contains("here"))
                                .anyMatch(e -> e.contains("--resync-seconds") && e.contains("-1")));
    }

    @Test
    void helpIsHelp() {
        assertThat(parse(Map.of(), "--help")).isInstanceOf(OperatorOptions.Help.class);
        assertThat(OperatorOptions.USAGE).contains("--operator-namespace", "--metrics-bind-address");
    }
}
