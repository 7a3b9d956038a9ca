package dev.customscheduler.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes the pods that controllers would make for Deployments, ReplicaSets, ReplicationControllers, StatefulSets, Jobs
 * and DaemonSets. Pods that the input has already count: only what is missing is made, so that the dump of a live
 * cluster and a bare manifest both mean what they say. Pods are named {@code <workload>-<n>} from 0.
 */
final class Workloads {
    private static final Set<String> KINDS =
            Set.of("Deployment", "ReplicaSet", "ReplicationController", "StatefulSet", "Job", "DaemonSet");
    private static final String TEMPLATE_HASH = "pod-template-hash";
    private static final String REVISION_HASH = "controller-revision-hash";
    private static final String JOB_CONTROLLER = "kubernetes.io/job-controller";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final List<ObjectNode> objects;
    private final List<ObjectNode> nodes;
    private final Set<String> names = new HashSet<>();

    /**
     * For one input.
     *
     * @param objects all of it
     * @param nodes the nodes among them
     */
    Workloads(List<ObjectNode> objects, List<ObjectNode> nodes) {
        this.objects = objects;
        this.nodes = nodes;
        for (ObjectNode object : objects) {
            names.add(Kinds.kind(object) + " " + Kinds.key(object));
        }
    }

    static boolean isWorkload(ObjectNode object) {
        return KINDS.contains(Kinds.kind(object));
    }

    /**
     * The objects that a controller would make, pods and what they need beside (claims, the ReplicaSet of a
     * Deployment).
     *
     * @param workload one for which {@link #isWorkload} holds
     * @return in the order in which they would be made
     */
    List<ObjectNode> expand(ObjectNode workload) {
        return switch (Kinds.kind(workload)) {
            case "Deployment" -> deployment(workload);
            case "ReplicaSet", "ReplicationController" ->
                hasControllerHere(workload) ? List.of() : replicas(workload, workload, replicas(workload));
            case "StatefulSet" -> statefulSet(workload);
            case "Job" -> job(workload);
            case "DaemonSet" -> daemonSet(workload);
            default -> throw new IllegalArgumentException(Kinds.kind(workload));
        };
    }

    private static int replicas(ObjectNode workload) {
        return workload.path("spec").path("replicas").asInt(1);
    }

    private boolean hasControllerHere(ObjectNode workload) {
        return objects.stream().anyMatch(owner -> Kinds.isControlledBy(workload, owner));
    }

    private int podsOf(ObjectNode owner) {
        int count = 0;
        for (ObjectNode object : objects) {
            if (Kinds.kind(object).equals("Pod") && !Kinds.isOver(object) && Kinds.isControlledBy(object, owner)) {
                count++;
            }
        }
        return count;
    }

    private List<ObjectNode> deployment(ObjectNode deployment) {
        List<ObjectNode> made = new ArrayList<>();
        ObjectNode replicaSet = null;
        int existing = 0;
        for (ObjectNode object : objects) {
            if (Kinds.kind(object).equals("ReplicaSet") && Kinds.isControlledBy(object, deployment)) {
                existing += podsOf(object);
                replicaSet = replicaSet == null || replicas(object) > replicas(replicaSet) ? object : replicaSet;
            }
        }
        if (replicaSet == null && deployment.path("spec").path("paused").asBoolean(false)) {
            return made;
        }
        if (replicaSet == null) {
            replicaSet = JSON.objectNode();
            replicaSet.put("apiVersion", "apps/v1").put("kind", "ReplicaSet");
            ObjectNode metadata = replicaSet.putObject("metadata");
            metadata.put("namespace", Kinds.namespace(deployment)).put("name", Kinds.name(deployment));
            metadata.set("ownerReferences", owners(deployment));
            ObjectNode spec = replicaSet.putObject("spec");
            spec.put("replicas", replicas(deployment));
            String hash = hash(deployment);
            spec.set("selector", deployment.path("spec").path("selector").deepCopy());
            Kinds.object(Kinds.object(spec, "selector"), "matchLabels").put(TEMPLATE_HASH, hash);
            spec.set("template", deployment.path("spec").path("template").deepCopy());
            label(Kinds.object(spec, "template"), TEMPLATE_HASH, hash);
            made.add(replicaSet);
        }
        String hash = replicaSet
                .path("spec")
                .path("template")
                .path("metadata")
                .path("labels")
                .path(TEMPLATE_HASH)
                .asText(hash(deployment));
        List<ObjectNode> pods = replicas(deployment, replicaSet, replicas(deployment) - existing);
        pods.forEach(pod -> label(pod, TEMPLATE_HASH, hash));
        made.addAll(pods);
        return made;
    }

    private List<ObjectNode> replicas(ObjectNode template, ObjectNode owner, int wanted) {
        List<ObjectNode> pods = new ArrayList<>();
        int missing = template == owner ? wanted - podsOf(owner) : wanted;
        for (int i = 0; i < missing; i++) {
            pods.add(pod(template, owner, freeName("Pod", owner, Kinds.name(template))));
        }
        return pods;
    }

