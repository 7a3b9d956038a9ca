package dev.customscheduler.engine.parity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.engine.decode.Quantity;
import dev.customscheduler.engine.explain.Explanation.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes a suggested change to a cluster's documents as a person would: by its text alone. What the text does not say is
 * not done.
 */
final class Change {
    private static final Pattern MORE = Pattern.compile("(\\S+) more (\\S+)");
    private static final Pattern LESS = Pattern.compile("(\\S+) instead of (\\S+) (\\S+)");
    private static final Pattern TAINT = Pattern.compile("([^=:\\s]+)(?:=([^:\\s]*))?:(\\w+)");
    private static final Pattern LABEL = Pattern.compile("(with|without) the label ([^=\\s]+)(?:=(\\S*))?");
    private static final Pattern POD_ON = Pattern.compile("(\\S+)/(\\S+) on ");
    private static final Pattern SKEW =
            Pattern.compile("the pod's spread over (\\S+) with maxSkew (\\d+) instead of (\\d+)");
    private static final Pattern CLAIM = Pattern.compile("claim ([^\\s/]+)/([^\\s,]+)");

    private final List<ObjectNode> objects = new ArrayList<>();

    private final ObjectNode pod;

    /** A change of a copy of these objects, of which the pod is the one at {@code index}. */
    Change(List<JsonNode> objects, int index) {
        objects.forEach(o -> this.objects.add(o.deepCopy()));
        this.pod = this.objects.get(index);
    }

    /**
     * What stands where an object was: the oracle numbers objects by their places, and claims name their pods by these
     * numbers. Its name is nowhere else.
     */
    static ObjectNode nothing(int index) {
        ObjectNode nothing = GeneratedCluster.JSON.createObjectNode();
        nothing.put("apiVersion", "v1")
                .put("kind", "Namespace")
                .putObject("metadata")
                .put("name", "gone-" + index);
        return nothing;
    }

    List<ObjectNode> objects() {
        return objects;
    }

    private ObjectNode pod() {
        return pod;
    }

