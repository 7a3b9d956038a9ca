package dev.customscheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** The root command: help, version, wrong use. */
class CschedTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Csched.run(new PrintWriter(out), new PrintWriter(err), args);
    }

    @Test
    void helpListsTheCommandsOnStandardOutput() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("Usage: csched", "version", "Exit codes:")
                .doesNotContain("training-run");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void withoutACommandItIsUsedWrongly() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("a command is missing", "Usage: csched");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aMistypedCommandGetsTheNearestOne() {
        assertThat(run("versoin")).isEqualTo(2);
        assertThat(err.toString()).contains("Did you mean: csched version");
    }

    @Test
    void versionNamesTheJava() {
        assertThat(run("version")).isZero();
        assertThat(out.toString()).startsWith("csched ").contains("Java 25");
    }
}
