package dev.customscheduler.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.config.ConfigurationResult.Accepted;
import dev.customscheduler.config.ConfigurationResult.Refused;
import dev.customscheduler.config.catalog.ApiVersion;
import dev.customscheduler.config.decode.ConfigurationDecoder;
import dev.customscheduler.config.decode.ConfigurationDraft;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.decode.ProfileDraft;
import dev.customscheduler.config.profile.Defaults;
import dev.customscheduler.config.profile.ProfileBuilder;
import dev.customscheduler.config.profile.QueueSortAgreement;
import dev.customscheduler.config.tree.Document;
import dev.customscheduler.config.tree.Documents;
import dev.customscheduler.config.tree.JsonNodes;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Mark;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.Path;
import dev.customscheduler.config.tree.ScalarNode;
import dev.customscheduler.config.validation.ConfigurationValidation;
import dev.customscheduler.config.validation.Warnings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The one entry: a document goes in, and what the target makes of it comes out. The command line, the operator, its
 * admission webhook and the runtime all decide by this. Never throws for any input; takes time and memory in proportion
 * to the input's size.
 */
public final class ConfigurationReader {
    private ConfigurationReader() {}

    /**
     * Reads a file's bytes, YAML or JSON, as kube-scheduler's {@code --config} does. Only the first document counts.
     */
    public static ConfigurationResult read(byte[] document, Source source, Target target) {
        return read(Documents.first(document), source, target, false);
    }

    /**
     * Reads a configuration that is part of a decoded resource. It may lack apiVersion and kind, and is v1 then.
     * Findings have no line.
     */
    public static ConfigurationResult read(JsonNode document, Source source, Target target) {
        return read(JsonNodes.from(document), source, target, true);
    }

    /**
     * Reads a document of a file, or a part of one, that has been parsed already; so findings point into the whole
     * file.
     */
    public static ConfigurationResult read(Node document, Source source, Target target, boolean embedded) {
        return read(new Document(document, null), source, target, embedded);
    }

    private static ConfigurationResult read(Document document, Source source, Target target, boolean embedded) {
        Node root = document.root();
        if (root == null) {
            Document.Problem problem = document.problem();
            Mark mark = problem == null ? Mark.UNKNOWN : problem.mark();
            String message = problem == null ? "cannot be read" : problem.message();
            return refused(source, mark, message);
        }
        if (root instanceof MappingNode mapping) {
            return judge(mapping, source, target, embedded);
        }
        boolean empty = root instanceof ScalarNode scalar && scalar.isNull();
        if (empty && embedded) {
            return judge(new MappingNode(root.start(), root.end(), Map.of(), List.of()), source, target, true);
        }
        String what = empty ? "the document is empty" : "a configuration is an object, not " + root.describe();
        return refused(
                source, root.start(), what + "; it begins with apiVersion: " + KubeSchedulerConfiguration.API_VERSION);
    }

    private static ConfigurationResult judge(MappingNode mapping, Source source, Target target, boolean embedded) {
        Findings findings = new Findings();
        Optional<ApiVersion> api = Header.check(mapping, target, embedded, findings);
        if (api.isEmpty()) {
            return new Refused(findings.in(mapping, source));
        }
        ConfigurationDraft written = new ConfigurationDecoder(target, api.get(), findings).decode(mapping);
        findings.decoded();
        ConfigurationDraft draft = new Defaults(target, api.get()).complete(written);
        new ConfigurationValidation(target, findings).validate(draft);
        List<EffectiveProfile> profiles = build(draft, target, findings);
        new Warnings(target, findings).warn(written, draft, profiles);
        List<Finding> all = findings.in(mapping, source);
        return findings.hasErrors() ? new Refused(all) : new Accepted(configuration(draft), profiles, all);
    }

    private static Refused refused(Source source, Mark mark, String message) {
        return new Refused(List.of(
                new Finding(source.file(), mark.line(), mark.column(), Severity.ERROR, source.pathPrefix(), message)));
    }

    private static List<EffectiveProfile> build(ConfigurationDraft draft, Target target, Findings findings) {
        List<String> ignored = new ArrayList<>();
        Path where = Path.ROOT;
        for (int i = 0; i < draft.extenders().size(); i++) {
            for (ExtenderManagedResource resource : draft.extenders().get(i).managedResources()) {
                if (resource.ignoredByScheduler()) {
                    where = ignored.isEmpty()
                            ? Path.ROOT.child("extenders").index(i).child("managedResources")
                            : where;
                    ignored.add(resource.name());
                }
            }
        }
        ProfileBuilder builder = new ProfileBuilder(target, findings);
        List<EffectiveProfile> profiles = new ArrayList<>();
        for (ProfileDraft profile : draft.profiles()) {
            boolean hasFit = profile.pluginConfig().stream()
                    .anyMatch(config -> config.name().equals("NodeResourcesFit"));
            if (!ignored.isEmpty() && !hasFit) {
                findings.error(
                        where,
                        "ignoredByScheduler needs the plugin NodeResourcesFit, which " + profile.path()
                                + " neither enables nor configures; remove ignoredByScheduler or give it a pluginConfig entry");
            }
            profiles.add(builder.build(profile, ignored));
        }
        QueueSortAgreement.check(draft.profiles(), profiles, findings);
        return profiles;
    }

    private static KubeSchedulerConfiguration configuration(ConfigurationDraft draft) {
        List<KubeSchedulerProfile> profiles = new ArrayList<>();
        for (ProfileDraft profile : draft.profiles()) {
            java.util.EnumMap<ExtensionPoint, PluginSet> sets = new java.util.EnumMap<>(ExtensionPoint.class);
            profile.sets().forEach((point, set) -> sets.put(point, set.set()));
            profiles.add(new KubeSchedulerProfile(
                    profile.schedulerName().orElse(""),
                    profile.percentageOfNodesToScore(),
                    new Plugins(sets),
                    profile.pluginConfig().stream()
                            .map(config -> new PluginConfig(config.name(), config.args()))
                            .toList()));
        }
        return new KubeSchedulerConfiguration(
                draft.parallelism(),
                draft.leaderElection(),
                draft.clientConnection(),
                draft.debugging(),
                draft.percentageOfNodesToScore(),
                draft.podInitialBackoffSeconds(),
                draft.podMaxBackoffSeconds(),
                profiles,
                draft.extenders(),
                draft.delayCacheUntilActive());
    }
}
