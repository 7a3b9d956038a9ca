package dev.customscheduler.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.cli.input.Documents;
import dev.customscheduler.cli.input.SourceDocument;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What controllers, admission and defaults would make of bare manifests. */
class SimulationInputTest {
    private static SimulationInput read(String yaml) {
        Documents documents = Documents.parse("f.yaml", yaml);
        assertThat(documents.problems()).isEmpty();
        return SimulationInput.of(
                documents.documents().stream().map(SourceDocument::content).toList());
    }

    private static List<String> podNames(SimulationInput input) {
        return input.pods().stream().map(Kinds::key).toList();
    }

    @Test
    void nodesAreInOrderOfNameAndPodsInOrderOfTheFile() {
        SimulationInput input = read("""
                {kind: Pod, metadata: {name: z}}
                ---
                {kind: Node, metadata: {name: b}}
                ---
                {kind: Pod, metadata: {name: a, namespace: x}}
                ---
                {kind: Node, metadata: {name: a}}
                ---
                {kind: Pod, metadata: {name: done}, status: {phase: Succeeded}}
                """);
        assertThat(input.nodes()).extracting(Kinds::name).containsExactly("a", "b");
        assertThat(podNames(input)).containsExactly("default/z", "x/a");
    }

    @Test
    void ofSeveralObjectsOfOneNameTheLastCounts() {
        SimulationInput input = read("""
                {kind: Pod, metadata: {name: p}, spec: {nodeName: a}}
                ---
                {kind: Pod, metadata: {name: p}, spec: {nodeName: b}}
                """);
        assertThat(input.pods())
                .singleElement()
                .satisfies(pod -> assertThat(pod.at("/spec/nodeName").asText()).isEqualTo("b"));
        assertThat(input.notes()).containsExactly("Pod default/p is there twice: the later one counts");
    }

    @Test
    void aDeploymentBecomesItsPodsInItsPlace() {
        SimulationInput input = read("""
                {kind: Pod, metadata: {name: first}}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: shop}
                spec:
                  replicas: 2
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec: {schedulerName: s, containers: [{name: c}]}
                ---
                {kind: Pod, metadata: {name: last}}
                """);
        assertThat(podNames(input)).containsExactly("default/first", "shop/web-0", "shop/web-1", "default/last");
        ObjectNode pod = input.pods().get(1);
        assertThat(pod.at("/metadata/labels/app").asText()).isEqualTo("web");
        assertThat(pod.at("/spec/schedulerName").asText()).isEqualTo("s");
        assertThat(pod.at("/metadata/ownerReferences/0/kind").asText()).isEqualTo("ReplicaSet");
        assertThat(input.others()).extracting(Kinds::kind).containsExactly("Deployment", "ReplicaSet");
    }

    @Test
    void podsThatAreThereAlreadyCount() {
        SimulationInput input = read("""
                apiVersion: v1
                kind: List
                items:
                - {kind: Deployment, metadata: {name: web, uid: d}, spec: {replicas: 3, template: {spec: {}}}}
                - kind: ReplicaSet
                  metadata: {name: web-x, uid: r, ownerReferences: [{kind: Deployment, name: web, uid: d, controller: true}]}
                  spec: {replicas: 3, template: {spec: {}}}
                - kind: Pod
                  metadata: {name: web-x-1, ownerReferences: [{kind: ReplicaSet, name: web-x, uid: r, controller: true}]}
                  spec: {nodeName: a}
                - kind: Pod
                  metadata: {name: web-x-2, ownerReferences: [{kind: ReplicaSet, name: web-x, uid: r, controller: true}]}
                  status: {phase: Failed}
                """);
        assertThat(podNames(input)).containsExactly("default/web-0", "default/web-1", "default/web-x-1");
    }

    @Test
    void aStatefulSetBringsItsClaims() {
        SimulationInput input = read("""
                kind: StatefulSet
                metadata: {name: db}
                spec:
                  replicas: 2
                  template: {spec: {containers: [{name: c}], volumes: [{name: other, emptyDir: {}}]}}
                  volumeClaimTemplates:
                  - {metadata: {name: data}, spec: {accessModes: [ReadWriteOnce]}}
                ---
                {kind: StorageClass, metadata: {name: fast, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}}
                """);
        assertThat(podNames(input)).containsExactly("default/db-0", "default/db-1");
        assertThat(input.pods().getFirst().at("/spec/volumes").toString())
                .isEqualTo("[{\"name\":\"other\",\"emptyDir\":{}},"
                        + "{\"name\":\"data\",\"persistentVolumeClaim\":{\"claimName\":\"data-db-0\"}}]");
        assertThat(input.others())
                .filteredOn(object -> Kinds.kind(object).equals("PersistentVolumeClaim"))
                .extracting(claim -> Kinds.key(claim) + " "
                        + claim.at("/spec/storageClassName").asText())
                .containsExactly("default/data-db-0 fast", "default/data-db-1 fast");
    }

