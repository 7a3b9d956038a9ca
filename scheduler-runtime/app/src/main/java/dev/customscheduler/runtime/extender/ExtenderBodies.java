package dev.customscheduler.runtime.extender;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.engine.extender.Extender.Victims;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.Document;
import dev.customscheduler.framework.model.Pod;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The questions as kube-scheduler's extender/v1 types write them: fields by their Go names, absent ones null. Objects
 * go out as the API server wrote them.
 */
final class ExtenderBodies {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 12);

    private ExtenderBodies() {}

    /** ExtenderArgs: nodes by name for an extender that knows them, whole for others. */
    static byte[] nodes(Pod pod, List<NodeInfo> nodes, boolean byName) throws IOException {
        ExtenderBodies body = new ExtenderBodies();
        body.raw("{\"Pod\":").document(pod.key(), pod.document());
        if (byName) {
            body.raw(",\"Nodes\":null,\"NodeNames\":[");
            for (int i = 0; i < nodes.size(); i++) {
                body.raw(i == 0 ? "" : ",").text(nodes.get(i).name());
            }
            body.raw("]}");
        } else {
            body.raw(",\"Nodes\":{\"metadata\":{},\"items\":[");
            for (int i = 0; i < nodes.size(); i++) {
                NodeInfo node = nodes.get(i);
                body.raw(i == 0 ? "" : ",").document(node.name(), node.node().document());
            }
            body.raw("]},\"NodeNames\":null}");
        }
        return body.out.toByteArray();
    }

    /** ExtenderPreemptionArgs: victims by UID for an extender that knows pods, whole for others. */
    static byte[] victims(Pod pod, Map<String, Victims> victims, boolean byUid) throws IOException {
        ExtenderBodies body = new ExtenderBodies();
        body.raw("{\"Pod\":").document(pod.key(), pod.document());
        body.raw(byUid ? ",\"NodeNameToVictims\":null,\"NodeNameToMetaVictims\":{" : ",\"NodeNameToVictims\":{");
        boolean first = true;
        for (Map.Entry<String, Victims> entry : victims.entrySet()) {
            body.raw(first ? "" : ",").text(entry.getKey()).raw(":{\"Pods\":[");
            first = false;
            List<Pod> pods = entry.getValue().pods();
            for (int i = 0; i < pods.size(); i++) {
                Pod victim = pods.get(i);
                body.raw(i == 0 ? "" : ",");
                if (byUid) {
                    body.raw("{\"UID\":").text(victim.uid()).raw("}");
                } else {
                    body.document(victim.key(), victim.document());
                }
            }
            body.raw("],\"NumPDBViolations\":" + entry.getValue().violations() + "}");
        }
        body.raw(byUid ? "}}" : "},\"NodeNameToMetaVictims\":null}");
        return body.out.toByteArray();
    }

    /** ExtenderBindingArgs. */
    static byte[] binding(Pod pod, String node) throws IOException {
        ExtenderBodies body = new ExtenderBodies();
        body.raw("{\"PodName\":").text(pod.name());
        body.raw(",\"PodNamespace\":").text(pod.namespace());
        body.raw(",\"PodUID\":").text(pod.metadata().uid());
        body.raw(",\"Node\":").text(node).raw("}");
        return body.out.toByteArray();
    }

    private ExtenderBodies raw(String json) {
        out.writeBytes(json.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    private ExtenderBodies text(String value) throws IOException {
        out.writeBytes(MAPPER.writeValueAsBytes(value));
        return this;
    }

    private ExtenderBodies document(String what, @Nullable Document document) throws IOException {
        if (document == null) {
            throw new IOException("the object " + what + " was not kept, so it cannot be sent to an extender");
        }
        out.writeBytes(document.json());
        return this;
    }
}
