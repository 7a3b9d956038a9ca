package dev.customscheduler.runtime.flags;

import static dev.customscheduler.runtime.flags.Flag.Effect.FULL;
import static dev.customscheduler.runtime.flags.Flag.Effect.NONE;
import static dev.customscheduler.runtime.flags.Flag.Kind.BOOL;
import static dev.customscheduler.runtime.flags.Flag.Kind.DURATION;
import static dev.customscheduler.runtime.flags.Flag.Kind.FLOAT;
import static dev.customscheduler.runtime.flags.Flag.Kind.INT;
import static dev.customscheduler.runtime.flags.Flag.Kind.STRING;
import static dev.customscheduler.runtime.flags.Flag.Kind.STRINGS;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Every flag of kube-scheduler 1.37, with its default there. */
final class FlagTable {
    private static final String MISC = "Misc";
    private static final String SERVING = "Secure serving";
    private static final String AUTHN = "Authentication";
    private static final String AUTHZ = "Authorization";
    private static final String DEPRECATED = "Deprecated";
    private static final String ELECTION = "Leader election";
    private static final String GATES = "Feature gate";
    private static final String METRICS = "Metrics";
    private static final String LOGS = "Logs";
    private static final String GLOBAL = "Global";
    private static final Map<String, Flag> FLAGS = build();

    private FlagTable() {}

    /** All flags by name, in the order of {@code --help}. */
    static Map<String, Flag> all() {
        return FLAGS;
    }

    private static Map<String, Flag> build() {
        Map<String, Flag> flags = new LinkedHashMap<>();
        misc(flags);
        serving(flags);
        authentication(flags);
        authorization(flags);
        deprecated(flags);
        election(flags);
        rest(flags);
        return Collections.unmodifiableMap(flags);
    }

    private static void add(
            Map<String, Flag> to, String section, Flag.Kind kind, String name, String initial, String help) {
        to.put(name, new Flag(name, kind, section, initial, FULL, help));
    }

    private static void inert(Map<String, Flag> to, String section, Flag.Kind kind, String name, String initial) {
        to.put(name, new Flag(name, kind, section, initial, NONE, "Accepted; has no effect in this runtime."));
    }

    private static void misc(Map<String, Flag> to) {
        add(to, MISC, STRING, "config", "", "The KubeSchedulerConfiguration file.");
        add(to, MISC, STRING, "master", "", "The API server's address; overrides the kubeconfig's.");
        add(to, MISC, STRING, "write-config-to", "", "Write the defaulted configuration to this file and exit.");
    }

    private static void serving(Map<String, Flag> to) {
        add(to, SERVING, STRING, "bind-address", "0.0.0.0", "The IP address to serve HTTPS on.");
        add(to, SERVING, STRING, "cert-dir", "", "Where the self-made certificate is kept; empty: in memory.");
        inert(to, SERVING, BOOL, "disable-http2-serving", "false");
        inert(to, SERVING, INT, "http2-max-streams-per-connection", "0");
        inert(to, SERVING, BOOL, "permit-address-sharing", "false");
        inert(to, SERVING, BOOL, "permit-port-sharing", "false");
        add(to, SERVING, INT, "secure-port", "10259", "The port to serve HTTPS on; 0: do not serve.");
        add(
                to,
                SERVING,
                STRING,
                "tls-cert-file",
                "",
                "The certificate, followed by its issuers; re-read when changed.");
        add(to, SERVING, STRINGS, "tls-cipher-suites", "", "Cipher suites by IANA name.");
        inert(to, SERVING, STRINGS, "tls-curve-preferences", "");
        add(to, SERVING, STRING, "tls-min-version", "", "VersionTLS12 or VersionTLS13.");
        add(to, SERVING, STRING, "tls-private-key-file", "", "The private key of --tls-cert-file.");
        inert(to, SERVING, STRINGS, "tls-sni-cert-key", "");
    }

