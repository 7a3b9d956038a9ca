package dev.customscheduler.cli.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.cli.CommandFailure;
import dev.customscheduler.cli.validate.InputFile;
import dev.customscheduler.cli.validate.Targets;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.EffectivePlugin;
import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.config.tree.Document;
import dev.customscheduler.config.tree.Documents;
import dev.customscheduler.config.tree.JsonNodes;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Node;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/**
 * {@code csched render --effective}: which plugins run at each extension point of each profile, in order, with their
 * weights.
 */
final class EffectiveProfiles {
    private final PrintWriter out;
    private final PrintWriter err;
    private boolean failed;
    private int profiles;

    EffectiveProfiles(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    int print(List<String> files) throws IOException {
        for (String argument : files) {
            InputFile file = InputFile.read(argument);
            for (Document document : Documents.all(file.bytes())) {
                if (document.root() instanceof MappingNode root) {
                    print(root, Source.file(file.name()));
                } else if (document.problem() != null) {
                    err.println(file.name() + ":" + document.problem().mark().line() + ": error: "
                            + document.problem().message());
                    failed = true;
                }
            }
        }
        if (profiles == 0 && !failed) {
            throw CommandFailure.usage(
                    "there is no CustomScheduler and no KubeSchedulerConfiguration in " + String.join(", ", files));
        }
        return failed ? 1 : 0;
    }

    private void print(MappingNode root, Source source) {
        String kind = root.string("kind");
        if ("KubeSchedulerConfiguration".equals(kind)) {
            Target target = Target.kubeScheduler(KubernetesVersion.NEWEST);
            print(ConfigurationReader.read(root, source, target, false), target);
        } else if ("CustomScheduler".equals(kind)) {
            JsonNode resource = JsonNodes.to(root);
            Node configuration = root.get("spec") instanceof MappingNode spec ? spec.get("configuration") : null;
            if (configuration == null) {
                err.println(source.file()
                        + ": error: spec.configuration: missing; --effective does not follow configurationFrom");
                failed = true;
                return;
            }
            Target target = target(resource.at("/spec/runtime"));
            JsonNode named = named(
                    JsonNodes.to(configuration), resource.at("/metadata/name").asText());
            ConfigurationResult result = ConfigurationReader.read(named, source.at("spec.configuration"), target);
            print(result, target);
        }
    }

    private static Target target(JsonNode runtime) {
        if (!runtime.path("type").asText("Bundled").equals("KubeScheduler")) {
            return Targets.bundled();
        }
        return Target.kubeScheduler(
                KubernetesVersion.parse(runtime.path("version").asText(KubernetesVersion.NEWEST.toString()))
                        .orElse(KubernetesVersion.NEWEST));
    }

    /** A single profile without a name takes the resource's, as the operator does it. */
    private static JsonNode named(JsonNode configuration, String name) {
        if (configuration instanceof ObjectNode object) {
            if (!(object.get("profiles") instanceof ArrayNode list) || list.isEmpty()) {
                object.putArray("profiles").addObject();
            }
            if (object.get("profiles") instanceof ArrayNode list
                    && list.size() == 1
                    && list.get(0) instanceof ObjectNode only
                    && !only.hasNonNull("schedulerName")) {
                only.put("schedulerName", name);
            }
        }
        return configuration;
    }

    private void print(ConfigurationResult result, Target target) {
        for (Finding finding : result.findings()) {
            err.println(finding);
        }
        switch (result) {
            case ConfigurationResult.Refused refused -> {
                profiles++;
                failed = true;
            }
            case ConfigurationResult.Accepted accepted ->
                accepted.profiles().forEach(profile -> print(profile, target));
        }
    }

    private void print(EffectiveProfile profile, Target target) {
        if (profiles++ > 0) {
            out.println();
        }
        String runtime = target.isBundled() ? "Bundled" : "kube-scheduler " + target.version();
        out.println("profile " + profile.schedulerName() + " (" + runtime + ")");
        for (ExtensionPoint point : ExtensionPoint.values()) {
            List<EffectivePlugin> plugins = profile.at(point);
            if (plugins.isEmpty()) {
                continue;
            }
            out.println("  " + point.field() + ":");
            for (EffectivePlugin plugin : plugins) {
                out.println(
                        plugin.weight() == 0
                                ? "    " + plugin.name()
                                : String.format(Locale.ROOT, "    %-32s weight %d", plugin.name(), plugin.weight()));
            }
        }
    }
}
