package dev.customscheduler.manifests;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The least that a scheduler needs in the whole cluster, by its enabled plugins, the runtime's version and its feature
 * gates. Derived from what kube-scheduler's code watches and writes (informers are started for every lister that an
 * enabled plugin asks for, some whatever the plugins), not from the built-in role, which is the union over all
 * configurations. No wildcards.
 */
final class ClusterRules {
    private static final String CORE = "";
    private static final String STORAGE = "storage.k8s.io";
    private static final String[] READ = {"get", "list", "watch"};

    private final Scheduler scheduler;
    private final Set<String> plugins;
    private final List<ExplainedRule> rules = new ArrayList<>();

    private ClusterRules(Scheduler scheduler) {
        this.scheduler = scheduler;
        this.plugins = scheduler.plugins();
    }

    static List<ExplainedRule> of(Scheduler scheduler) {
        ClusterRules rules = new ClusterRules(scheduler);
        rules.base();
        rules.workloads();
        rules.volumes();
        if (!scheduler.isBundled()) {
            ResourceClaimRules.add(scheduler, rules::add);
            rules.podGroups();
        }
        return rules.rules;
    }

    private void base() {
        add("scheduling: pods to place, and those that occupy nodes", CORE, List.of("pods"), READ);
        add("scheduling: nodes to place pods on", CORE, List.of("nodes"), READ);
        add("scheduling: namespaces' labels, which pods' affinities may select", CORE, List.of("namespaces"), READ);
        add("binding: assigns pods to nodes", CORE, List.of("pods/binding"), "create");
        canIBind();
        add("scheduling: says in a pod's status why it is pending", CORE, List.of("pods/status"), "patch");
        add(
                "events: Scheduled, FailedScheduling, Preempted; leader election writes core events",
                List.of(CORE, "events.k8s.io"),
                List.of("events"),
                "create",
                "patch",
                "update");
        add("serving: asks who a caller of its port is", "authentication.k8s.io", List.of("tokenreviews"), "create");
        add(
                "serving: asks what a caller of its port may read",
                "authorization.k8s.io",
                List.of("subjectaccessreviews"),
                "create");
    }

    /**
     * Troubleshooting guides ask {@code kubectl auth can-i create pods/binding}, which kubectl takes for a pod named
     * binding: without this rule it says no of a scheduler that may bind. The rule grants nothing beside, since a
     * create request carries no name for the authorizer to match.
     */
    private void canIBind() {
        PolicyRule rule = new PolicyRuleBuilder()
                .withApiGroups(CORE)
                .withResources("pods")
                .withResourceNames("binding")
                .withVerbs("create")
                .build();
        rules.add(new ExplainedRule(
                "", rule, "binding: lets kubectl auth can-i create pods/binding say yes, and grants nothing else"));
    }

    private void workloads() {
        if (!needing("DefaultPreemption").isEmpty()) {
            add("DefaultPreemption: deletes the pods that make room", CORE, List.of("pods"), "delete");
            add(
                    "DefaultPreemption: spares pods that a budget protects",
                    "policy",
                    List.of("poddisruptionbudgets"),
                    READ);
        }
        if (!needing("PodTopologySpread").isEmpty()) {
            String reason = "PodTopologySpread: which pods belong together, for its default constraints";
            add(reason, CORE, List.of("services", "replicationcontrollers"), READ);
            add(reason, "apps", List.of("replicasets", "statefulsets"), READ);
        }
    }

    private void volumes() {
        read(
                "which volumes a pod uses",
                CORE,
                "persistentvolumeclaims",
                "VolumeBinding",
                "VolumeRestrictions",
                "VolumeZone",
                "NodeVolumeLimits",
                "EBSLimits",
                "GCEPDLimits",
                "AzureDiskLimits",
                "CinderLimits");
        for (String resource : List.of("persistentvolumes", "storageclasses")) {
            read(
                    "where a volume can be used",
                    resource.equals("persistentvolumes") ? CORE : STORAGE,
                    resource,
                    "VolumeBinding",
                    "VolumeZone",
                    "NodeVolumeLimits",
                    "EBSLimits",
                    "GCEPDLimits",
                    "AzureDiskLimits",
                    "CinderLimits");
        }
        if (scheduler.isBundled()) {
            read("how many volumes a node takes", STORAGE, "csinodes", "VolumeBinding", "NodeVolumeLimits");
        } else {
            add(
                    "scheduling: how many volumes a node takes; watched whatever the plugins",
                    STORAGE,
                    List.of("csinodes"),
                    READ);
        }
        read("what a volume's driver can do", STORAGE, "csidrivers", "VolumeBinding", "NodeVolumeLimits");
        read("where there is room for a new volume", STORAGE, "csistoragecapacities", "VolumeBinding");
        if (scheduler.version().atLeast(32)) {
            read("volumes that a node still holds", STORAGE, "volumeattachments", "NodeVolumeLimits");
        }
        if (!needing("VolumeBinding").isEmpty()) {
            add(
                    "VolumeBinding: binds claims to volumes before a pod is bound",
                    CORE,
                    List.of("persistentvolumeclaims", "persistentvolumes"),
                    "update");
        }
    }

    /** Gangs: off by default. 1.35 had the alpha API under another name. */
    private void podGroups() {
        String group = "scheduling.k8s.io";
        if (scheduler.gate("GenericWorkload", Integer.MAX_VALUE)
                && scheduler.version().atLeast(35)) {
            if (scheduler.version().atLeast(36)) {
                add("GenericWorkload: groups of pods", group, List.of("podgroups"), READ);
                add("GenericWorkload: says how a group is", group, List.of("podgroups/status"), "patch", "update");
            } else {
                add("GenericWorkload: groups of pods", group, List.of("workloads"), READ);
            }
        }
        if (scheduler.gate("CompositePodGroup", Integer.MAX_VALUE)
                && scheduler.version().atLeast(37)) {
            add("CompositePodGroup: groups of groups", group, List.of("compositepodgroups"), READ);
            add(
                    "CompositePodGroup: says how a group is",
                    group,
                    List.of("compositepodgroups/status"),
                    "patch",
                    "update");
        }
    }

    /** Grants reading if one of the plugins is enabled, and says which. */
    private void read(String what, String group, String resource, String... wanting) {
        Set<String> enabled = needing(wanting);
        if (!enabled.isEmpty()) {
            add(String.join(", ", enabled) + ": " + what, group, List.of(resource), READ);
        }
    }

    private Set<String> needing(String... wanting) {
        Set<String> enabled = new TreeSet<>(List.of(wanting));
        enabled.retainAll(plugins);
        return enabled;
    }

    private void add(String reason, String group, List<String> resources, String... verbs) {
        add(reason, List.of(group), resources, verbs);
    }

    private void add(String reason, List<String> groups, List<String> resources, String... verbs) {
        PolicyRule rule = new PolicyRuleBuilder()
                .withApiGroups(groups)
                .withResources(resources)
                .withVerbs(verbs)
                .build();
        rules.add(new ExplainedRule("", rule, reason));
    }
}
