package dev.customscheduler.runtime.flags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.testbed.tools.Tool;
import dev.customscheduler.testbed.tools.Tools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real kube-scheduler is the judge of which flags there are and what is said of wrong ones. */
class CommandLineTest {
    private static CommandLine.Result parse(String... arguments) {
        return CommandLine.parse(List.of(arguments), "1.2.3");
    }

    private static Flags flags(String... arguments) {
        assertThat(parse(arguments)).isInstanceOf(CommandLine.Result.Run.class);
        return ((CommandLine.Result.Run) parse(arguments)).flags();
    }

    private static String real(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Tools.standard().path(Tool.KUBE_SCHEDULER).toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    @Test
    void knowsEveryFlagOfKubeScheduler() throws Exception {
        Set<String> names = new TreeSet<>();
        Matcher flag = Pattern.compile("(?m)^ +(?:-\\w, )?--([a-z0-9-]+) ").matcher(real("--help"));
        while (flag.find()) {
            names.add(flag.group(1));
        }
        assertThat(names)
                .hasSizeGreaterThan(60)
                .isEqualTo(new TreeSet<>(FlagTable.all().keySet()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--nope",
                "--leader-elect=maybe",
                "--secure-port=x",
                "--leader-elect-lease-duration=5",
                "--leader-elect-lease-duration=5 s",
                "--leader-elect-renew-deadline=x",
                "--leader-elect-retry-period=1y",
                "--config",
                "stray",
                "-x",
                "--kube-api-burst=1.5"
            })
    void refusesInTheWordsOfKubeScheduler(String argument) throws Exception {
        Matcher error = Pattern.compile("(?m)^Error: (.*)$").matcher(real(argument));
        assertThat(error.find()).isTrue();
        assertThat(parse(argument)).isEqualTo(new CommandLine.Result.Refused(error.group(1)));
    }

    @Test
    void takesGosSpellings() {
        Flags flags = flags(
                "--leader-elect=false",
                "-v4",
                "--leader_elect_retry_period=1m0.5s",
                "--secure-port",
                "10260",
                "--authorization-always-allow-paths=/a,/b",
                "--authorization-always-allow-paths=/c",
                "--authentication-skip-lookup");
        assertThat(flags.bool("leader-elect")).isFalse();
        assertThat(flags.integer("v")).isEqualTo(4);
        assertThat(flags.duration("leader-elect-retry-period")).isEqualTo(Duration.ofMillis(60_500));
        assertThat(flags.integer("secure-port")).isEqualTo(10260);
        assertThat(flags.strings("authorization-always-allow-paths")).containsExactly("/a", "/b", "/c");
        assertThat(flags.bool("authentication-skip-lookup")).isTrue();
        assertThat(flags.changed("leader-elect-lease-duration")).isFalse();
        assertThat(flags.duration("leader-elect-lease-duration")).isEqualTo(Duration.ofSeconds(15));
        assertThat(flags("--v=2", "--profiling=false").withoutEffect()).containsExactly("profiling");
    }

    @Test
    void knowsFeatureGatesByName() {
        assertThat(parse("--feature-gates=Nonsense=true"))
                .isEqualTo(new CommandLine.Result.Refused("unrecognized feature gate: Nonsense"));
        FeatureGates gates = FeatureGates.of(flags("--feature-gates=SchedulerPopFromBackoffQ=false,AllAlpha=true"));
        assertThat(gates.enabled("SchedulerPopFromBackoffQ")).isFalse();
        assertThat(gates.enabled("CompositePodGroup")).isTrue();
        assertThat(gates.enabled("OpportunisticBatching")).isTrue();
        assertThat(FeatureGates.of(flags("--feature-gates=SchedulerPopFromBackoffQ=false,OpportunisticBatching=false,"
                                + "SchedulerAsyncPreemption=true"))
                        .withoutEffect())
                .containsExactly("OpportunisticBatching");
    }

    @Test
    void printsVersionAndHelp() {
        assertThat(parse("--version"))
                .isEqualTo(new CommandLine.Result.Print("Custom Scheduler 1.2.3 (kube-scheduler 1.37)\n"));
        assertThat(parse("-h"))
                .isInstanceOfSatisfying(
                        CommandLine.Result.Print.class,
                        print -> assertThat(print.text()).contains("--leader-elect-lease-duration", "(default 15s)"));
    }
}
