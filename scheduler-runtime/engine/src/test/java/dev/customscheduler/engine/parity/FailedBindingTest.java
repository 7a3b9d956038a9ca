package dev.customscheduler.engine.parity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.testbed.oracle.ClusterCase;
import dev.customscheduler.testbed.oracle.Oracle;
import dev.customscheduler.testbed.oracle.QueueState;
import dev.customscheduler.testbed.oracle.QueueStep;
import dev.customscheduler.testbed.tools.Tools;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A pod gets a node and is not bound: every way in which that may happen under wakeups/bindings.yaml, with what happens
 * meanwhile and afterwards, is put to kube-scheduler and to the engine. After each step all pods are in the same
 * queues, and the queue's metrics changed alike. docs/queueing.md holds the table that the test prints.
 */
class FailedBindingTest {
    @Test
    void podsWaitAlikeAfterAFailedBinding() throws IOException {
        JsonNode file = read();
        List<JsonNode> cluster = new ArrayList<>();
        file.get("cluster").forEach(o -> cluster.add(Situation.object(o)));
        String config = file.get("config").toString();
        List<String> failures = new ArrayList<>();
        StringBuilder table =
                new StringBuilder("| What happens | the pod | a pod that needs its room | a pod that needs"
                        + " another node | a gated pod | |\n|---|---|---|---|---|---|\n");
        try (Oracle oracle = Oracle.start(Tools.standard())) {
            for (JsonNode row : file.get("rows")) {
                List<QueueStep> steps = new ArrayList<>();
                for (JsonNode pod : file.get("waiting")) {
                    steps.add(QueueStep.put(Situation.object(pod)));
                    if (pod.at("/labels/steered-gate").isMissingNode()) {
                        steps.add(QueueStep.attempt());
                    }
                }
                ObjectNode pod = file.get("pod").deepCopy();
                row.path("labels").forEachEntry(pod.withObject("/labels")::set);
                steps.add(QueueStep.put(Situation.object(pod)));
                QueueStep[] during = steps(row.path("during")).toArray(QueueStep[]::new);
                steps.add(QueueStep.failedBinding(row.path("error").asText(""), during));
                steps.addAll(steps(row.path("after")));
                List<QueueState> theirs = oracle.wake(new ClusterCase(config, WakeupTest.list(cluster)), steps);
                List<QueueState> ours = QueueRunner.run(config, cluster, steps);
                for (int i = 0; i < steps.size(); i++) {
                    boolean last = i == steps.size() - 1;
                    if (!isAlike(row.path("better"), last, theirs.get(i), ours.get(i))) {
                        failures.add(row.get("row").asText() + ", step " + i + "\n    theirs: " + theirs.get(i)
                                + "\n    ours:   " + ours.get(i));
                        break;
                    }
                }
                table.append("| ").append(row.get("row").asText());
                for (String name : List.of("p", "room", "other", "gated")) {
                    table.append(" | ").append(queue(ours.getLast(), name));
                }
                String reason = row.at("/better/because").asText();
                table.append(" | ")
                        .append(reason.isEmpty() ? "" : "here only: " + reason)
                        .append(" |\n");
            }
        }
        System.out.println(table);
        System.out.printf("failed bindings: %d, %d differ%n", file.get("rows").size(), failures.size());
        failures.forEach(System.out::println);
        assertThat(failures).isEmpty();
        assertThat(Files.readString(Path.of("../../docs/queueing.md")))
                .as("docs/queueing.md has the table that is printed above")
                .contains(table);
    }

    /**
     * Whether both have all pods in the same places and the same changes of metrics, other than what the row says that
     * the engine does better: it wakes the pod in the last step, or spares the bound pod an update of its status.
     */
    private static boolean isAlike(JsonNode better, boolean last, QueueState their, QueueState our) {
        if (better.path("wakes").asBoolean() && last) {
            return queue(their, "p").equals("unschedulable") && queue(our, "p").equals("backoff");
        }
        if (better.path("writesNothing").asBoolean()) {
            their.metrics().remove("scheduler_event_handling_duration_seconds{event=AssignedPodUpdate}");
        }
        return their.equals(our);
    }

    private static String queue(QueueState state, String pod) {
        QueueState.Waiting waiting = state.pods().get("default/" + pod);
        return waiting == null ? "" : waiting.queue();
    }

    private static List<QueueStep> steps(JsonNode written) {
        List<QueueStep> steps = new ArrayList<>();
        for (JsonNode s : written) {
            JsonNode put = s.get("put");
            steps.add(
                    put == null
                            ? QueueStep.delete(Situation.object(s.path("delete")))
                            : QueueStep.put(Situation.object(put)));
        }
        return steps;
    }

    private static JsonNode read() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(FailedBindingTest.class.getResourceAsStream("/wakeups/bindings.yaml"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return GeneratedCluster.JSON.valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(text));
        }
    }
}
