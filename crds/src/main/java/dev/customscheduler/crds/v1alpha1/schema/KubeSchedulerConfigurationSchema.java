package dev.customscheduler.crds.v1alpha1.schema;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import java.util.List;

/**
 * The shape of a KubeSchedulerConfiguration as {@code kubectl explain} shows it. Never instantiated: the configuration
 * library decodes the document itself. Every level keeps unknown fields, so that nothing is pruned in silence, and
 * nothing is required, bounded or defaulted: what is wrong with a value is said by the library, for every finding at
 * once.
 */
@PreserveUnknownFields
public record KubeSchedulerConfigurationSchema(
        @JsonPropertyDescription(
                "kubescheduler.config.k8s.io/v1 when absent. v1beta3 and v1beta2 are migrated, with a warning.")
        String apiVersion,

        @JsonPropertyDescription("KubeSchedulerConfiguration, or absent.")
        String kind,

        @JsonPropertyDescription("How many goroutines or threads evaluate nodes. 16 when absent or 0.")
        Long parallelism,

        @JsonPropertyDescription(
                "The share of nodes, in percent, to find feasible before the best is chosen. 0, the default, adapts to"
                        + " the cluster's size. Without effect up to 100 nodes.")
        Long percentageOfNodesToScore,

        @JsonPropertyDescription("The first backoff of a pod that could not be placed, in seconds. 1 when absent.")
        Long podInitialBackoffSeconds,

        @JsonPropertyDescription("The longest backoff of a pod that could not be placed, in seconds. 10 when absent.")
        Long podMaxBackoffSeconds,

        @JsonPropertyDescription("Whether only the leader fills its caches. false when absent.")
        Boolean delayCacheUntilActive,

        @JsonPropertyDescription("Serves /debug/pprof. true when absent.")
        Boolean enableProfiling,

        @JsonPropertyDescription("Allows lock contention profiling. true when absent.")
        Boolean enableContentionProfiling,

        @JsonPropertyDescription("How the replicas agree on a leader.")
        LeaderElection leaderElection,

        @JsonPropertyDescription("How fast the scheduler may call the API server.")
        ClientConnection clientConnection,

        @JsonPropertyDescription("The schedulers in this process, by name: what pods put into spec.schedulerName.")
        List<Profile> profiles,

        @JsonPropertyDescription("HTTP extenders, asked beside the plugins.")
        List<Extender> extenders) {

    /** How the replicas agree on a leader. */
    @PreserveUnknownFields
    public record LeaderElection(
            @JsonPropertyDescription("true when absent. Needed for more than one replica.")
            Boolean leaderElect,

            @JsonPropertyDescription("How long a leader is trusted without a renewal. 15s when absent.")
            String leaseDuration,

            @JsonPropertyDescription("How long a leader tries to renew before it gives up. 10s when absent.")
            String renewDeadline,

            @JsonPropertyDescription("How often a replica tries. 2s when absent.")
            String retryPeriod,

            @JsonPropertyDescription("leases, the only kind of lock that is left.")
            String resourceLock,

            @JsonPropertyDescription("The lease's name. The resource's own name when absent.")
            String resourceName,

            @JsonPropertyDescription("The lease's namespace. The scheduler's namespace when absent.")
            String resourceNamespace) {}

    /** How the scheduler calls the API server. */
    @PreserveUnknownFields
    public record ClientConnection(
            @JsonPropertyDescription("Refused here: a scheduler in a cluster uses its service account.")
            String kubeconfig,

            @JsonPropertyDescription("The media types accepted, application/json for instance.")
            String acceptContentTypes,

            @JsonPropertyDescription("The media type sent.") String contentType,

            @JsonPropertyDescription("Requests a second in the long run. 50 when absent.")
            JsonNode qps,

            @JsonPropertyDescription("Requests in a burst. 100 when absent.")
            Long burst) {}

    /** One scheduler name and its plugins. */
    @PreserveUnknownFields
    public record Profile(
            @JsonPropertyDescription(
                    "What pods put into spec.schedulerName. The resource's own name when absent and the only profile.")
            String schedulerName,

            @JsonPropertyDescription("As the document's percentageOfNodesToScore, for this profile.")
            Long percentageOfNodesToScore,

            @JsonPropertyDescription("Which plugins are enabled and disabled, beside the default ones.")
            Plugins plugins,

            @JsonPropertyDescription("Arguments of plugins. Those not named here have their defaults.")
            List<PluginConfig> pluginConfig) {}

    /** Plugins by extension point. */
    @PreserveUnknownFields
    public record Plugins(
            @JsonPropertyDescription("Decides whether a pod may enter the queue.")
            PluginSet preEnqueue,

            @JsonPropertyDescription("Orders the queue: exactly one, the same in all profiles.")
            PluginSet queueSort,

            @JsonPropertyDescription("Looks at the pod before nodes are filtered.")
            PluginSet preFilter,

            @JsonPropertyDescription("Decides whether a node can run the pod.")
            PluginSet filter,

            @JsonPropertyDescription("Runs when no node fits: preemption.")
            PluginSet postFilter,

            @JsonPropertyDescription("Looks at the feasible nodes before they are scored.")
            PluginSet preScore,

            @JsonPropertyDescription("Ranks feasible nodes, times each plugin's weight.")
            PluginSet score,

            @JsonPropertyDescription("Reserves resources for the pod on the chosen node.")
            PluginSet reserve,

            @JsonPropertyDescription("Approves, refuses or delays the binding.")
            PluginSet permit,

            @JsonPropertyDescription("Prepares the binding, such as by binding volumes.")
            PluginSet preBind,

            @JsonPropertyDescription("Binds the pod to the node: at least one.")
            PluginSet bind,

            @JsonPropertyDescription("Is told of the binding.")
            PluginSet postBind,

            @JsonPropertyDescription("Plugins for all extension points that they implement.")
            PluginSet multiPoint) {}

    /** What is enabled beside, and disabled of, the default plugins of an extension point. */
    @PreserveUnknownFields
    public record PluginSet(
            @JsonPropertyDescription("Plugins to call after the default ones; named here, they come first or move.")
            List<Plugin> enabled,

            @JsonPropertyDescription("Default plugins that are not called; \"*\" for all.")
            List<Plugin> disabled) {}

    /** A plugin and its weight. */
    @PreserveUnknownFields
    public record Plugin(
            @JsonPropertyDescription("The plugin's name.") String name,

            @JsonPropertyDescription("Its weight in scoring. 1 when absent or 0.")
            Long weight) {}

    /** A plugin's arguments. */
    @PreserveUnknownFields
    public record PluginConfig(
            @JsonPropertyDescription("The plugin's name.") String name,

            @JsonPropertyDescription("Its arguments; apiVersion and kind may be left out for built-in plugins.")
            JsonNode args) {}

    /** An HTTP extender. */
    @PreserveUnknownFields
    public record Extender(
            @JsonPropertyDescription("The URL to which the verbs are appended.")
            String urlPrefix,

            @JsonPropertyDescription("The path of filter calls; none when absent.")
            String filterVerb,

            @JsonPropertyDescription("The path of preemption calls; none when absent.")
            String preemptVerb,

            @JsonPropertyDescription("The path of prioritize calls; none when absent.")
            String prioritizeVerb,

            @JsonPropertyDescription("The factor of the extender's scores; needed with prioritizeVerb.")
            Long weight,

            @JsonPropertyDescription("The path of bind calls; at most one extender binds.")
            String bindVerb,

            @JsonPropertyDescription("Whether to use https.")
            Boolean enableHTTPS,

            @JsonPropertyDescription("Certificates for https.")
            ExtenderTLS tlsConfig,

            @JsonPropertyDescription("How long a call may take. 5s when absent.")
            String httpTimeout,

            @JsonPropertyDescription("Whether the extender keeps nodes itself, and is sent names only.")
            Boolean nodeCacheCapable,

            @JsonPropertyDescription("Resources for which pods are sent to the extender; all pods when absent.")
            List<ManagedResource> managedResources,

            @JsonPropertyDescription("Whether scheduling goes on when the extender fails.")
            Boolean ignorable) {}

    /** Certificates of an extender's connection. */
    @PreserveUnknownFields
    public record ExtenderTLS(
            @JsonPropertyDescription("Accepts any certificate. For tests only.")
            Boolean insecure,

            @JsonPropertyDescription("The name expected in the extender's certificate.")
            String serverName,

            @JsonPropertyDescription("File of the client certificate.")
            String certFile,

            @JsonPropertyDescription("File of the client's key.")
            String keyFile,

            @JsonPropertyDescription("File of the CA that signed the extender's certificate.")
            String caFile,

            @JsonPropertyDescription("The client certificate, base64.")
            String certData,

            @JsonPropertyDescription("The client's key, base64. Readable by whoever may read this resource.")
            String keyData,

            @JsonPropertyDescription("The CA, base64.") String caData) {}

    /** A resource that an extender manages. */
    @PreserveUnknownFields
    public record ManagedResource(
            @JsonPropertyDescription("The resource's name, such as example.com/gpu.")
            String name,

            @JsonPropertyDescription("Whether the scheduler leaves this resource out of its own accounting.")
            Boolean ignoredByScheduler) {}
}
