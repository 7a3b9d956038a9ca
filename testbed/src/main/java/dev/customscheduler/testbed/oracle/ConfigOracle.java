package dev.customscheduler.testbed.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.testbed.tools.Tool;
import dev.customscheduler.testbed.tools.Tools;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The configuration half of kube-scheduler, of whichever version its tool is built from, for thousands of documents a
 * second. One process, for one caller at a time; it ends when its standard input does, so with this JVM at the latest.
 */
public final class ConfigOracle implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * What kube-scheduler makes of a document.
     *
     * @param error its message; null if it is accepted
     * @param defaulted the defaulted v1 document; null unless it decodes
     */
    public record Judgement(
            boolean accepted,
            @Nullable String error,
            @Nullable JsonNode defaulted) {}

    private final Process process;
    private final OutputStream questions;
    private final BufferedReader answers;

    private ConfigOracle(Path binary) {
        try {
            process = new ProcessBuilder(binary.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("starting " + binary, e);
        }
        questions = process.getOutputStream();
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts one of the tools CONFIG_ORACLE..., building it first where it is not there yet. */
    public static ConfigOracle start(Tools tools, Tool tool) {
        return new ConfigOracle(tools.path(tool));
    }

    /** Starts a binary that is there already. */
    public static ConfigOracle start(Path binary) {
        return new ConfigOracle(binary);
    }

    /** Judges documents in their order. */
    public List<Judgement> judge(List<byte[]> documents) {
        Thread writer = Thread.ofVirtual().start(() -> write(documents));
        try {
            List<Judgement> judgements = new ArrayList<>(documents.size());
            for (int i = 0; i < documents.size(); i++) {
                String line = answers.readLine();
                if (line == null) {
                    throw new IllegalStateException("the oracle died of this document (its standard error says more):\n"
                            + new String(documents.get(i), StandardCharsets.UTF_8));
                }
                JsonNode answer = JSON.readTree(line);
                judgements.add(new Judgement(
                        answer.get("accepted").booleanValue(),
                        answer.path("error").textValue(),
                        answer.get("default")));
            }
            writer.join();
            return judgements;
        } catch (IOException e) {
            process.destroyForcibly();
            throw new UncheckedIOException("asking the oracle", e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking the oracle", e);
        }
    }

    private void write(List<byte[]> documents) {
        try {
            for (byte[] document : documents) {
                questions.write((document.length + "\n").getBytes(StandardCharsets.US_ASCII));
                questions.write(document);
            }
            questions.flush();
        } catch (IOException e) {
            // The reader sees the end of the answers and tells which document it was.
            process.destroyForcibly();
        }
    }

    /** Ends the process. */
    @Override
    public void close() {
        try {
            questions.close();
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