    private static void authentication(Map<String, Flag> to) {
        add(to, AUTHN, STRING, "authentication-kubeconfig", "", "kubeconfig of the server that reviews tokens.");
        add(to, AUTHN, BOOL, "authentication-skip-lookup", "false", "Do not look the client CA up in the cluster.");
        add(to, AUTHN, DURATION, "authentication-token-webhook-cache-ttl", "10s", "How long a token's review is kept.");
        add(to, AUTHN, BOOL, "authentication-tolerate-lookup-failure", "true", "Serve although the look-up failed.");
        add(to, AUTHN, STRING, "client-ca-file", "", "Authorities whose client certificates authenticate.");
        add(to, AUTHN, STRINGS, "requestheader-allowed-names", "", "Common names of front proxies.");
        add(to, AUTHN, STRING, "requestheader-client-ca-file", "", "Authorities of front proxies.");
        add(to, AUTHN, STRINGS, "requestheader-extra-headers-prefix", "x-remote-extra-", "Headers of extra fields.");
        add(to, AUTHN, STRINGS, "requestheader-group-headers", "x-remote-group", "Headers of groups.");
        inert(to, AUTHN, STRINGS, "requestheader-uid-headers", "");
        add(to, AUTHN, STRINGS, "requestheader-username-headers", "x-remote-user", "Headers of user names.");
    }

    private static void authorization(Map<String, Flag> to) {
        add(
                to,
                AUTHZ,
                STRINGS,
                "authorization-always-allow-paths",
                "/healthz,/readyz,/livez",
                "Paths that need no authorization.");
        add(to, AUTHZ, STRING, "authorization-kubeconfig", "", "kubeconfig of the server that reviews access.");
        add(to, AUTHZ, DURATION, "authorization-webhook-cache-authorized-ttl", "10s", "How long a yes is kept.");
        add(to, AUTHZ, DURATION, "authorization-webhook-cache-unauthorized-ttl", "10s", "How long a no is kept.");
    }

    private static void deprecated(Map<String, Flag> to) {
        inert(to, DEPRECATED, BOOL, "contention-profiling", "true");
        add(to, DEPRECATED, INT, "kube-api-burst", "100", "Burst of requests; ignored with --config.");
        inert(to, DEPRECATED, STRING, "kube-api-content-type", "application/vnd.kubernetes.protobuf");
        add(to, DEPRECATED, FLOAT, "kube-api-qps", "50", "Requests a second; ignored with --config.");
        add(to, DEPRECATED, STRING, "kubeconfig", "", "kubeconfig file; ignored with --config.");
        add(
                to,
                DEPRECATED,
                DURATION,
                "pod-max-in-unschedulable-pods-duration",
                "5m0s",
                "When a pod leaves the unschedulable pods unasked.");
        inert(to, DEPRECATED, BOOL, "profiling", "true");
    }

    private static void election(Map<String, Flag> to) {
        add(to, ELECTION, BOOL, "leader-elect", "true", "Gain the lease before scheduling.");
        add(to, ELECTION, DURATION, "leader-elect-lease-duration", "15s", "How long others wait for a silent leader.");
        add(to, ELECTION, DURATION, "leader-elect-renew-deadline", "10s", "When a leader that cannot renew gives up.");
        add(to, ELECTION, STRING, "leader-elect-resource-lock", "leases", "The kind of lock: leases.");
        add(to, ELECTION, STRING, "leader-elect-resource-name", "kube-scheduler", "The lease's name.");
        add(to, ELECTION, STRING, "leader-elect-resource-namespace", "kube-system", "The lease's namespace.");
        add(to, ELECTION, DURATION, "leader-elect-retry-period", "2s", "Pause between attempts.");
    }

    private static void rest(Map<String, Flag> to) {
        inert(to, GATES, STRINGS, "emulated-version", "");
        add(to, GATES, STRINGS, "feature-gates", "", "Comma-separated name=true|false; may be repeated.");
        inert(to, GATES, STRINGS, "min-compatibility-version", "");
        inert(to, METRICS, STRINGS, "allow-metric-labels", "");
        inert(to, METRICS, STRING, "allow-metric-labels-manifest", "");
        inert(to, METRICS, STRINGS, "disabled-metrics", "");
        inert(to, METRICS, STRING, "show-hidden-metrics-for-version", "");
        inert(to, LOGS, DURATION, "log-flush-frequency", "5s");
        inert(to, LOGS, STRING, "log-json-info-buffer-size", "0");
        inert(to, LOGS, BOOL, "log-json-split-stream", "false");
        inert(to, LOGS, STRING, "log-text-info-buffer-size", "0");
        inert(to, LOGS, BOOL, "log-text-split-stream", "false");
        inert(to, LOGS, STRING, "logging-format", "text");
        add(to, LOGS, INT, "v", "0", "Log verbosity.");
        inert(to, LOGS, STRINGS, "vmodule", "");
        add(to, GLOBAL, BOOL, "help", "false", "Print this and exit.");
        add(to, GLOBAL, STRING, "version", "false", "Print the version and exit; raw: in detail.");
    }
}
