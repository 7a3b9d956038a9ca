package dev.customscheduler.config.decode;

import dev.customscheduler.config.ClientConnection;
import dev.customscheduler.config.Debugging;
import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.config.LeaderElection;
import dev.customscheduler.config.Target;
import dev.customscheduler.config.catalog.ApiVersion;
import dev.customscheduler.config.catalog.PluginCatalog;
import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the document itself and fills in the defaults of its plain fields. Its nested parts have decoders of their
 * own.
 */
public final class ConfigurationDecoder {
    private final Target target;
    private final KubernetesVersion version;
    private final ApiVersion api;
    private final Findings findings;
    private final ArgsDecoder args;

    public ConfigurationDecoder(Target target, ApiVersion api, Findings findings) {
        this.target = target;
        this.version = target.version();
        this.api = api;
        this.findings = findings;
        this.args = new ArgsDecoder(target, api, findings);
    }

    /** Decodes; what is wrong goes into the findings. */
    public ConfigurationDraft decode(MappingNode root) {
        new DuplicateKeys(findings).report(root, Path.ROOT);
        ObjectReader in = ObjectReader.of(root, Path.ROOT, findings);
        in.string("apiVersion");
        in.string("kind");
        OptionalInt parallelism = in.int32("parallelism");
        LeaderElection leaderElection = leaderElection(in.object("leaderElection"));
        ClientConnection clientConnection = clientConnection(in.object("clientConnection"));
        boolean profiling = in.bool("enableProfiling").orElse(true);
        Debugging debugging =
                new Debugging(profiling, in.bool("enableContentionProfiling").orElse(profiling));
        int percentage = in.int32("percentageOfNodesToScore").orElse(0);
        long initial = in.int64("podInitialBackoffSeconds").orElse(1);
        long max = in.int64("podMaxBackoffSeconds").orElse(10);
        List<ProfileDraft> profiles = in.list("profiles", this::profile);
        ExtenderDecoder extenders = new ExtenderDecoder(findings);
        var extenderList = in.list("extenders", extenders::decode);
        Map<String, String> reasons = new HashMap<>();
        boolean delay = false;
        if (api == ApiVersion.V1 && version.atLeast(28)) {
            delay = in.bool("delayCacheUntilActive").orElse(false);
        } else {
            reasons.put("delayCacheUntilActive", "it came with v1 in Kubernetes 1.28");
        }
        if (api == ApiVersion.V1BETA2) {
            BindAddresses.check(in, findings);
        } else {
            String gone = "it went with v1beta2; the flags --bind-address and --secure-port serve";
            reasons.put("healthzBindAddress", gone);
            reasons.put("metricsBindAddress", gone);
        }
        reasons.put("algorithmSource", "it went with v1beta1; profiles[].plugins serve");
        in.finish(reasons);
        return new ConfigurationDraft(
                api,
                parallelism.orElse(16),
                leaderElection,
                clientConnection,
                debugging,
                percentage,
                initial,
                max,
                profiles,
                extenderList,
                delay);
    }

    private static LeaderElection leaderElection(ObjectReader in) {
        LeaderElection read = new LeaderElection(
                in.bool("leaderElect").orElse(true),
                orDefault(in.duration("leaseDuration"), 15),
                orDefault(in.duration("renewDeadline"), 10),
                orDefault(in.duration("retryPeriod"), 2),
                orDefault(in.string("resourceLock"), "leases"),
                orDefault(in.string("resourceName"), "kube-scheduler"),
                orDefault(in.string("resourceNamespace"), "kube-system"));
        in.finish();
        return read;
    }

    private static Duration orDefault(Optional<Duration> written, int seconds) {
        return written.filter(duration -> !duration.isZero()).orElse(Duration.ofSeconds(seconds));
    }

    private static String orDefault(Optional<String> written, String standard) {
        return written.filter(text -> !text.isEmpty()).orElse(standard);
    }

    private static ClientConnection clientConnection(ObjectReader in) {
        float qps = in.float32("qps").orElse(0f);
        int burst = in.int32("burst").orElse(0);
        ClientConnection read = new ClientConnection(
                in.string("kubeconfig").orElse(""),
                in.string("acceptContentTypes").orElse(""),
                orDefault(in.string("contentType"), "application/vnd.kubernetes.protobuf"),
                qps == 0 ? 50 : qps,
                burst == 0 ? 100 : burst);
        in.finish();
        return read;
    }

    private ProfileDraft profile(@Nullable Node node, Path at) {
        ObjectReader in = ObjectReader.of(node, at, findings);
        Optional<String> name = in.string("schedulerName");
        Map<String, String> reasons = new HashMap<>();
        OptionalInt percentage = OptionalInt.empty();
        if (api == ApiVersion.V1 && version.atLeast(26)) {
            percentage = in.int32("percentageOfNodesToScore");
        } else {
            reasons.put("percentageOfNodesToScore", "a profile's own percentage came with v1 in Kubernetes 1.26");
        }
        Map<ExtensionPoint, SetDraft> sets = plugins(in.object("plugins"));
        List<ArgsDraft> pluginConfig = in.list("pluginConfig", args::pluginConfig);
        in.finish(reasons);
        return new ProfileDraft(at, name, percentage, sets, pluginConfig);
    }

    private Map<ExtensionPoint, SetDraft> plugins(ObjectReader in) {
        Map<ExtensionPoint, SetDraft> sets = new EnumMap<>(ExtensionPoint.class);
        Map<String, String> reasons = new HashMap<>();
        for (ExtensionPoint point : ExtensionPoint.values()) {
            int since = PluginCatalog.since(point);
            if (version.atLeast(since)) {
                sets.put(point, set(in.object(point.field())));
            } else {
                reasons.put(point.field(), "this extension point came with Kubernetes 1." + since);
            }
        }
        in.finish(reasons);
        return sets;
    }

    private SetDraft set(ObjectReader in) {
        SetDraft read = new SetDraft(in.list("enabled", this::plugin), in.list("disabled", this::plugin));
        in.finish();
        return read;
    }

    private PluginDraft plugin(@Nullable Node node, Path at) {
        ObjectReader in = ObjectReader.of(node, at, findings);
        PluginDraft read =
                new PluginDraft(in.string("name").orElse(""), in.int32("weight").orElse(0), at);
        in.finish();
        return read;
    }

    /** What the document is judged for. */
    public Target target() {
        return target;
    }
}
