package dev.customscheduler.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RegistryTest {
    @Test
    void writesPrometheusText() {
        Registry registry = new Registry();
        registry.counters("requests_total", "Requests.", "code", "path")
                .with("200", "a\"b\\c")
                .add(3);
        registry.gauges("size", "Size.").with().from(() -> 1.5);
        Histograms.Histogram histogram =
                registry.histograms("wait_seconds", "Waits.", 0.001, 2, 3).with();
        histogram.observe(0.001);
        histogram.observe(0.003);
        histogram.observe(9);
        assertThat(new String(registry.write(), StandardCharsets.UTF_8)).isEqualTo("""
                # HELP requests_total Requests.
                # TYPE requests_total counter
                requests_total{code="200",path="a\\"b\\\\c"} 3
                # HELP size Size.
                # TYPE size gauge
                size 1.5
                # HELP wait_seconds Waits.
                # TYPE wait_seconds histogram
                wait_seconds_bucket{le="0.001"} 1
                wait_seconds_bucket{le="0.002"} 1
                wait_seconds_bucket{le="0.004"} 2
                wait_seconds_bucket{le="+Inf"} 3
                wait_seconds_sum 9.004
                wait_seconds_count 3
                """);
    }

    @Test
    void spellsBoundsAsGoDoes() {
        assertThat(TextFormat.bound(0.00001)).isEqualTo("1e-05");
        assertThat(TextFormat.bound(0.000015)).isEqualTo("1.5e-05");
        assertThat(TextFormat.bound(0.0001)).isEqualTo("0.0001");
        assertThat(TextFormat.bound(16)).isEqualTo("16");
        assertThat(TextFormat.bound(5242.88)).isEqualTo("5242.88");
        assertThat(TextFormat.bound(1048576)).isEqualTo("1.048576e+06");
    }
}
