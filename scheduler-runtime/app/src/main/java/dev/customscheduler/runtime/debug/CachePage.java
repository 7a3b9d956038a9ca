package dev.customscheduler.runtime.debug;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.customscheduler.engine.Scheduler;
import dev.customscheduler.engine.cache.ClusterCache;
import dev.customscheduler.engine.queue.SchedulingQueue;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Resources;
import dev.customscheduler.runtime.serving.Page;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;

/**
 * What the scheduler believes the cluster to be, as JSON: for comparison with what the API server says. kube-scheduler
 * writes the like into its log on SIGUSR2, which the JVM keeps for itself.
 *
 * <pre>{@code
 * {"nodes":[{"name":"n","allocatable":{"milliCpu":4000,"memory":17179869184,"pods":110,...},"requested":{...},
 *            "pods":["namespace/name"]}],
 *  "assumed":["namespace/name"],
 *  "queue":{"active":0,"backoff":0,"unschedulable":3,"gated":0}}
 * }</pre>
 *
 * <p>Memory and ephemeral storage are in bytes; nodes come in the order in which they are searched.
 */
public final class CachePage {
    private final Scheduler scheduler;
    private final JsonFactory json = new JsonFactory();

    /** A page about {@code scheduler}. */
    public CachePage(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** The page as things are now. */
    public Page page() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = json.createGenerator(bytes)) {
            write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Page(200, Page.JSON, bytes.toByteArray());
    }

    private void write(JsonGenerator out) throws IOException {
        ClusterCache cache = scheduler.cache();
        out.writeStartObject();
        out.writeArrayFieldStart("nodes");
        for (String name : cache.nodeNames()) {
            NodeInfo node = cache.node(name);
            if (node != null) {
                write(out, node);
            }
        }
        out.writeEndArray();
        out.writeArrayFieldStart("assumed");
        for (Pod pod : cache.pods()) {
            if (cache.isAssumed(pod.uid())) {
                out.writeString(pod.key());
            }
        }
        out.writeEndArray();
        out.writeObjectFieldStart("queue");
        for (Map.Entry<SchedulingQueue.Queue, Integer> queue :
                scheduler.queue().sizes().entrySet()) {
            out.writeNumberField(queue.getKey().name().toLowerCase(Locale.ROOT), queue.getValue());
        }
        out.writeEndObject();
        out.writeEndObject();
    }

    private static void write(JsonGenerator out, NodeInfo node) throws IOException {
        out.writeStartObject();
        out.writeStringField("name", node.name());
        write(out, "allocatable", node.allocatable());
        write(out, "requested", node.requested());
        out.writeArrayFieldStart("pods");
        for (Pod pod : node.pods()) {
            out.writeString(pod.key());
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void write(JsonGenerator out, String field, Resources resources) throws IOException {
        out.writeObjectFieldStart(field);
        out.writeNumberField("milliCpu", resources.milliCpu());
        out.writeNumberField("memory", resources.memory());
        out.writeNumberField("ephemeralStorage", resources.ephemeralStorage());
        out.writeNumberField("pods", resources.pods());
        for (int i = 0; i < resources.scalarCount(); i++) {
            out.writeNumberField(resources.scalarName(i), resources.scalarValue(i));
        }
        out.writeEndObject();
    }
}