    private List<ObjectNode> job(ObjectNode job) {
        JsonNode spec = job.path("spec");
        String manager = spec.path("managedBy").asText(JOB_CONTROLLER);
        if (spec.path("suspend").asBoolean(false) || isComplete(job) || !manager.equals(JOB_CONTROLLER)) {
            return List.of();
        }
        int parallelism = spec.path("parallelism").asInt(1);
        int completions = spec.path("completions").asInt(spec.has("parallelism") ? Integer.MAX_VALUE : 1);
        int left = completions - job.path("status").path("succeeded").asInt(0);
        List<ObjectNode> pods = replicas(job, job, Math.min(parallelism, left));
        boolean indexed = spec.path("completionMode").asText("").equals("Indexed");
        String uid = Kinds.uid(job).isEmpty() ? Kinds.name(job) : Kinds.uid(job);
        int index = podsOf(job);
        for (ObjectNode pod : pods) {
            for (String prefix : List.of("", "batch.kubernetes.io/")) {
                label(pod, prefix + "job-name", Kinds.name(job));
                label(pod, prefix + "controller-uid", uid);
            }
            if (indexed) {
                label(pod, "batch.kubernetes.io/job-completion-index", Integer.toString(index++));
            }
        }
        return pods;
    }

    private static boolean isComplete(ObjectNode job) {
        for (JsonNode condition : job.path("status").path("conditions")) {
            String type = condition.path("type").asText("");
            if ((type.equals("Complete") || type.equals("Failed"))
                    && condition.path("status").asText("").equals("True")) {
                return true;
            }
        }
        return false;
    }

    private List<ObjectNode> statefulSet(ObjectNode set) {
        List<ObjectNode> made = new ArrayList<>();
        int first = set.path("spec").path("ordinals").path("start").asInt(0);
        for (int i = first; i < first + replicas(set); i++) {
            String name = Kinds.name(set) + "-" + i;
            if (!names.add("Pod " + Kinds.namespace(set) + "/" + name)) {
                continue;
            }
            ObjectNode pod = pod(set, set, name);
            label(pod, "statefulset.kubernetes.io/pod-name", name);
            label(pod, "apps.kubernetes.io/pod-index", Integer.toString(i));
            label(pod, REVISION_HASH, Kinds.name(set) + "-" + hash(set));
            for (JsonNode template : set.path("spec").path("volumeClaimTemplates")) {
                ObjectNode claim = template.deepCopy();
                String volume = Kinds.name(template);
                String claimName = volume + "-" + name;
                claim.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
                Kinds.object(claim, "metadata").put("name", claimName).put("namespace", Kinds.namespace(set));
                if (names.add("PersistentVolumeClaim " + Kinds.key(claim))) {
                    made.add(claim);
                }
                mount(pod, volume, claimName);
            }
            made.add(pod);
        }
        return made;
    }

    private static void mount(ObjectNode pod, String volume, String claim) {
        ObjectNode spec = Kinds.object(pod, "spec");
        ArrayNode kept = JSON.arrayNode();
        for (JsonNode other : spec.path("volumes")) {
            if (!other.path("name").asText("").equals(volume)) {
                kept.add(other);
            }
        }
        kept.addObject().put("name", volume).putObject("persistentVolumeClaim").put("claimName", claim);
        spec.set("volumes", kept);
    }

    private List<ObjectNode> daemonSet(ObjectNode set) {
        List<ObjectNode> made = new ArrayList<>();
        DaemonPods daemons = new DaemonPods(objects);
        for (ObjectNode node : nodes) {
            if (daemons.hasPodOn(set, node)) {
                continue;
            }
            ObjectNode pod = pod(set, set, "");
            if (daemons.placeOn(pod, node)) {
                Kinds.object(pod, "metadata").put("name", freeName("Pod", set, Kinds.name(set)));
                label(pod, REVISION_HASH, hash(set));
                label(pod, "pod-template-generation", "1");
                made.add(pod);
            }
        }
        return made;
    }

    private String freeName(String kind, ObjectNode owner, String prefix) {
        for (int i = 0; ; i++) {
            String name = prefix + "-" + i;
            if (names.add(kind + " " + Kinds.namespace(owner) + "/" + name)) {
                return name;
            }
        }
    }

    private static ObjectNode pod(ObjectNode template, ObjectNode owner, String name) {
        JsonNode from = template.path("spec").path("template");
        ObjectNode pod = JSON.objectNode();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = from.path("metadata") instanceof ObjectNode given ? given.deepCopy() : JSON.objectNode();
        metadata.put("name", name).put("namespace", Kinds.namespace(owner));
        metadata.set("ownerReferences", owners(owner));
        pod.set("metadata", metadata);
        pod.set("spec", from.path("spec") instanceof ObjectNode spec ? spec.deepCopy() : JSON.objectNode());
        return pod;
    }

    private static void label(ObjectNode object, String key, String value) {
        Kinds.object(Kinds.object(object, "metadata"), "labels").put(key, value);
    }

    /** Stands for the controllers' hashes: pods of one template have the same. */
    private static String hash(ObjectNode workload) {
        return Integer.toHexString(workload.path("spec").path("template").hashCode());
    }

    private static ArrayNode owners(ObjectNode owner) {
        ArrayNode owners = JSON.arrayNode();
        ObjectNode reference = owners.addObject();
        reference.put("apiVersion", owner.path("apiVersion").asText(""));
        reference.put("kind", Kinds.kind(owner)).put("name", Kinds.name(owner));
        if (!Kinds.uid(owner).isEmpty()) {
            reference.put("uid", Kinds.uid(owner));
        }
        reference.put("controller", true);
        return owners;
    }
}
