package dev.customscheduler.manifests;

import java.util.List;

/**
 * What dynamic resource allocation needs. kube-scheduler watches its objects wherever the feature is on, whatever the
 * plugins; it writes them only with the plugin. On by default from 1.34, where its API is v1.
 */
final class ResourceClaimRules {
    private static final String GROUP = "resource.k8s.io";
    private static final String[] READ = {"get", "list", "watch"};

    /** The first minor version in which a feature is on without a word. */
    private static final int ALLOCATION_FROM = 34;

    private static final int TAINT_RULES_FROM = 37;
    private static final int EXTENDED_RESOURCE_FROM = 36;
    private static final int BINDING_SUBRESOURCE_FROM = 36;

    private ResourceClaimRules() {}

    /** Takes a rule. */
    interface Sink {
        void add(String reason, String group, List<String> resources, String... verbs);
    }

    static void add(Scheduler scheduler, Sink sink) {
        if (!scheduler.gate("DynamicResourceAllocation", ALLOCATION_FROM)) {
            return;
        }
        sink.add(
                "dynamic resource allocation: claims and devices; watched whatever the plugins",
                GROUP,
                List.of("deviceclasses", "resourceclaims", "resourceslices"),
                READ);
        if (scheduler.gate("DRADeviceTaintRules", TAINT_RULES_FROM)) {
            sink.add("DRADeviceTaintRules: devices that repel pods", GROUP, List.of("devicetaintrules"), READ);
        }
        if (!scheduler.plugins().contains("DynamicResources")) {
            return;
        }
        sink.add("DynamicResources: protects an allocated claim", GROUP, List.of("resourceclaims"), "update");
        sink.add(
                "DynamicResources: allocates and reserves claims",
                GROUP,
                List.of("resourceclaims/status"),
                "update",
                "patch");
        if (scheduler.gate("DRAResourceClaimGranularStatusAuthorization", BINDING_SUBRESOURCE_FROM)) {
            sink.add(
                    "DynamicResources: may set a claim's allocation, which is authorized apart",
                    GROUP,
                    List.of("resourceclaims/binding"),
                    "update",
                    "patch");
        }
        if (scheduler.gate("DRAExtendedResource", EXTENDED_RESOURCE_FROM)) {
            sink.add(
                    "DynamicResources: makes claims for extended resources that devices provide",
                    GROUP,
                    List.of("resourceclaims"),
                    "create",
                    "delete");
            sink.add(
                    "DynamicResources: such a claim belongs to its pod and goes with it",
                    "",
                    List.of("pods/finalizers"),
                    "update");
        }
    }
}
