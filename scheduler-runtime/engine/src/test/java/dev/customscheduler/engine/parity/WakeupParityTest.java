package dev.customscheduler.engine.parity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.testbed.oracle.ClusterCase;
import dev.customscheduler.testbed.oracle.Oracle;
import dev.customscheduler.testbed.oracle.QueueState;
import dev.customscheduler.testbed.oracle.QueueStep;
import dev.customscheduler.testbed.tools.Tools;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Generated clusters of everything that the parity runs have, with one pod that no node takes, and then events one
 * after another: after each the pod is in the same queue of kube-scheduler and of the engine, refused by the same
 * plugins. Other pods may wait with a nomination. Where the engine alone wakes the pod, {@link HereOnly} says by which
 * rule of docs/queueing.md. {@code -Dwakeup.clusters=2000} makes it longer, {@code -Dwakeup.seed=N} starts elsewhere.
 */
class WakeupParityTest {
    private static final int EVENTS = 40;

    private int waiting;
    private int events;
    private int woken;
    private final Map<String, Integer> here = new TreeMap<>();
    private final Map<String, Integer> rejectors = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();

    @Test
    void generatedPodsAreWokenByTheSameEvents() {
        int clusters = Integer.getInteger("wakeup.clusters", 60);
        long first = Long.getLong("wakeup.seed", 1);
        try (Oracle oracle = Oracle.start(Tools.standard())) {
            for (long seed = first; seed < first + clusters; seed++) {
                WakeupQuestion q = WakeupQuestion.of(seed, EVENTS);
                if (q != null) {
                    compare(oracle, q, seed);
                }
            }
        }
        System.out.printf(
                "wake-ups: %d clusters from seed %d, %d pods that wait, %d events, %d of them woke, %d differ%n",
                clusters, first, waiting, events, woken, failures.size());
        System.out.println("wake-ups: refused by " + rejectors);
        System.out.println("wake-ups: here only " + here);
        failures.forEach(System.out::println);
        assertThat(failures).isEmpty();
    }

    private void compare(Oracle oracle, WakeupQuestion q, long seed) {
        List<QueueState> ours = QueueRunner.run(q.config().toString(), q.cluster(), q.steps());
        List<QueueState> theirs;
        try {
            theirs = oracle.wake(new ClusterCase(q.config().toString(), WakeupTest.list(q.cluster())), q.steps());
        } catch (IllegalArgumentException e) {
            failures.add("seed " + seed + ": " + e.getMessage());
            return;
        }
        waiting++;
        List<JsonNode> world = new ArrayList<>(q.cluster());
        JsonNode pod = Objects.requireNonNull(q.steps().getFirst().object());
        for (int i = 0; i < q.steps().size(); i++) {
            QueueStep step = q.steps().get(i);
            QueueState.Waiting their = theirs.get(i).pods().get(q.pod());
            QueueState.Waiting our = ours.get(i).pods().get(q.pod());
            boolean event = i >= q.firstEvent();
            events += event ? 1 : 0;
            if (our == null || !our.equals(their)) {
                String why = event && our != null && isWokenHere(their, our)
                        ? new HereOnly(q.config(), pod, world).reason(our.plugins(), step)
                        : "";
                if (why.isEmpty()) {
                    failures.add("seed " + seed + ", step " + i + " " + step.action() + "\n    theirs: " + their
                            + "\n    ours:   " + our + "\n    " + step.object());
                } else {
                    here.merge(why, 1, Integer::sum);
                }
                return;
            }
            if (event && our.queue().equals("backoff")) {
                woken++;
                return; // where nothing wakes it any more
            }
            if (i == q.firstEvent() - 1) {
                our.plugins().forEach(plugin -> rejectors.merge(plugin, 1, Integer::sum));
            }
            JsonNode object = step.object();
            if (object != null) {
                if (object.at("/metadata/uid").equals(pod.at("/metadata/uid"))) {
                    pod = object;
                }
                world.removeIf(o -> o.at("/metadata/uid").equals(object.at("/metadata/uid")));
                if (step.action() == QueueStep.Action.PUT) {
                    world.add(object);
                }
            }
        }
    }

    private static boolean isWokenHere(QueueState.@Nullable Waiting their, QueueState.Waiting our) {
        return their != null
                && their.queue().equals("unschedulable")
                && our.queue().equals("backoff")
                && their.plugins().equals(our.plugins());
    }
}
