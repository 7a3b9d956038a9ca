package dev.customscheduler.config.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.ConfigurationResult.Accepted;
import dev.customscheduler.config.ConfigurationWriter;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.config.Severity;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.testbed.oracle.ConfigOracle;
import dev.customscheduler.testbed.oracle.ConfigOracle.Judgement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Compares this library with an oracle over documents made from a seed. */
final class Differential {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What a run came to. */
    static final class Counts {
        int documents;
        int accepted;
        int refused;
        int withoutPath;
        final List<String> differences = new ArrayList<>();

        @Override
        public String toString() {
            return documents + " configurations: " + accepted + " accepted, " + refused + " refused, "
                    + differences.size() + " differences, " + withoutPath + " refusals without a path";
        }
    }

    private final ConfigOracle oracle;
    private final Target target;
    private final List<String> apiVersions;

    Differential(ConfigOracle oracle, KubernetesVersion version, List<String> apiVersions) {
        this.oracle = oracle;
        this.target = Target.kubeScheduler(version);
        this.apiVersions = apiVersions;
    }

    Counts run(long seed, int count) {
        SplittableRandom seeds = new SplittableRandom(seed);
        Counts counts = new Counts();
        while (counts.documents < count) {
            List<Long> batchSeeds = new ArrayList<>();
            List<byte[]> batch = new ArrayList<>();
            for (int i = 0; i < 500 && counts.documents + i < count; i++) {
                long one = seeds.nextLong();
                batchSeeds.add(one);
                batch.add(new ConfigurationGenerator(one, apiVersions).next());
            }
            List<Judgement> judgements = oracle.judge(batch);
            for (int i = 0; i < batch.size(); i++) {
                compare(batchSeeds.get(i), batch.get(i), judgements.get(i), counts);
            }
            counts.documents += batch.size();
        }
        return counts;
    }

    void compare(long seed, byte[] document, Judgement real, Counts counts) {
        ConfigurationResult ours = ConfigurationReader.read(document, Source.NONE, target);
        boolean accepted = ours instanceof Accepted;
        if (accepted) {
            counts.accepted++;
        } else {
            counts.refused++;
        }
        String difference = "";
        if (accepted != real.accepted()) {
            difference =
                    "we " + (accepted ? "accept" : "refuse: " + ours.findings()) + "\nkube-scheduler: " + real.error();
        } else if (ours instanceof Accepted result && real.defaulted() != null) {
            difference = firstDifference(
                    "",
                    normal(real.defaulted()),
                    normal(ConfigurationWriter.toJson(result.configuration(), target.version())));
        }
        if (!difference.isEmpty()) {
            counts.differences.add(
                    "seed " + seed + ": " + difference + "\n" + new String(document, StandardCharsets.UTF_8));
        }
        for (Finding finding : ours.findings()) {
            if (finding.severity() == Severity.ERROR && finding.path().isEmpty() && finding.line() == 0) {
                counts.withoutPath++;
            }
        }
    }

    /** Without nulls and empty containers, which Go writes or leaves out as it pleases; numbers by value. */
    static JsonNode normal(JsonNode node) {
        try {
            return prune(JSON.readTree(JSON.writeValueAsString(node)));
        } catch (IOException bug) {
            throw new UncheckedIOException(bug);
        }
    }

    private static JsonNode prune(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode out = JSON.createObjectNode();
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                JsonNode value = prune(field.getValue());
                if (!value.isNull() && !(value.isContainerNode() && value.isEmpty())) {
                    out.set(field.getKey(), value);
                }
            }
            return out;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode out = JSON.createArrayNode();
            array.forEach(item -> out.add(prune(item)));
            return out;
        }
        return node.isNumber() ? JSON.getNodeFactory().textNode(plain(node)) : node;
    }

    private static String plain(JsonNode number) {
        return number.isFloat() || number.isDouble()
                ? Double.toString(number.doubleValue()).replaceAll("\\.0$", "")
                : number.asText();
    }

    private static String firstDifference(String path, JsonNode real, JsonNode ours) {
        if (real.equals(ours)) {
            return "";
        }
        if (real.isObject() && ours.isObject()) {
            for (Map.Entry<String, JsonNode> field : real.properties()) {
                JsonNode other = ours.get(field.getKey());
                String at = path + "." + field.getKey();
                if (other == null) {
                    return "defaults: " + at + " is missing, kube-scheduler has " + field.getValue();
                }
                String difference = firstDifference(at, field.getValue(), other);
                if (!difference.isEmpty()) {
                    return difference;
                }
            }
        }
        if (real.isArray() && ours.isArray() && real.size() == ours.size()) {
            for (int i = 0; i < real.size(); i++) {
                String difference = firstDifference(path + "[" + i + "]", real.get(i), ours.get(i));
                if (!difference.isEmpty()) {
                    return difference;
                }
            }
        }
        return "defaults: " + path + ": kube-scheduler has " + real + ", we have " + ours;
    }
}
