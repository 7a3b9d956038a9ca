package dev.customscheduler.framework;

import dev.customscheduler.framework.model.HostPort;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodFootprint;
import dev.customscheduler.framework.model.Resources;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A node with the pods on it, and their sums. Immutable: a pod more or less is another instance, so the same instance
 * always gives the same answer, and a result that was computed for an instance holds as long as the instance is the
 * node's current one.
 */
public final class NodeInfo {
    private static final Pod[] NO_PODS = {};
    private static final AtomicLong GENERATIONS = new AtomicLong();

    private final Node node;
    private final Map<String, ImageState> images;
    private final Pod[] pods;
    private final Resources requested;
    private final long nonZeroMilliCpu;
    private final long nonZeroMemory;
    private final int affinityPods;
    private final int antiAffinityPods;
    private final HostPortSet ports;
    private final long generation;

    private NodeInfo(
            Node node,
            Map<String, ImageState> images,
            Pod[] pods,
            Resources requested,
            long nonZeroMilliCpu,
            long nonZeroMemory,
            int affinityPods,
            int antiAffinityPods,
            HostPortSet ports,
            long generation) {
        this.generation = generation;
        this.node = node;
        this.images = images;
        this.pods = pods;
        this.requested = requested;
        this.nonZeroMilliCpu = nonZeroMilliCpu;
        this.nonZeroMemory = nonZeroMemory;
        this.affinityPods = affinityPods;
        this.antiAffinityPods = antiAffinityPods;
        this.ports = ports;
    }

    /** An empty node that holds no images. */
    public static NodeInfo of(Node node) {
        return of(node, Map.of());
    }

    /** An empty node that holds {@code images}, by their names. The map is shared. */
    public static NodeInfo of(Node node, Map<String, ImageState> images) {
        return new NodeInfo(
                node, images, NO_PODS, Resources.ZERO, 0, 0, 0, 0, HostPortSet.NONE, GENERATIONS.incrementAndGet());
    }

    /** The node. */
    public Node node() {
        return node;
    }

    /**
     * A number that is another one whenever something of the node or its pods changed that scheduling reads. Instances
     * of equal generation give equal answers.
     */
    public long generation() {
        return generation;
    }

    /** The images that the node holds, by their names. */
    public Map<String, ImageState> images() {
        return images;
    }

    /** The node's name. */
    public String name() {
        return node.name();
    }

    /** The number of pods. */
    public int podCount() {
        return pods.length;
    }

    /** The pod at {@code index}, in the order of their coming. */
    public Pod pod(int index) {
        return pods[index];
    }

    /** The pods, in the order of their coming. */
    public List<Pod> pods() {
        return new PodList(pods);
    }

    /** What pods may take. */
    public Resources allocatable() {
        return node.allocatable();
    }

    /** What the pods request. */
    public Resources requested() {
        return requested;
    }

    /** The pods' CPU as resource scoring counts it, in thousandths: containers that state none count with a default. */
    public long nonZeroMilliCpu() {
        return nonZeroMilliCpu;
    }

    /** The pods' memory as resource scoring counts it, in bytes. */
    public long nonZeroMemory() {
        return nonZeroMemory;
    }

    /** How many pods have affinity or anti-affinity to pods. */
    public int podsWithAffinity() {
        return affinityPods;
    }

    /** How many pods have required anti-affinity to pods. */
    public int podsWithRequiredAntiAffinity() {
        return antiAffinityPods;
    }

    /** The state of the image called {@code name} if the node holds it, or null. */
    public @Nullable ImageState image(String name) {
        return images.get(name);
    }

    /** Whether none of {@code wanted} is taken. */
    public boolean portsFree(List<HostPort> wanted) {
        return !ports.conflictsWith(wanted);
    }

    /** This node with {@code pod} on it. */
    public NodeInfo withPod(Pod pod) {
        Pod[] more = Arrays.copyOf(pods, pods.length + 1);
        more[pods.length] = pod;
        return changed(more, pod, 1);
    }

    /**
     * This node without the pod of {@code pod}'s UID, or this node where there is none. The last pod takes the place of
     * the one removed.
     */
    public NodeInfo withoutPod(Pod pod) {
        String uid = pod.uid();
        for (int i = 0; i < pods.length; i++) {
            if (pods[i].uid().equals(uid)) {
                Pod[] fewer = Arrays.copyOf(pods, pods.length - 1);
                if (i < fewer.length) {
                    fewer[i] = pods[pods.length - 1];
                }
                return changed(fewer, pods[i], -1);
            }
        }
        return this;
    }

    /** This node with another state of its object and other images; the pods stay. */
    public NodeInfo withNode(Node changed, Map<String, ImageState> nodeImages) {
        return new NodeInfo(
                changed,
                nodeImages,
                pods,
                requested,
                nonZeroMilliCpu,
                nonZeroMemory,
                affinityPods,
                antiAffinityPods,
                ports,
                GENERATIONS.incrementAndGet());
    }

    /**
     * This node with a new state of one of its pods. The generation stays where the change says nothing to scheduling:
     * same spec, labels, footprint, and not newly terminating.
     */
    public NodeInfo withReplaced(Pod before, Pod after) {
        boolean same = before.spec() == after.spec()
                && before.labels().equals(after.labels())
                && before.isTerminating() == after.isTerminating()
                && before.footprint().equals(after.footprint());
        if (!same) {
            return withoutPod(before).withPod(after);
        }
        Pod[] all = pods.clone();
        String uid = before.uid();
        for (int i = 0; i < all.length; i++) {
            if (all[i].uid().equals(uid)) {
                all[i] = after;
            }
        }
        return new NodeInfo(
                node,
                images,
                all,
                requested,
                nonZeroMilliCpu,
                nonZeroMemory,
                affinityPods,
                antiAffinityPods,
                ports.plus(after.spec().hostPorts()),
                generation);
    }

    private NodeInfo changed(Pod[] all, Pod pod, int sign) {
        PodFootprint f = pod.footprint();
        boolean affinity = !pod.spec().podAffinity().isEmpty()
                || !pod.spec().podAntiAffinity().isEmpty();
        boolean anti = !pod.spec().podAntiAffinity().required().isEmpty();
        List<HostPort> own = pod.spec().hostPorts();
        return new NodeInfo(
                node,
                images,
                all,
                sign > 0 ? requested.plus(f.requests()) : requested.minus(f.requests()),
                nonZeroMilliCpu + sign * f.nonZeroMilliCpu(),
                nonZeroMemory + sign * f.nonZeroMemory(),
                affinityPods + (affinity ? sign : 0),
                antiAffinityPods + (anti ? sign : 0),
                sign > 0 ? ports.plus(own) : ports.minus(own),
                GENERATIONS.incrementAndGet());
    }

    @Override
    public String toString() {
        return node.name() + " with " + pods.length + " pods, " + requested;
    }

    private static final class PodList extends AbstractList<Pod> implements RandomAccess {
        private final Pod[] pods;

        PodList(Pod[] pods) {
            this.pods = pods;
        }

        @Override
        public Pod get(int index) {
            return pods[index];
        }

        @Override
        public int size() {
            return pods.length;
        }
    }
}
