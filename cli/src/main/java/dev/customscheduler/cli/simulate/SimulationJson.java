package dev.customscheduler.cli.simulate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.engine.AttemptResult.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** The result for programs. Every key is always there; a change of this shape is a change of the command's contract. */
final class SimulationJson {
    private SimulationJson() {}

    static ObjectNode of(List<AttemptResult> attempts) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        var pods = root.putArray("pods");
        for (AttemptResult attempt : attempts) {
            ObjectNode pod = pods.addObject();
            pod.put("namespace", attempt.pod().namespace());
            pod.put("name", attempt.pod().name());
            boolean scheduled = attempt.outcome() == Outcome.SCHEDULED;
            pod.put("node", scheduled ? attempt.node() : null);
            // A pod that no profile here is responsible for gets no condition from anyone here.
            boolean silent = scheduled || attempt.outcome() == Outcome.NOT_RESPONSIBLE;
            pod.put("message", silent ? null : Outcomes.message(attempt));
            pod.put("nominatedNode", attempt.nominatedNode().isEmpty() ? null : attempt.nominatedNode());
            var preempted = pod.putArray("preempted");
            attempt.victims().forEach(preempted::add);
            ObjectNode nodes = pod.putObject("nodes");
            attempt.statuses()
                    .forEach((node, status) ->
                            nodes.put(node, status.plugin() + ": " + String.join(", ", status.reasons())));
            ObjectNode scores = pod.putObject("scores");
            attempt.scores().forEach((node, byPlugin) -> {
                ObjectNode plugins = scores.putObject(node);
                byPlugin.forEach(plugins::put);
            });
        }
        return root;
    }

    static void print(List<AttemptResult> attempts, PrintWriter out) throws IOException {
        out.println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(of(attempts)));
    }
}
