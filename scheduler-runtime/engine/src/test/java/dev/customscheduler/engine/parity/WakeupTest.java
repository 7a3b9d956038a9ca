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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Which events wake which pods: every situation under wakeups/, with each of its events once after the attempt and once
 * while it runs, is put to kube-scheduler's own queue and to the engine's. The pod must be in the same queue, refused
 * by the same plugins, and the queue's metrics must have changed alike. Where the engine wakes a pod that
 * kube-scheduler forgets, the file says why. docs/queueing.md holds the tables that the test prints.
 */
class WakeupTest {
    private static final List<String> FILES = List.of("nodes", "pods", "volumes");

    /** What one event does. */
    private record Answer(Situation situation, Situation.Event event, String after, String during) {}

    @Test
    void podsAreWokenByTheSameEvents() throws IOException, InterruptedException, ExecutionException {
        List<String> failures = new ArrayList<>();
        List<Future<Answer>> answers = new ArrayList<>();
        try (Oracle oracle = Oracle.start(Tools.standard());
                ExecutorService executor =
                        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            for (String file : FILES) {
                for (Situation s : Situation.read("/wakeups/" + file + ".yaml")) {
                    for (Situation.Event e : s.events()) {
                        answers.add(executor.submit(() -> new Answer(
                                s, e, ask(oracle, s, e, false, failures), ask(oracle, s, e, true, failures))));
                    }
                }
            }
        }
        String table = table(answers);
        System.out.println(table);
        System.out.printf("wake-ups: %d events, %d differences%n", answers.size(), failures.size());
        failures.forEach(System.out::println);
        assertThat(failures).isEmpty();
        assertThat(Files.readString(Path.of("../../docs/queueing.md")))
                .as("docs/queueing.md has the tables that are printed above")
                .contains(table.strip());
    }

    /** Asks both what becomes of the pod; gives the queue in which both, or the engine alone, have it. */
    private static String ask(Oracle oracle, Situation s, Situation.Event e, boolean during, List<String> failures) {
        QueueStep pod = QueueStep.put(s.pod());
        List<QueueStep> steps = s.gated()
                ? List.of(pod, e.step())
                : during ? List.of(pod, QueueStep.attempt(e.step())) : List.of(pod, QueueStep.attempt(), e.step());
        List<QueueState> theirs = oracle.wake(new ClusterCase(s.config(), list(s.cluster())), steps);
        List<QueueState> ours = QueueRunner.run(s.config(), s.cluster(), steps);
        for (int i = 0; i < theirs.size(); i++) {
            boolean last = i == theirs.size() - 1;
            boolean alike = last && !e.better().isEmpty()
                    ? queue(theirs).equals("unschedulable") && queue(ours).equals("backoff")
                    : theirs.get(i).equals(ours.get(i));
            if (!alike) {
                synchronized (failures) {
                    failures.add(s.name() + ": " + e.name() + (during ? ", meanwhile" : "") + ", step " + i
                            + "\n    theirs: " + theirs.get(i) + "\n    ours:   " + ours.get(i));
                }
                break;
            }
        }
        return queue(ours);
    }

    private static String queue(List<QueueState> states) {
        QueueState.Waiting pod = states.getLast().pods().get("default/p");
        return pod == null ? "" : pod.queue();
    }

    private static String table(List<Future<Answer>> answers) throws InterruptedException, ExecutionException {
        StringBuilder text = new StringBuilder();
        String name = "";
        for (Future<Answer> future : answers) {
            Answer a = future.get();
            if (!a.situation().name().equals(name)) {
                name = a.situation().name();
                text.append("\n### ")
                        .append(name)
                        .append("\n\n| Event | after the attempt | during it | |\n|---|---|---|---|\n");
            }
            String better = a.event().better();
            text.append("| ").append(a.event().name());
            text.append(" | ")
                    .append(a.after())
                    .append(" | ")
                    .append(a.situation().gated() ? "" : a.during());
            text.append(" | ")
                    .append(better.isEmpty() ? "" : "here only: " + better)
                    .append(" |\n");
        }
        return text.toString();
    }

    static String list(List<JsonNode> objects) {
        ObjectNode list = GeneratedCluster.JSON.createObjectNode();
        list.put("apiVersion", "v1").put("kind", "List").withArray("/items").addAll(objects);
        return list.toString();
    }
}
