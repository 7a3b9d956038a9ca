package dev.customscheduler.config;

import dev.customscheduler.config.catalog.ApiVersion;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.decode.Names;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.Path;
import dev.customscheduler.config.tree.ScalarNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Judges a document's apiVersion and kind. */
final class Header {
    private static final Path API_VERSION = Path.ROOT.child("apiVersion");
    private static final Path KIND = Path.ROOT.child("kind");

    private Header() {}

    /** The version to decode the rest by, even where the target does not decode it; empty where there is no telling. */
    static Optional<ApiVersion> check(MappingNode root, Target target, boolean embedded, Findings findings) {
        String kind = text(root.get("kind"), KIND, findings);
        String apiVersion = text(root.get("apiVersion"), API_VERSION, findings);
        if (kind == null || apiVersion == null) {
            return Optional.empty();
        }
        boolean kindFits = kind.equals(KubeSchedulerConfiguration.KIND) || (kind.isEmpty() && embedded);
        if (!kindFits) {
            findings.error(
                    KIND,
                    kind.isEmpty()
                            ? "is missing; write kind: " + KubeSchedulerConfiguration.KIND
                            : "must be " + KubeSchedulerConfiguration.KIND + ", not \"" + kind + "\"");
        }
        if (apiVersion.isEmpty()) {
            if (!embedded) {
                findings.error(API_VERSION, "is missing; write apiVersion: " + KubeSchedulerConfiguration.API_VERSION);
            }
            return kindFits ? Optional.of(ApiVersion.V1) : Optional.empty();
        }
        Optional<ApiVersion> known = ApiVersion.of(apiVersion);
        if (known.isEmpty()) {
            List<String> texts =
                    Arrays.stream(ApiVersion.values()).map(ApiVersion::text).toList();
            findings.error(
                    API_VERSION,
                    "there is no \"" + apiVersion + "\"" + Names.didYouMean(apiVersion, texts) + "; " + describe(target)
                            + " decodes " + served(target));
            return kindFits && apiVersion.startsWith(KubeSchedulerConfiguration.GROUP + "/")
                    ? Optional.of(ApiVersion.V1)
                    : Optional.empty();
        }
        judge(known.get(), target, findings);
        return kindFits ? known : Optional.empty();
    }

    private static void judge(ApiVersion api, Target target, Findings findings) {
        if (api == ApiVersion.V1) {
            return;
        }
        String removed = api.removedIn()
                .map(version -> "was removed in Kubernetes " + version)
                .orElse("is old");
        String remedy = "; `csched migrate` converts the file to v1";
        if (target.isBundled()) {
            findings.warning(API_VERSION, api.text() + " " + removed + " and is read as v1" + remedy);
        } else if (!api.servedBy(target.version())) {
            findings.error(
                    API_VERSION,
                    api.text() + " " + removed + "; " + describe(target) + " decodes " + served(target) + remedy);
        } else {
            findings.warning(API_VERSION, api.text() + " is deprecated and " + removed + remedy);
        }
    }

    private static String describe(Target target) {
        return target.isBundled() ? "the Bundled runtime" : "kube-scheduler " + target.version();
    }

    private static String served(Target target) {
        return target.isBundled()
                ? "v1, and v1beta3 and v1beta2 with a warning"
                : ApiVersion.servedList(target.version());
    }

    private static @Nullable String text(@Nullable Node node, Path path, Findings findings) {
        if (node == null || (node instanceof ScalarNode scalar && scalar.isNull())) {
            return "";
        }
        if (node instanceof ScalarNode scalar && scalar.kind() == ScalarNode.Kind.STRING) {
            return scalar.value();
        }
        findings.error(path, "must be a string, not " + node.describe());
        return null;
    }
}
