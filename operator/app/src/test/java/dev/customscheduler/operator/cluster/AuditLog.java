package dev.customscheduler.operator.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What the API server wrote down of one user's requests. */
record AuditLog(Path file, String user) {
    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete", "deletecollection");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A request, as verb, resource and name. */
    record Entry(String verb, String resource, String name) {}

    /** How many lines there are, as a mark for {@link #writesSince}. */
    long mark() {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The user's writes since a mark; a review is a question and no write. */
    List<Entry> writesSince(long mark) {
        return since(mark)
                .filter(e -> !e.resource.equals("subjectaccessreviews"))
                .toList();
    }

    /** The user's access reviews since a mark. */
    long reviewsSince(long mark) {
        return since(mark)
                .filter(e -> e.resource.equals("subjectaccessreviews"))
                .count();
    }

    private Stream<Entry> since(long mark) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines
                    .skip(mark)
                    .map(AuditLog::parse)
                    .filter(e -> e.path("user").path("username").asText().equals(user)
                            && e.path("stage").asText().equals("ResponseComplete")
                            && WRITES.contains(e.path("verb").asText()))
                    .map(e -> new Entry(
                            e.path("verb").asText(),
                            e.path("objectRef").path("resource").asText()
                                    + (e.path("objectRef").has("subresource")
                                            ? "/"
                                                    + e.path("objectRef")
                                                            .path("subresource")
                                                            .asText()
                                            : ""),
                            e.path("objectRef").path("name").asText()))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            return JSON.nullNode();
        }
    }
}
