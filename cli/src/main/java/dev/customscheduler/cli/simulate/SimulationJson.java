package dev.customscheduler.cli.simulate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.engine.AttemptResult.Outcome;
import dev.customscheduler.framework.Status;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;

/**
 * The result for programs, written as it comes: the scores of all pods of a large cluster do not fit into memory. Every
 * key is always there; a change of this shape is a change of the command's contract.
 */
final class SimulationJson {
    private final JsonGenerator json;
    private final PrintWriter out;
    private boolean started;

    /** Writes nothing before the first attempt or the end, so that a simulation that cannot run leaves no half. */
    SimulationJson(PrintWriter out) throws IOException {
        this.out = out;
        json = new JsonFactory().createGenerator(out);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.setPrettyPrinter(new DefaultPrettyPrinter());
    }

    private void start() throws IOException {
        if (!started) {
            started = true;
            json.writeStartObject();
            json.writeArrayFieldStart("pods");
        }
    }

    void write(AttemptResult attempt) throws IOException {
        start();
        boolean scheduled = attempt.outcome() == Outcome.SCHEDULED;
        // A pod that no profile here is responsible for gets no condition from anyone here.
        boolean silent = scheduled || attempt.outcome() == Outcome.NOT_RESPONSIBLE;
        json.writeStartObject();
        json.writeStringField("namespace", attempt.pod().namespace());
        json.writeStringField("name", attempt.pod().name());
        json.writeStringField("node", scheduled ? attempt.node() : null);
        json.writeStringField("message", silent ? null : Outcomes.message(attempt));
        json.writeStringField("nominatedNode", attempt.nominatedNode().isEmpty() ? null : attempt.nominatedNode());
        json.writeArrayFieldStart("preempted");
        for (String victim : attempt.victims()) {
            json.writeString(victim);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("nodes");
        for (Map.Entry<String, Status> node : attempt.statuses().entrySet()) {
            Status status = node.getValue();
            json.writeStringField(node.getKey(), status.plugin() + ": " + String.join(", ", status.reasons()));
        }
        json.writeEndObject();
        json.writeObjectFieldStart("scores");
        for (Map.Entry<String, Map<String, Long>> node : attempt.scores().entrySet()) {
            json.writeObjectFieldStart(node.getKey());
            for (Map.Entry<String, Long> plugin : node.getValue().entrySet()) {
                json.writeNumberField(plugin.getKey(), plugin.getValue());
            }
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Writes the end. */
    void finish() throws IOException {
        start();
        json.writeEndArray();
        json.writeEndObject();
        json.close();
        out.println();
    }
}
