package dev.customscheduler.e2e.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * docs/explain.md shows what was seen: a block of text after each {@code <!-- seen: NAME -->} is what a test got, but
 * for what differs from time to time. With {@code -Dexplain.write=true} the tests write the blocks instead.
 */
final class Guide {
    private static final Path FILE = Path.of("../docs/explain.md");

    private Guide() {}

    /** What stays the same when it is done again. */
    static String settled(String output, String namespace) {
        return output.replace(namespace, "shop")
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ", "<time>")
                .replaceAll("tried (once|\\d+ times)", "tried <n> times")
                .replaceAll("attempt \\d+", "attempt <n>")
                .replaceAll("has preempted \\d+ times", "has preempted <n> times")
                .replaceAll("(custom-scheduler|leaderless|web|silent|poor)-[a-z0-9]+(-[a-z0-9]{5})?\\b", "$1-<id>")
                .replaceAll("kube-[0-9a-f]{10}", "kube-<id>")
                .replaceAll("[ \\t]+\\n", "\n")
                .strip();
    }

    static void shows(String name, String command, String settled) throws IOException {
        String text = Files.readString(FILE);
        String marker = "<!-- seen: " + name + " -->\n```text\n";
        int start = text.indexOf(marker);
        assertThat(start).as("docs/explain.md has a block for " + name).isNotNegative();
        int from = start + marker.length();
        int to = text.indexOf("```\n", from);
        String seen = "$ " + command + "\n" + settled + "\n";
        if (Boolean.getBoolean("explain.write")) {
            Files.writeString(FILE, text.substring(0, from) + seen + text.substring(to));
        } else {
            assertThat(text.substring(from, to)).as("docs/explain.md, " + name).isEqualTo(seen);
        }
    }
}
