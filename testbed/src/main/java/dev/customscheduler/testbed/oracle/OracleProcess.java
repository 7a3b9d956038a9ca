package dev.customscheduler.testbed.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One running oracle, for one caller at a time. It ends when its standard input does, so with this JVM at the latest.
 */
final class OracleProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final Writer requests;
    private final BufferedReader answers;

    OracleProcess(Path binary) {
        try {
            process = new ProcessBuilder(binary.toString(), "serve")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("starting the oracle", e);
        }
        requests = process.outputWriter(StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    boolean alive() {
        return process.isAlive();
    }

    JsonNode ask(Map<String, ?> request) {
        try {
            requests.write(JSON.writeValueAsString(request) + "\n");
            requests.flush();
            String line = answers.readLine();
            if (line == null) {
                throw new IllegalStateException(
                        "the oracle died of this request (its standard error says more):\n" + request);
            }
            return JSON.readTree(line);
        } catch (IOException e) {
            process.destroyForcibly();
            throw new UncheckedIOException("asking the oracle:\n" + request, e);
        }
    }

    @Override
    public void close() {
        try {
            requests.close();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
