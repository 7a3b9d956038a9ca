package dev.customscheduler.engine.parity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.testbed.oracle.ClusterCase;
import dev.customscheduler.testbed.oracle.Oracle;
import dev.customscheduler.testbed.oracle.QueueState;
import dev.customscheduler.testbed.oracle.QueueStep;
import dev.customscheduler.testbed.tools.Tools;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Generated clusters with one pod that no node takes, and then events one after another: after each the pod is in the
 * same queue of kube-scheduler and of the engine, refused by the same plugins. Where the engine alone wakes it, that is
 * one of the plugins of which docs/queueing.md says so. {@code -Dwakeup.clusters=2000} makes it longer,
 * {@code -Dwakeup.seed=N} starts elsewhere.
 */
class WakeupParityTest {
    private static final int EVENTS = 10;
    private static final Set<String> WAKE_MORE = Set.of("InterPodAffinity", "NodeAffinity");

    @Test
    void generatedPodsAreWokenByTheSameEvents() {
        int clusters = Integer.getInteger("wakeup.clusters", 150);
        long first = Long.getLong("wakeup.seed", 1);
        List<String> failures = new ArrayList<>();
        int waiting = 0;
        int events = 0;
        int woken = 0;
        int here = 0;
        try (Oracle oracle = Oracle.start(Tools.standard())) {
            for (long seed = first; seed < first + clusters; seed++) {
                Question q = question(seed);
                if (q == null) {
                    continue;
                }
                ClusterCase asked = new ClusterCase(q.config(), WakeupTest.list(q.cluster()));
                QueueState.Waiting put = oracle.wake(asked, q.steps().subList(0, 1))
                        .getFirst()
                        .pods()
                        .get(q.pod());
                if (put == null || !put.queue().equals("active")) {
                    continue; // held back, or for another scheduler
                }
                List<QueueState> theirs = oracle.wake(asked, q.steps());
                if (!theirs.get(1).pods().containsKey(q.pod())) {
                    continue;
                }
                waiting++;
                List<QueueState> ours = QueueRunner.run(q.config(), q.cluster(), q.steps());
                for (int i = 1; i < theirs.size(); i++) {
                    QueueState.Waiting their = theirs.get(i).pods().get(q.pod());
                    QueueState.Waiting our = ours.get(i).pods().get(q.pod());
                    events += i == 1 ? 0 : 1;
                    if (their != null && their.equals(our)) {
                        boolean wakes = their.queue().equals("backoff")
                                && !their.equals(theirs.get(i - 1).pods().get(q.pod()));
                        woken += wakes && i > 1 ? 1 : 0;
                        continue;
                    }
                    if (their != null
                            && our != null
                            && their.queue().equals("unschedulable")
                            && our.queue().equals("backoff")
                            && their.plugins().equals(our.plugins())
                            && !Collections.disjoint(our.plugins(), WAKE_MORE)) {
                        here++;
                    } else {
                        failures.add("seed " + seed + ", step " + i + " "
                                + q.steps().get(i).action() + "\n    theirs: " + their + "\n    ours:   " + our
                                + "\n    " + q.steps().get(i).object());
                    }
                    break;
                }
            }
        }
        System.out.printf(
                "wake-ups: %d clusters from seed %d, %d pods that wait, %d events, %d of them woke, %d woke here only, %d"
                        + " differ%n",
                clusters, first, waiting, events, woken, here, failures.size());
        failures.forEach(System.out::println);
        assertThat(failures).isEmpty();
    }

    /** What is asked of both. */
    private record Question(String config, List<JsonNode> cluster, String pod, List<QueueStep> steps) {}

    private static @Nullable Question question(long seed) {
        // Without the volume controller, which the oracle does not play here, a pod with volumes that fits is never
        // bound.
        EnumSet<Feature> features = EnumSet.complementOf(
                EnumSet.of(Feature.PREEMPTION, Feature.SAMPLING, Feature.PROFILES, Feature.VOLUMES));
        GeneratedCluster generated = ClusterGenerator.generate(seed, features, List.of());
        Dice dice = new Dice(seed);
        List<JsonNode> cluster = new ArrayList<>();
        ObjectNode pending = null;
        int number = 0;
        for (JsonNode node : generated.documents()) {
            ObjectNode o = node.deepCopy();
            ObjectNode metadata = o.withObject("/metadata");
            metadata.put("uid", "uid-" + number++);
            if (o.path("kind").asText().equals("Pod")) {
                if (!metadata.hasNonNull("namespace")) {
                    metadata.put("namespace", "default");
                }
                o.withObject("/spec").put("priority", 0);
                if (o.at("/spec/nodeName").asText("").isEmpty()) {
                    boolean gated = !o.at("/spec/schedulingGates").isEmpty();
                    pending = !gated && (pending == null || dice.chance(0.3)) ? o : pending;
                    continue;
                }
            }
            cluster.add(o);
        }
        if (pending == null) {
            return null;
        }
        ObjectNode config = GeneratedCluster.JSON.valueToTree(generated.config());
        config.put("podInitialBackoffSeconds", 3600).put("podMaxBackoffSeconds", 3600);
        List<QueueStep> steps = new ArrayList<>(List.of(QueueStep.put(pending), QueueStep.attempt()));
        List<JsonNode> left = new ArrayList<>(cluster);
        for (int i = 0; i < EVENTS; i++) {
            QueueStep event = event(dice, left, i);
            if (event != null) {
                steps.add(event);
            }
        }
        String pod = pending.at("/metadata/namespace").asText() + "/"
                + pending.at("/metadata/name").asText();
        return new Question(config.toString(), cluster, pod, steps);
    }

    /** Something that happens to one of the objects, which {@code left} then has. */
    private static @Nullable QueueStep event(Dice dice, List<JsonNode> left, int number) {
        if (left.isEmpty()) {
            return null;
        }
        JsonNode chosen = dice.of(left);
        ObjectNode changed = chosen.deepCopy();
        String kind = chosen.path("kind").asText();
        if (dice.chance(0.25) && (kind.equals("Pod") || kind.equals("Node"))) {
            left.remove(chosen);
            return QueueStep.delete(chosen);
        }
        if (dice.chance(0.3) && (kind.equals("Pod") || kind.equals("Node"))) {
            changed.withObject("/metadata").put("name", "new-" + number).put("uid", "uid-new-" + number);
            left.add(changed);
            return QueueStep.put(changed);
        }
        switch (kind) {
            case "Node" -> {
                switch (dice.between(0, 3)) {
                    case 0 -> changed.withObject("/spec").remove("taints");
                    case 1 -> changed.withObject("/spec").put("unschedulable", dice.chance(0.3));
                    case 2 -> changed.withObject("/status/allocatable").put("cpu", dice.of("1", "16", "64"));
                    default -> relabel(dice, changed, left);
                }
            }
            case "Pod" -> relabel(dice, changed, left);
            default -> changed.withObject("/metadata/labels").put("touched", "t" + number);
        }
        left.remove(chosen);
        left.add(changed);
        return QueueStep.put(changed);
    }

    /** Gives it the labels of another of its kind. */
    private static void relabel(Dice dice, ObjectNode object, List<JsonNode> left) {
        List<JsonNode> alike = new ArrayList<>();
        for (JsonNode other : left) {
            if (other.path("kind").equals(object.path("kind"))) {
                alike.add(other);
            }
        }
        JsonNode labels = dice.of(alike).at("/metadata/labels");
        object.withObject("/metadata").remove("labels");
        if (labels.isObject()) {
            object.withObject("/metadata").set("labels", labels.deepCopy());
        }
    }
}
