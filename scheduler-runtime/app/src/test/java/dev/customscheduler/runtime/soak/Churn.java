package dev.customscheduler.runtime.soak;

import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/** Changes the cluster, one thing at a time, by dice of a seed. */
final class Churn {
    private static final int PODS = 220;
    private static final int FEWEST_NODES = 10;
    private static final int MOST_NODES = 20;

    /** What can happen, and how often in relation to the others. */
    enum Action {
        ADD_POD(40),
        DELETE_POD(22),
        LABEL_POD(4),
        TOLERATE(3),
        RESIZE_POD(4),
        OPEN_GATE(3),
        ADD_NODE(3),
        REMOVE_NODE(2),
        LABEL_NODE(5),
        TAINT_NODE(4),
        UNTAINT_NODE(4),
        CORDON_NODE(2),
        UNCORDON_NODE(2),
        RESIZE_NODE(5),
        PUT_BUDGET(3),
        DELETE_BUDGET(2);

        private final int weight;

        Action(int weight) {
            this.weight = weight;
        }
    }

    private final KubernetesClient client;
    private final TestBed bed;
    private final String namespace;
    private final SoakPods pods;
    private final Random random;
    private final int[] done = new int[Action.values().length];
    private final int[] vain = new int[Action.values().length];
    private int number;

    Churn(TestBed bed, String namespace, String profile, long seed) {
        this.bed = bed;
        this.client = bed.client();
        this.namespace = namespace;
        this.random = new Random(seed);
        this.pods = new SoakPods(namespace, profile, random);
    }

    void begin() {
        for (int i = 0; i < (FEWEST_NODES + MOST_NODES) / 2; i++) {
            addNode();
        }
        for (int i = 0; i < PODS * 3 / 4; i++) {
            addPod();
        }
    }

