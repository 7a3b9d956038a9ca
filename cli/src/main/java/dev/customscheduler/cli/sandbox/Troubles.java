package dev.customscheduler.cli.sandbox;

import dev.customscheduler.cli.text.Table;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Why it did not work: the latest warnings of the cluster and the ends of the logs. */
final class Troubles {
    private static final int EVENTS = 15;
    private static final int LINES = 15;

    private Troubles() {}

    static void events(KubernetesClient client, PrintWriter out) {
        List<Event> warnings =
                client.v1().events().inAnyNamespace().withField("type", "Warning").list().getItems().stream()
                        .sorted(Comparator.comparing(
                                (Event event) -> event.getMetadata().getCreationTimestamp()))
                        .toList();
        if (warnings.isEmpty()) {
            return;
        }
        out.println("Latest warnings");
        Table table = new Table("OBJECT", "REASON", "MESSAGE");
        for (Event event : warnings.subList(Math.max(0, warnings.size() - EVENTS), warnings.size())) {
            var about = event.getInvolvedObject();
            table.row(about.getKind() + "/" + about.getName(), text(event.getReason()), text(event.getMessage()));
        }
        table.print(out, "  ");
        out.println();
    }

    private static String text(@org.jspecify.annotations.Nullable String value) {
        return value == null ? "" : value;
    }

    /**
     * The ends of the logs below a folder.
     *
     * @param folder walked in order of name; need not exist
     * @param out where they go
     * @throws IOException when a log cannot be read
     */
    static void logs(Path folder, PrintWriter out) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> files;
        try (var found = Files.walk(folder)) {
            files = found.filter(file -> file.toString().endsWith(".log"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            // A log may hold whatever a process printed: undecodable bytes must not hide the rest.
            List<String> lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            if (lines.isEmpty()) {
                continue;
            }
            out.println("==> end of " + file);
            lines.subList(Math.max(0, lines.size() - LINES), lines.size()).forEach(line -> out.println("    " + line));
            out.println();
        }
    }
}
