package dev.customscheduler.engine.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.framework.model.Container;
import dev.customscheduler.framework.model.Document;
import dev.customscheduler.framework.model.HostPort;
import dev.customscheduler.framework.model.ObjectMeta;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodSpec;
import dev.customscheduler.framework.model.PodStatus;
import dev.customscheduler.framework.model.PreemptionPolicy;
import dev.customscheduler.framework.model.ResourceList;
import dev.customscheduler.framework.model.Toleration;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads pods. Pods of one shape get one {@link PodSpec} instance, as long as somebody holds it; so keep one decoder for
 * all pods of a scheduler. Not for several threads at once.
 *
 * <p>What the API server would have defaulted is defaulted here too, so that manifests read like objects: requests from
 * limits, ports of pods on the host's network, the namespace.
 */
public final class PodDecoder extends VolumeReader {
    private final Map<PodSpec, WeakReference<PodSpec>> specs = new WeakHashMap<>();
    private final Canonical<Container> containers = new Canonical<>(1 << 11);
    private final Canonical<Toleration> tolerations = new Canonical<>(1 << 9);
    private boolean usesRestartAll;
    private boolean usesBindOptions;
    private final StatusReader statusReader = new StatusReader(this);

    /** A decoder that has seen nothing yet. */
    public PodDecoder() {}

    /** Reads a pod from a parsed document, which becomes the pod's own document if the pod has no node. */
    public Pod read(JsonNode node) throws IOException {
        try (JsonParser p = node.traverse()) {
            p.nextToken();
            Pod pod = read(p, null);
            return pod.isAssigned() ? pod : new Pod(pod.metadata(), pod.spec(), pod.status(), "", Documents.of(node));
        }
    }

