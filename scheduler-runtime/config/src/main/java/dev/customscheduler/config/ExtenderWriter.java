package dev.customscheduler.config;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.config.decode.GoDurations;

/** Writes {@code extenders[]}; what is at its zero value is left out, as Go's omitempty does. */
final class ExtenderWriter {
    private ExtenderWriter() {}

    static ObjectNode write(Extender extender) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        text(out, "bindVerb", extender.bindVerb());
        flag(out, "enableHTTPS", extender.enableHttps());
        text(out, "filterVerb", extender.filterVerb());
        out.put("httpTimeout", GoDurations.format(extender.httpTimeout()));
        flag(out, "ignorable", extender.ignorable());
        if (!extender.managedResources().isEmpty()) {
            ArrayNode managed = out.putArray("managedResources");
            for (ExtenderManagedResource resource : extender.managedResources()) {
                ObjectNode entry = managed.addObject();
                flag(entry, "ignoredByScheduler", resource.ignoredByScheduler());
                entry.put("name", resource.name());
            }
        }
        flag(out, "nodeCacheCapable", extender.nodeCacheCapable());
        text(out, "preemptVerb", extender.preemptVerb());
        text(out, "prioritizeVerb", extender.prioritizeVerb());
        extender.tlsConfig().ifPresent(tls -> tls(out.putObject("tlsConfig"), tls));
        out.put("urlPrefix", extender.urlPrefix());
        if (extender.weight() != 0) {
            out.put("weight", extender.weight());
        }
        return out;
    }

    private static void tls(ObjectNode out, ExtenderTlsConfig tls) {
        text(out, "caData", tls.caData());
        text(out, "caFile", tls.caFile());
        text(out, "certData", tls.certData());
        text(out, "certFile", tls.certFile());
        flag(out, "insecure", tls.insecure());
        text(out, "keyData", tls.keyData());
        text(out, "keyFile", tls.keyFile());
        text(out, "serverName", tls.serverName());
    }

    private static void text(ObjectNode out, String field, String value) {
        if (!value.isEmpty()) {
            out.put(field, value);
        }
    }

    private static void flag(ObjectNode out, String field, boolean value) {
        if (value) {
            out.put(field, true);
        }
    }
}