    @Test
    void jobsHaveAsManyPodsAsRunAtOnce() {
        SimulationInput input = read("""
                {kind: Job, metadata: {name: one}, spec: {template: {spec: {}}}}
                ---
                {kind: Job, metadata: {name: wide}, spec: {parallelism: 3, completions: 2, template: {spec: {}}}}
                ---
                {kind: Job, metadata: {name: queue}, spec: {parallelism: 2, template: {spec: {}}}}
                ---
                {kind: Job, metadata: {name: off}, spec: {suspend: true, template: {spec: {}}}}
                """);
        assertThat(podNames(input))
                .containsExactly(
                        "default/one-0", "default/wide-0", "default/wide-1", "default/queue-0", "default/queue-1");
    }

    @Test
    void aDaemonSetHasAPodForEachNodeThatItMayRunOn() {
        SimulationInput input = read("""
                {kind: Node, metadata: {name: a, labels: {disk: ssd}}, status: {allocatable: {cpu: "1"}}}
                ---
                {kind: Node, metadata: {name: b, labels: {disk: hdd}}}
                ---
                {kind: Node, metadata: {name: c, labels: {disk: ssd}}, spec: {taints: [{key: x, effect: NoSchedule}]}}
                ---
                {kind: Node, metadata: {name: d, labels: {disk: ssd}}, spec: {unschedulable: true, taints: [{key: node.kubernetes.io/unschedulable, effect: NoSchedule}]}}
                ---
                {kind: DaemonSet, metadata: {name: agent}, spec: {template: {spec: {nodeSelector: {disk: ssd}, containers: [{name: c}]}}}}
                """);
        assertThat(podNames(input)).containsExactly("default/agent-0", "default/agent-1");
        assertThat(input.pods())
                .extracting(pod -> pod.at("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"
                                + "/nodeSelectorTerms/0/matchFields/0/values/0")
                        .asText())
                .containsExactly("a", "d");
    }

    @Test
    void aPriorityClassThatIsNowhereIsNoted() {
        SimulationInput input = read("""
                {kind: PriorityClass, metadata: {name: high}, value: 100}
                ---
                {kind: Pod, metadata: {name: a}, spec: {priorityClassName: high}}
                ---
                {kind: Pod, metadata: {name: b}, spec: {priorityClassName: system-node-critical}}
                ---
                {kind: Pod, metadata: {name: c}, spec: {priorityClassName: gone}}
                """);
        assertThat(input.notes()).singleElement().asString().contains("default/c", "PriorityClass gone");
    }

    @Test
    void limitRangesFillInWhatContainersDoNotSay() {
        SimulationInput input = read("""
                kind: LimitRange
                metadata: {name: l, namespace: team}
                spec: {limits: [{type: Container, default: {cpu: "2"}, defaultRequest: {memory: 1Gi}, max: {memory: 4Gi}}]}
                ---
                {kind: Pod, metadata: {name: bare, namespace: team}, spec: {containers: [{name: c}]}}
                ---
                {kind: Pod, metadata: {name: said, namespace: team}, spec: {containers: [{name: c, resources: {limits: {cpu: "1"}}}]}}
                ---
                {kind: Pod, metadata: {name: live, namespace: team, resourceVersion: "5"}, spec: {containers: [{name: c}]}}
                ---
                {kind: Pod, metadata: {name: elsewhere}, spec: {containers: [{name: c}]}}
                """);
        assertThat(input.pods())
                .extracting(pod -> resources(pod))
                .containsExactly(
                        "{\"requests\":{\"memory\":\"1Gi\",\"cpu\":\"2\"},\"limits\":{\"cpu\":\"2\",\"memory\":\"4Gi\"}}",
                        "{\"limits\":{\"cpu\":\"1\",\"memory\":\"4Gi\"},\"requests\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}}",
                        "",
                        "");
    }

    private static String resources(JsonNode pod) {
        return pod.at("/spec/containers/0/resources").toString();
    }
}
