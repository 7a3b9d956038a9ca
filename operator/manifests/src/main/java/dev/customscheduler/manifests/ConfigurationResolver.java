package dev.customscheduler.manifests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.ConfigurationWriter;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.KubeSchedulerConfiguration;
import dev.customscheduler.config.Severity;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes of the configuration that a user wrote the one that the runtime gets: apiVersion and kind, the name of a
 * nameless profile and the lease are filled in, an old version is migrated where the runtime would not read it. All
 * else stays as it was written: the runtime has its own defaults, which may differ between its versions.
 */
final class ConfigurationResolver {
    private static final String INLINE = "spec.configuration";
    private static final String REFERENCED = "spec.configurationFrom";
    private static final YAMLMapper YAML = new YAMLMapper();

    private final String name;
    private final String namespace;
    private final Target target;
    private final Findings findings;

    ConfigurationResolver(String name, String namespace, Target target, Findings findings) {
        this.name = name;
        this.namespace = namespace;
        this.target = target;
        this.findings = findings;
    }

    /**
     * What the runtime gets.
     *
     * @param writtenVersion the apiVersion that the user wrote, or v1 where there is none
     */
    record Resolved(ConfigurationResult.Accepted accepted, JsonNode document, String writtenVersion) {}

    /** Empty if there is an error, which is among the findings then. */
    Optional<Resolved> resolve(CustomSchedulerSpec spec, Optional<ConfigurationDocument> referenced) {
        if (spec.configuration() != null && spec.configurationFrom() != null) {
            findings.error(REFERENCED, "remove it or spec.configuration: exactly one of the two is needed");
            return Optional.empty();
        }
        if (spec.configuration() != null) {
            return judge(spec.configuration(), new Source("", INLINE));
        }
        if (spec.configurationFrom() == null) {
            findings.error(INLINE, "missing: write a KubeSchedulerConfiguration here or name one in " + REFERENCED);
            return Optional.empty();
        }
        if (referenced.isEmpty()) {
            var key = spec.configurationFrom().configMapKeyRef();
            findings.error(
                    REFERENCED + ".configMapKeyRef",
                    "there is no ConfigMap " + namespace + "/" + key.name() + " with a key " + key.key()
                            + ": create it or write the configuration into " + INLINE);
            return Optional.empty();
        }
        return judgeText(referenced.get());
    }

    /** The text is judged as it is first: only there are duplicate keys and lines to be seen. */
    private Optional<Resolved> judgeText(ConfigurationDocument referenced) {
        Source source = new Source(referenced.description(), "");
        byte[] bytes = referenced.text().getBytes(StandardCharsets.UTF_8);
        if (ConfigurationReader.read(bytes, source, decoding(target)) instanceof ConfigurationResult.Refused refused) {
            findings.addAll(refused.findings());
            return Optional.empty();
        }
        try {
            return judge(YAML.readTree(bytes), source);
        } catch (JsonProcessingException e) {
            findings.addAll(List.of(
                    new Finding(referenced.description(), 0, 0, Severity.ERROR, "", "not readable: " + firstLine(e))));
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    private Optional<Resolved> judge(JsonNode written, Source source) {
        JsonNode document = written.deepCopy();
        String writtenVersion = KubeSchedulerConfiguration.API_VERSION;
        if (document instanceof ObjectNode object) {
            writtenVersion = object.path("apiVersion").asText(writtenVersion);
            fill(object);
        }
        boolean old = isOldVersion(writtenVersion);
        if (old && !readsAsItIs(document, source)) {
            Optional<ObjectNode> migrated = migrate(document, source, writtenVersion);
            if (migrated.isEmpty()) {
                return Optional.empty();
            }
            document = migrated.get();
        }
        return switch (ConfigurationReader.read(document, source, target)) {
            case ConfigurationResult.Refused refused -> {
                findings.addAll(refused.findings());
                yield Optional.empty();
            }
            case ConfigurationResult.Accepted accepted -> {
                findings.addAll(accepted.warnings());
                yield Optional.of(new Resolved(accepted, document, writtenVersion));
            }
        };
    }

    private boolean readsAsItIs(JsonNode document, Source source) {
        return !target.isBundled()
                && ConfigurationReader.read(document, source, target) instanceof ConfigurationResult.Accepted;
    }

    private Optional<ObjectNode> migrate(JsonNode document, Source source, String writtenVersion) {
        return switch (ConfigurationReader.read(document, source, decoding(target))) {
            case ConfigurationResult.Refused refused -> {
                findings.addAll(refused.findings());
                yield Optional.empty();
            }
            case ConfigurationResult.Accepted accepted -> {
                findings.warning(
                        source.pathPrefix().isEmpty() ? "apiVersion" : source.pathPrefix() + ".apiVersion",
                        writtenVersion + " is migrated to " + KubeSchedulerConfiguration.API_VERSION
                                + " for the runtime: csched migrate converts it for good");
                yield Optional.of(ConfigurationWriter.toJson(accepted.configuration()));
            }
        };
    }

    /** A target that decodes every version and knows the same plugins. */
    private static Target decoding(Target target) {
        if (target.isBundled()) {
            return target;
        }
        return target.outOfTree() ? Target.bundled().withOutOfTree() : Target.bundled();
    }

    private static boolean isOldVersion(String apiVersion) {
        return apiVersion.startsWith(KubeSchedulerConfiguration.GROUP + "/v1beta");
    }

    private void fill(ObjectNode document) {
        putIfAbsent(document, "apiVersion", KubeSchedulerConfiguration.API_VERSION);
        putIfAbsent(document, "kind", KubeSchedulerConfiguration.KIND);
        if (isAbsent(document.get("profiles")) || document.get("profiles").isEmpty()) {
            document.putArray("profiles").addObject();
        }
        if (document.get("profiles") instanceof ArrayNode profiles
                && profiles.size() == 1
                && profiles.get(0) instanceof ObjectNode only) {
            putIfAbsent(only, "schedulerName", name);
        }
        if (isAbsent(document.get("leaderElection"))) {
            document.set("leaderElection", JsonNodeFactory.instance.objectNode());
        }
        if (document.get("leaderElection") instanceof ObjectNode election) {
            if (isAbsent(election.get("leaderElect"))) {
                election.put("leaderElect", true);
            }
            putIfAbsent(election, "resourceLock", "leases");
            putIfAbsent(election, "resourceName", name);
            putIfAbsent(election, "resourceNamespace", namespace);
        }
    }

    private static void putIfAbsent(ObjectNode object, String field, String value) {
        JsonNode present = object.get(field);
        if (isAbsent(present) || (present.isTextual() && present.textValue().isEmpty())) {
            object.put(field, value);
        }
    }

    private static boolean isAbsent(@Nullable JsonNode node) {
        return node == null || node.isNull();
    }

    private static String firstLine(JsonProcessingException e) {
        return e.getOriginalMessage().lines().findFirst().orElse("no YAML");
    }
}
