package dev.customscheduler.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.testbed.oracle.Oracle;
import dev.customscheduler.testbed.oracle.Oracle.QueueAnswer;
import dev.customscheduler.testbed.tools.Tools;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Random scripts for the queue alone, on a clock that they move: pods come, are tried and fail, events come before and
 * during attempts, gates close and open, backoffs end. kube-scheduler's queue and the engine's take the same pods in
 * the same order, hold the others in the same places and change the same metrics. {@code -Dqueue.scripts=2000} makes it
 * longer, {@code -Dqueue.seed=N} starts elsewhere.
 */
class QueueParityTest {
    private static final int ACTIONS = 120;

    @Test
    void scriptsGoAlike() {
        int scripts = Integer.getInteger("queue.scripts", 200);
        long first = Long.getLong("queue.seed", 1);
        List<String> failures = new ArrayList<>();
        long actions = 0;
        long popped = 0;
        try (Oracle oracle = Oracle.start(Tools.standard())) {
            for (long seed = first; seed < first + scripts; seed++) {
                ScriptGenerator generator = new ScriptGenerator(seed);
                Map<String, Object> question = new LinkedHashMap<>(generator.options());
                ScriptRunner runner = new ScriptRunner(question);
                List<Map<String, Object>> script = new ArrayList<>();
                List<QueueAnswer> ours = new ArrayList<>();
                for (int i = 0; i < ACTIONS; i++) {
                    // Time passes between all actions: what kube-scheduler does with pods of the very same time is
                    // chance.
                    Map<String, Object> action = i % 2 == 0 ? Map.of("do", "advance", "ms", 1) : generator.next();
                    QueueAnswer answer = runner.run(action);
                    generator.took(answer.popped());
                    popped += answer.popped().isEmpty() ? 0 : 1;
                    script.add(action);
                    ours.add(answer);
                }
                question.put("script", script);
                actions += script.size();
                List<QueueAnswer> theirs = oracle.queue(question);
                for (int i = 0; i < script.size(); i++) {
                    if (!theirs.get(i).equals(ours.get(i))) {
                        failures.add("seed " + seed + ", action " + i + " " + script.get(i)
                                + "\n    theirs: " + theirs.get(i) + "\n    ours:   " + ours.get(i) + "\n    before: "
                                + (i == 0 ? "" : ours.get(i - 1)));
                        break;
                    }
                }
            }
        }
        System.out.printf(
                "queue: %d scripts from seed %d, %d actions, %d pods taken, %d scripts differ%n",
                scripts, first, actions, popped, failures.size());
        assertThat(failures).isEmpty();
    }
}