    private ObjectNode find(String kind, String namespace, String name) {
        return objects.stream()
                .filter(o -> o.path("kind").asText().equals(kind)
                        && o.at("/metadata/name").asText().equals(name)
                        && o.at("/metadata/namespace").asText(namespace).equals(namespace))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + kind + " " + namespace + "/" + name));
    }

    private static String after(String text, String marker) {
        int at = text.lastIndexOf(marker);
        if (at < 0) {
            throw new AssertionError(text);
        }
        return text.substring(at + marker.length());
    }

    private static String word(String text) {
        return text.split(" ", 2)[0];
    }

    void make(Step step) {
        String text = step.text();
        switch (step.kind()) {
            case NODE_RESOURCE -> larger(text);
            case POD_REQUEST -> smaller(text);
            case TOLERATION -> tolerate(after(text, "the pod tolerates "));
            case TAINT -> {
                String rest = text.substring("node ".length());
                untaint(find("Node", "", word(rest)), after(rest, " without the taint "));
            }
            case UNCORDON ->
                find("Node", "", word(text.substring("node ".length())))
                        .withObject("/spec")
                        .remove("unschedulable");
            case LABEL -> label(find("Node", "", word(text.substring("node ".length()))), text);
            case NODE_SELECTOR ->
                Arrays.stream(after(text, "node selector ").split(" and "))
                        .forEach(label -> pod().withObject("/spec")
                                .withObject("/nodeSelector")
                                .remove(label.substring(0, label.indexOf('='))));
            case FEWER_PODS -> {
                Matcher m = POD_ON.matcher(text.replace("(", " "));
                while (m.find()) {
                    int at = objects.indexOf(find("Pod", m.group(1), m.group(2)));
                    objects.set(at, nothing(at));
                }
            }
            case MORE_PODS -> another(text);
            case MAX_SKEW -> loosen(text);
            case CLAIM -> bind(text);
            case GATES -> pod().withObject("/spec").remove("schedulingGates");
        }
    }

    private void larger(String text) {
        ObjectNode status = find("Node", "", after(text, " on node ")).withObject("/status");
        ObjectNode amounts = status.withObject(status.has("allocatable") ? "/allocatable" : "/capacity");
        Matcher m = MORE.matcher(text.replaceFirst("room for (\\d+) more pods?", "$1 more pods"));
        boolean any = false;
        while (m.find()) {
            add(amounts, m.group(2), amount(m.group(2), m.group(1)));
            any = true;
        }
        if (!any) {
            throw new AssertionError(text);
        }
    }

    private void smaller(String text) {
        Matcher m = LESS.matcher(text);
        while (m.find()) {
            String resource = m.group(3);
            long less = amount(resource, m.group(2)) - amount(resource, m.group(1));
            ObjectNode largest = null;
            for (JsonNode container : pod().at("/spec/containers")) {
                JsonNode requests = container.at("/resources/requests");
                if (requests.has(resource)
                        && (largest == null
                                || amount(resource, requests.get(resource).asText())
                                        > amount(resource, largest.get(resource).asText()))) {
                    largest = (ObjectNode) requests;
                }
            }
            add(Objects.requireNonNull(largest, text), resource, -less);
        }
    }

    private static long amount(String resource, String text) {
        return resource.equals("cpu") ? Quantity.thousandths(text) : Quantity.units(text);
    }

    private static void add(ObjectNode amounts, String resource, long more) {
        long now =
                amounts.has(resource) ? amount(resource, amounts.get(resource).asText()) : 0;
        amounts.put(resource, now + more + (resource.equals("cpu") ? "m" : ""));
    }

    private void tolerate(String taints) {
        ArrayNode tolerations = pod().withObject("/spec").withArray("/tolerations");
        Matcher m = TAINT.matcher(taints);
        while (m.find()) {
            ObjectNode toleration =
                    tolerations.addObject().put("key", m.group(1)).put("effect", m.group(3));
            if (m.group(2) == null) {
                toleration.put("operator", "Exists");
            } else {
                toleration.put("operator", "Equal").put("value", m.group(2));
            }
        }
    }

    private static void untaint(ObjectNode node, String taints) {
        ArrayNode left = node.withObject("/spec").withArray("/taints");
        Matcher m = TAINT.matcher(taints);
        while (m.find()) {
            String value = m.group(2) == null ? "" : m.group(2);
            for (int i = left.size() - 1; i >= 0; i--) {
                JsonNode t = left.get(i);
                if (t.path("key").asText().equals(m.group(1))
                        && t.path("value").asText("").equals(value)
                        && t.path("effect").asText().equals(m.group(3))) {
                    left.remove(i);
                }
            }
        }
    }

    private static void label(ObjectNode node, String text) {
        ObjectNode labels = node.withObject("/metadata").withObject("/labels");
        Matcher m = LABEL.matcher(text);
        while (m.find()) {
            if (m.group(1).equals("with")) {
                labels.put(m.group(2), m.group(3));
            } else {
                labels.remove(m.group(2));
            }
        }
    }

    private void another(String text) {
        String[] key = word(after(text, "a pod like ")).split("/", 2);
        ObjectNode more = find("Pod", key[0], key[1]).deepCopy();
        more.withObject("/metadata").put("name", key[1] + "-another").remove("uid");
        more.withObject("/spec").put("nodeName", after(text, " on node "));
        objects.add(more);
    }

    private void loosen(String text) {
        Matcher m = SKEW.matcher(text);
        if (!m.matches()) {
            throw new AssertionError(text);
        }
        // Where two are alike the text does not tell which: both.
        for (JsonNode c : pod().at("/spec/topologySpreadConstraints")) {
            if (c.path("topologyKey").asText().equals(m.group(1))
                    && c.path("maxSkew").asText().equals(m.group(3))
                    && c.path("whenUnsatisfiable").asText().equals("DoNotSchedule")) {
                ((ObjectNode) c).put("maxSkew", Integer.parseInt(m.group(2)));
            }
        }
    }

    /** To a volume of the test's own, which every node reaches. */
    private void bind(String text) {
        Matcher m = CLAIM.matcher(text);
        while (m.find()) {
            String namespace = m.group(1);
            String name = m.group(2);
            String volume = "given-" + namespace + "-" + name;
            ObjectNode claim;
            if (text.contains("a claim " + namespace + "/" + name + ",")) {
                claim = GeneratedCluster.JSON.createObjectNode();
                claim.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
                claim.putObject("metadata").put("name", name).put("namespace", namespace);
                claim.putObject("spec")
                        .put("storageClassName", "")
                        .putArray("accessModes")
                        .add("ReadWriteOnce");
                claim.withObject("/spec")
                        .putObject("resources")
                        .putObject("requests")
                        .put("storage", "1Gi");
                objects.add(claim);
            } else {
                claim = find("PersistentVolumeClaim", namespace, name);
            }
            ObjectNode metadata = claim.withObject("/metadata");
            metadata.put("uid", String.format("uid-%05d", objects.indexOf(claim)));
            metadata.withObject("/annotations").put("pv.kubernetes.io/bind-completed", "yes");
            claim.withObject("/spec").put("volumeName", volume);
            claim.withObject("/status").put("phase", "Bound");
            ObjectNode pv = GeneratedCluster.JSON.createObjectNode();
            pv.put("apiVersion", "v1")
                    .put("kind", "PersistentVolume")
                    .putObject("metadata")
                    .put("name", volume);
            ObjectNode spec = pv.putObject("spec");
            spec.putObject("capacity").put("storage", "1Ti");
            spec.putObject("hostPath").put("path", "/given");
            if (claim.at("/spec").has("accessModes")) {
                spec.set("accessModes", claim.at("/spec/accessModes").deepCopy());
            }
            spec.put("storageClassName", claim.at("/spec/storageClassName").asText(""));
            spec.putObject("claimRef")
                    .put("namespace", namespace)
                    .put("name", name)
                    .put("uid", metadata.get("uid").asText());
            pv.putObject("status").put("phase", "Bound");
            objects.add(pv);
        }
    }
}
