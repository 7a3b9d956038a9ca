package dev.customscheduler.config.decode;

import dev.customscheduler.config.Extender;
import dev.customscheduler.config.ExtenderManagedResource;
import dev.customscheduler.config.ExtenderTlsConfig;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decodes {@code extenders[]}. */
final class ExtenderDecoder {
    private final Findings findings;

    ExtenderDecoder(Findings findings) {
        this.findings = findings;
    }

    Extender decode(@Nullable Node node, Path at) {
        ObjectReader in = ObjectReader.of(node, at, findings);
        String urlPrefix = in.string("urlPrefix").orElse("");
        String filterVerb = in.string("filterVerb").orElse("");
        String preemptVerb = in.string("preemptVerb").orElse("");
        String prioritizeVerb = in.string("prioritizeVerb").orElse("");
        long weight = in.int64("weight").orElse(0);
        String bindVerb = in.string("bindVerb").orElse("");
        boolean enableHttps = in.bool("enableHTTPS").orElse(false);
        Optional<ExtenderTlsConfig> tls =
                in.has("tlsConfig") ? Optional.of(tls(in.object("tlsConfig"))) : Optional.empty();
        Duration timeout = in.duration("httpTimeout").orElse(Duration.ZERO);
        boolean nodeCacheCapable = in.bool("nodeCacheCapable").orElse(false);
        List<ExtenderManagedResource> managed = in.list("managedResources", this::managedResource);
        boolean ignorable = in.bool("ignorable").orElse(false);
        in.finish();
        return new Extender(
                urlPrefix,
                filterVerb,
                preemptVerb,
                prioritizeVerb,
                weight,
                bindVerb,
                enableHttps,
                tls,
                timeout,
                nodeCacheCapable,
                managed,
                ignorable);
    }

    private ExtenderManagedResource managedResource(@Nullable Node node, Path at) {
        ObjectReader in = ObjectReader.of(node, at, findings);
        ExtenderManagedResource read = new ExtenderManagedResource(
                in.string("name").orElse(""), in.bool("ignoredByScheduler").orElse(false));
        in.finish();
        return read;
    }

    private static ExtenderTlsConfig tls(ObjectReader in) {
        ExtenderTlsConfig read = new ExtenderTlsConfig(
                in.bool("insecure").orElse(false),
                in.string("serverName").orElse(""),
                in.string("certFile").orElse(""),
                in.string("keyFile").orElse(""),
                in.string("caFile").orElse(""),
                in.bytes("certData"),
                in.bytes("keyData"),
                in.bytes("caData"));
        in.finish();
        return read;
    }
}