    /**
     * Reads a pod from a stream.
     *
     * @param p at the object's first token; afterwards at its last
     * @param document the whole object, to be kept with the pod, or null
     * @throws IOException where the stream breaks off or a value is malformed
     */
    public Pod read(JsonParser p, @Nullable Document document) throws IOException {
        usesRestartAll = false;
        usesBindOptions = false;
        ObjectMeta meta = ObjectMeta.named("default", "");
        Spec spec = new Spec();
        PodStatus status = PodStatus.NEW;
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "metadata" -> meta = metadata(p, "default");
                    case "spec" -> spec(p, spec);
                    case "status" -> status = statusReader.status(p);
                    default -> p.skipChildren();
                }
            }
        }
        return new Pod(meta, canonical(spec.build()), status, spec.nodeName, document);
    }

    private PodSpec canonical(PodSpec spec) {
        WeakReference<PodSpec> known = specs.get(spec);
        PodSpec kept = known == null ? null : known.get();
        if (kept == null) {
            specs.put(spec, new WeakReference<>(spec));
            return spec;
        }
        return kept;
    }

    /** What of a spec must wait for other fields before it can be built. */
    private static final class Spec {
        private final PodSpec.Builder builder = PodSpec.builder();
        private String nodeName = "";
        private boolean hostNetwork;
        private boolean ownUsers;
        private List<Container> containers = List.of();
        private List<Container> initContainers = List.of();
        private ResourceList requests = ResourceList.none();
        private ResourceList limits = ResourceList.none();

        PodSpec build() {
            builder.containers(containers).initContainers(initContainers).hostNetwork(hostNetwork);
            builder.podLevelLimits(limits);
            return PodDefaults.podLevelRequests(builder, requests, limits).build();
        }
    }

    private void spec(JsonParser p, Spec s) throws IOException {
        PodSpec.Builder b = s.builder;
        if (!beginsObject(p)) {
            return;
        }
        for (String field = nextField(p); field != null; field = nextField(p)) {
            switch (field) {
                case "nodeName" -> s.nodeName = text(p);
                case "schedulerName" -> {
                    String name = text(p);
                    b.schedulerName(name.isEmpty() ? "default-scheduler" : name);
                }
                case "priority" -> b.priority(integer(p));
                case "preemptionPolicy" ->
                    b.preemptionPolicy(
                            text(p).equals("Never") ? PreemptionPolicy.Never : PreemptionPolicy.PreemptLowerPriority);
                case "nodeSelector" -> b.nodeSelector(labels(p));
                case "affinity" -> affinity(p, b);
                case "tolerations" -> b.tolerations(list(p, this::toleration));
                case "topologySpreadConstraints" -> b.topologySpreadConstraints(list(p, this::spreadConstraint));
                case "hostNetwork" -> s.hostNetwork = bool(p);
                case "hostUsers" -> s.ownUsers = p.currentToken() == JsonToken.VALUE_FALSE;
                case "containers" -> s.containers = list(p, this::container);
                case "initContainers" -> s.initContainers = list(p, this::container);
                case "overhead" -> b.overhead(resources(p));
                case "resources" -> podResources(p, s);
                case "schedulingGates" -> b.schedulingGates(list(p, this::named));
                case "volumes" -> b.volumes(volumes(p));
                case "resourceClaims" -> b.resourceClaims(list(p, this::named));
                case "schedulingGroup" -> b.schedulingGroup(schedulingGroup(p));
                case "os" -> b.os(named(p));
                default -> p.skipChildren();
            }
        }
        b.requiredFeatures(features(s.hostNetwork && s.ownUsers));
        s.containers = withNodePorts(s.containers, s.hostNetwork);
        s.initContainers = withNodePorts(s.initContainers, s.hostNetwork);
    }

    private List<String> features(boolean ownUsersOnHostNetwork) {
        List<String> all = new ArrayList<>(0);
        if (usesRestartAll) {
            all.add("RestartAllContainersOnContainerExits");
        }
        if (ownUsersOnHostNetwork) {
            all.add("UserNamespacesHostNetworkSupport");
        }
        if (usesBindOptions) {
            all.add("VolumeBindMountOptions");
        }
        return all;
    }

    private boolean restartsAll(JsonParser p) throws IOException {
        boolean all = false;
        for (String action : list(p, e -> field(e, "action"))) {
            all |= action.equals("RestartAllContainers");
        }
        return all;
    }

    private boolean hasBindOptions(JsonParser p) throws IOException {
        boolean any = false;
        for (String options : list(p, this::bindOptions)) {
            any |= !options.isEmpty();
        }
        return any;
    }

    private String bindOptions(JsonParser p) throws IOException {
        String first = "";
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                if (field.equals("bindMountOptions")) {
                    List<String> options = texts(p);
                    first = options.isEmpty() ? "" : options.getFirst();
                } else {
                    p.skipChildren();
                }
            }
        }
        return first;
    }

    private List<Container> withNodePorts(List<Container> read, boolean hostNetwork) {
        List<Container> all = new ArrayList<>(read.size());
        for (int i = 0; i < read.size(); i++) {
            all.add(containers.of(PodDefaults.withNodePorts(read.get(i), hostNetwork)));
        }
        return all;
    }

    private void podResources(JsonParser p, Spec s) throws IOException {
        if (!beginsObject(p)) {
            return;
        }
        for (String field = nextField(p); field != null; field = nextField(p)) {
            switch (field) {
                case "requests" -> s.requests = resources(p);
                case "limits" -> s.limits = resources(p);
                default -> p.skipChildren();
            }
        }
    }

    private void affinity(JsonParser p, PodSpec.Builder b) throws IOException {
        if (!beginsObject(p)) {
            return;
        }
        for (String field = nextField(p); field != null; field = nextField(p)) {
            switch (field) {
                case "nodeAffinity" -> b.nodeAffinity(nodeAffinity(p));
                case "podAffinity" -> b.podAffinity(podAffinity(p));
                case "podAntiAffinity" -> b.podAntiAffinity(podAffinity(p));
                default -> p.skipChildren();
            }
        }
    }

    private String schedulingGroup(JsonParser p) throws IOException {
        String group = "";
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                String value = text(p);
                group = value.isEmpty() ? group : value;
            }
        }
        return group;
    }

    private String named(JsonParser p) throws IOException {
        return field(p, "name");
    }

    private String field(JsonParser p, String wanted) throws IOException {
        String name = "";
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                if (field.equals(wanted)) {
                    name = text(p);
                } else {
                    p.skipChildren();
                }
            }
        }
        return name;
    }

    private Toleration toleration(JsonParser p) throws IOException {
        String key = "";
        String operator = "";
        String value = "";
        String effect = "";
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "key" -> key = text(p);
                    case "operator" -> operator = text(p);
                    case "value" -> value = text(p);
                    case "effect" -> effect = text(p);
                    default -> p.skipChildren();
                }
            }
        }
        return tolerations.of(new Toleration(key, operator, value, effect));
    }

    private Container container(JsonParser p) throws IOException {
        String name = "";
        String image = "";
        ResourceList requests = ResourceList.none();
        ResourceList limits = ResourceList.none();
        List<HostPort> ports = List.of();
        boolean restartable = false;
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "name" -> name = text(p);
                    case "image" -> image = text(p);
                    case "restartPolicy" -> restartable = text(p).equals("Always");
                    case "restartPolicyRules" -> usesRestartAll |= restartsAll(p);
                    case "volumeMounts" -> usesBindOptions |= hasBindOptions(p);
                    case "ports" -> ports = List.copyOf(list(p, this::port));
                    case "resources" -> {
                        ResourceList[] both = requestsAndLimits(p);
                        requests = both[0];
                        limits = both[1];
                    }
                    default -> p.skipChildren();
                }
            }
        }
        return new Container(name, image, requests, limits, ports, restartable);
    }

    private ResourceList[] requestsAndLimits(JsonParser p) throws IOException {
        ResourceList requests = ResourceList.none();
        ResourceList limits = ResourceList.none();
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "requests" -> requests = resources(p);
                    case "limits" -> limits = resources(p);
                    default -> p.skipChildren();
                }
            }
        }
        return new ResourceList[] {canonical(PodDefaults.requests(requests, limits)), limits};
    }

    /**
     * A port. One without a host port is its container port, negated, until it is known whether the pod is on the
     * host's network.
     */
    private HostPort port(JsonParser p) throws IOException {
        String ip = "";
        String protocol = "";
        int host = 0;
        int container = 0;
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "hostIP" -> ip = text(p);
                    case "protocol" -> protocol = text(p);
                    case "hostPort" -> host = integer(p);
                    case "containerPort" -> container = integer(p);
                    default -> p.skipChildren();
                }
            }
        }
        return new HostPort(
                ip.isEmpty() ? HostPort.ANY : ip, protocol.isEmpty() ? "TCP" : protocol, host > 0 ? host : -container);
    }
}
