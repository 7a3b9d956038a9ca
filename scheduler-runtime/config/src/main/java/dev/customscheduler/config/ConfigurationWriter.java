package dev.customscheduler.config;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.config.decode.GoDurations;
import dev.customscheduler.config.tree.YamlWriter;
import java.math.BigDecimal;
import java.util.List;

/**
 * Writes a configuration as a v1 document that reads back as the same. Keys are in alphabetical order, as
 * kube-scheduler writes them.
 */
public final class ConfigurationWriter {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ConfigurationWriter() {}

    /** The v1 document for the newest version. */
    public static ObjectNode toJson(KubeSchedulerConfiguration configuration) {
        return toJson(configuration, KubernetesVersion.NEWEST);
    }

    /**
     * The v1 document with the fields that kube-scheduler of that version knows, which should be the one it was read
     * for.
     */
    public static ObjectNode toJson(KubeSchedulerConfiguration configuration, KubernetesVersion version) {
        ObjectNode out = NODES.objectNode();
        out.put("apiVersion", KubeSchedulerConfiguration.API_VERSION);
        ClientConnection connection = configuration.clientConnection();
        out.putObject("clientConnection")
                .put("acceptContentTypes", connection.acceptContentTypes())
                .put("burst", connection.burst())
                .put("contentType", connection.contentType())
                .put("kubeconfig", connection.kubeconfig())
                .put("qps", number(connection.qps()));
        if (configuration.delayCacheUntilActive()) {
            out.put("delayCacheUntilActive", true);
        }
        out.put("enableContentionProfiling", configuration.debugging().enableContentionProfiling());
        out.put("enableProfiling", configuration.debugging().enableProfiling());
        if (!configuration.extenders().isEmpty()) {
            ArrayNode extenders = out.putArray("extenders");
            configuration.extenders().forEach(extender -> extenders.add(ExtenderWriter.write(extender)));
        }
        out.put("kind", KubeSchedulerConfiguration.KIND);
        LeaderElection election = configuration.leaderElection();
        out.putObject("leaderElection")
                .put("leaderElect", election.leaderElect())
                .put("leaseDuration", GoDurations.format(election.leaseDuration()))
                .put("renewDeadline", GoDurations.format(election.renewDeadline()))
                .put("resourceLock", election.resourceLock())
                .put("resourceName", election.resourceName())
                .put("resourceNamespace", election.resourceNamespace())
                .put("retryPeriod", GoDurations.format(election.retryPeriod()));
        out.put("parallelism", configuration.parallelism());
        out.put("percentageOfNodesToScore", configuration.percentageOfNodesToScore());
        out.put("podInitialBackoffSeconds", configuration.podInitialBackoffSeconds());
        out.put("podMaxBackoffSeconds", configuration.podMaxBackoffSeconds());
        ArrayNode profiles = out.putArray("profiles");
        configuration.profiles().forEach(profile -> profiles.add(profile(profile, version)));
        return out;
    }

    /** The v1 document as YAML for the newest version. */
    public static String toYaml(KubeSchedulerConfiguration configuration) {
        return toYaml(configuration, KubernetesVersion.NEWEST);
    }

    /** The v1 document as YAML with the fields that kube-scheduler of that version knows. */
    public static String toYaml(KubeSchedulerConfiguration configuration, KubernetesVersion version) {
        return YamlWriter.write(toJson(configuration, version));
    }

    private static BigDecimal number(float value) {
        BigDecimal shortest = new BigDecimal(Float.toString(value)).stripTrailingZeros();
        return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
    }

    private static ObjectNode profile(KubeSchedulerProfile profile, KubernetesVersion version) {
        ObjectNode out = NODES.objectNode();
        if (profile.percentageOfNodesToScore().isPresent()) {
            out.put(
                    "percentageOfNodesToScore",
                    profile.percentageOfNodesToScore().getAsInt());
        }
        if (!profile.pluginConfig().isEmpty()) {
            ArrayNode configs = out.putArray("pluginConfig");
            for (PluginConfig config : profile.pluginConfig()) {
                ObjectNode entry = configs.addObject();
                entry.set("args", ArgsWriter.write(config.args(), version));
                entry.put("name", config.name());
            }
        }
        ObjectNode plugins = out.putObject("plugins");
        profile.plugins().sets().entrySet().stream()
                .sorted(java.util.Comparator.comparing(entry -> entry.getKey().field()))
                .forEach(entry -> {
                    ObjectNode set = plugins.putObject(entry.getKey().field());
                    plugins(set, "disabled", entry.getValue().disabled());
                    plugins(set, "enabled", entry.getValue().enabled());
                });
        out.put("schedulerName", profile.schedulerName());
        return out;
    }

    private static void plugins(ObjectNode set, String field, List<Plugin> plugins) {
        if (!plugins.isEmpty()) {
            ArrayNode list = set.putArray(field);
            plugins.forEach(
                    plugin -> list.addObject().put("name", plugin.name()).put("weight", plugin.weight()));
        }
    }
}