    /** Does one thing. What the API server refuses because the object is gone or changed meanwhile is counted. */
    void step() {
        Action action = any();
        try {
            (act(action) ? done : vain)[action.ordinal()]++;
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT && e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw e;
            }
            vain[action.ordinal()]++;
        }
    }

    /** How often each action was carried out. */
    int times(Action action) {
        return done[action.ordinal()];
    }

    String summary() {
        StringBuilder text = new StringBuilder();
        int in = 0;
        for (Action action : Action.values()) {
            text.append(action).append(' ').append(done[action.ordinal()]).append(", ");
            in += vain[action.ordinal()];
        }
        return text.append(in).append(" in vain").toString();
    }

    private Action any() {
        int sum = 0;
        for (Action action : Action.values()) {
            sum += action.weight;
        }
        int at = random.nextInt(sum);
        for (Action action : Action.values()) {
            at -= action.weight;
            if (at < 0) {
                return action;
            }
        }
        throw new IllegalStateException();
    }

    /** Gives whether there was something to do it to. */
    private boolean act(Action action) {
        return switch (action) {
            case ADD_POD -> addPod();
            case DELETE_POD -> onPod(pod -> client.resource(pod).delete());
            case LABEL_POD ->
                onPod(pod -> client.resource(pod).edit(p -> {
                    p.getMetadata().getLabels().put("app", pods.app());
                    return p;
                }));
            case TOLERATE ->
                onPod(pod -> client.resource(pod).edit(p -> {
                    p.getSpec().getTolerations().add(new Toleration("NoSchedule", "dedicated", "Exists", null, null));
                    return p;
                }));
            case RESIZE_POD -> resizePod();
            case OPEN_GATE -> openGate();
            case ADD_NODE -> addNode();
            case REMOVE_NODE -> removeNode();
            case LABEL_NODE -> editNode(node -> node.getMetadata().getLabels().put("disk", pods.disk()));
            case TAINT_NODE ->
                editNode(node -> node.getSpec()
                        .setTaints(List.of(new Taint(
                                random.nextBoolean() ? "NoSchedule" : "PreferNoSchedule",
                                "dedicated",
                                null,
                                "batch"))));
            case UNTAINT_NODE -> editNode(node -> node.getSpec().setTaints(List.of()));
            case CORDON_NODE -> editNode(node -> node.getSpec().setUnschedulable(true));
            case UNCORDON_NODE -> editNode(node -> node.getSpec().setUnschedulable(null));
            case RESIZE_NODE -> resizeNode();
            case PUT_BUDGET -> putBudget();
            case DELETE_BUDGET ->
                !client.policy()
                        .v1()
                        .podDisruptionBudget()
                        .inNamespace(namespace)
                        .withName(pods.app())
                        .delete()
                        .isEmpty();
        };
    }

    private boolean addPod() {
        if (all().size() >= PODS) {
            return onPod(pod -> client.resource(pod).delete());
        }
        client.resource(pods.next()).create();
        return true;
    }

    private List<Pod> all() {
        List<Pod> standing = new ArrayList<>();
        for (Pod pod : client.pods().inNamespace(namespace).list().getItems()) {
            if (pod.getMetadata().getDeletionTimestamp() == null) {
                standing.add(pod);
            }
        }
        return standing;
    }

    private boolean onPod(Consumer<Pod> change) {
        List<Pod> all = all();
        if (all.isEmpty()) {
            return false;
        }
        change.accept(all.get(random.nextInt(all.size())));
        return true;
    }

    private boolean openGate() {
        for (Pod pod : all()) {
            if (!pod.getSpec().getSchedulingGates().isEmpty()) {
                client.resource(pod).edit(p -> {
                    p.getSpec().setSchedulingGates(List.of());
                    return p;
                });
                return true;
            }
        }
        return false;
    }

    /** As a user asks for it, and as a kubelet carries it out and says so. */
    private boolean resizePod() {
        List<Pod> running = new ArrayList<>();
        for (Pod pod : all()) {
            if (!pod.getStatus().getContainerStatuses().isEmpty()) {
                running.add(pod);
            }
        }
        if (running.isEmpty()) {
            return false;
        }
        Pod pod = running.get(random.nextInt(running.size()));
        Map<String, Quantity> now =
                pod.getSpec().getContainers().getFirst().getResources().getRequests();
        Map<String, Quantity> then = new HashMap<>(now);
        then.put("cpu", new Quantity(50 * (1 + random.nextInt(12)) + "m"));
        actuate(pod, now);
        client.pods()
                .inNamespace(namespace)
                .withName(pod.getMetadata().getName())
                .subresource("resize")
                .patch(
                        PatchContext.of(PatchType.STRATEGIC_MERGE),
                        "{\"spec\":{\"containers\":[{\"name\":\"main\",\"resources\":{\"requests\":{\"cpu\":\""
                                + then.get("cpu") + "\"}}}]}}");
        actuate(pod, then);
        return true;
    }

    private void actuate(Pod pod, Map<String, Quantity> requests) {
        client.pods()
                .inNamespace(namespace)
                .withName(pod.getMetadata().getName())
                .editStatus(p -> {
                    ContainerStatus status =
                            p.getStatus().getContainerStatuses().getFirst();
                    status.setAllocatedResources(requests);
                    status.setResources(new ResourceRequirementsBuilder()
                            .withRequests(requests)
                            .build());
                    return p;
                });
    }

    private List<Node> nodes() {
        return client.nodes().list().getItems();
    }

    private boolean addNode() {
        if (nodes().size() >= MOST_NODES) {
            return false;
        }
        FakeNode node = FakeNode.of("soak-" + number++)
                .cpu(Integer.toString(2 + 2 * random.nextInt(3)))
                .memory(8 * (1 + random.nextInt(3)) + "Gi")
                .pods(20)
                .label("kubernetes.io/hostname", "soak-" + (number - 1))
                .label("topology.kubernetes.io/zone", "zone-" + random.nextInt(3))
                .label("disk", pods.disk());
        bed.fakeNodes().add(List.of(node));
        return true;
    }

    private boolean removeNode() {
        List<Node> nodes = nodes();
        if (nodes.size() <= FEWEST_NODES) {
            return false;
        }
        String name = nodes.get(random.nextInt(nodes.size())).getMetadata().getName();
        client.nodes().withName(name).delete();
        client.pods()
                .inNamespace(namespace)
                .withField("spec.nodeName", name)
                .withGracePeriod(0)
                .delete();
        return true;
    }

    private boolean editNode(Consumer<Node> change) {
        List<Node> nodes = nodes();
        client.resource(nodes.get(random.nextInt(nodes.size()))).edit(node -> {
            change.accept(node);
            return node;
        });
        return true;
    }

    private boolean resizeNode() {
        List<Node> nodes = nodes();
        client.resource(nodes.get(random.nextInt(nodes.size()))).editStatus(node -> {
            Quantity cpu = new Quantity(Integer.toString(2 + random.nextInt(6)));
            node.getStatus().getAllocatable().put("cpu", cpu);
            node.getStatus().getCapacity().put("cpu", cpu);
            return node;
        });
        return true;
    }

    private boolean putBudget() {
        String app = pods.app();
        client.resource(new PodDisruptionBudgetBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(app)
                        .endMetadata()
                        .withNewSpec()
                        .withMinAvailable(new IntOrString(1 + random.nextInt(20)))
                        .withNewSelector()
                        .addToMatchLabels("app", app)
                        .endSelector()
                        .endSpec()
                        .build())
                .forceConflicts()
                .serverSideApply();
        return true;
    }
}
