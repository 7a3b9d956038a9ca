package dev.customscheduler.engine.extender;

import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.Pod;
import java.util.List;
import java.util.Map;

/**
 * A service outside the process that has a say in scheduling. Calls block, come from the scheduling thread and from
 * binding threads, and never throw for what the service does: a failure is a reply.
 */
public interface Extender {
    /** The highest score that an extender gives a node; 0 is the lowest. */
    int MAX_SCORE = 10;

    /** What it is called in logs and in scores: its URL. */
    String name();

    /** Whether scheduling goes on without it where it fails. */
    boolean ignorable();

    /** Whether it filters nodes. */
    boolean filters();

    /** Whether it scores nodes. */
    boolean prioritizes();

    /** Whether it has a say in preemption. */
    boolean preempts();

    /** Whether it binds pods in the bind plugins' place. */
    boolean binds();

    /** By how much its scores are multiplied. */
    long weight();

    /** Whether it has to do with {@code pod}: always, or because of a resource that the pod asks for. */
    boolean isInterested(Pod pod);

    /**
     * What is left of the nodes that were sent.
     *
     * @param nodes those that fit, in the extender's order. Where it takes whole nodes they are empty nodes made of
     *     what it sent back, as kube-scheduler has it, so that scoring sees no pods on them
     * @param failed why others do not, by name
     * @param unresolvable why others do not where preemption would not help; has precedence over {@code failed}
     */
    record Filtered(List<NodeInfo> nodes, Map<String, String> failed, Map<String, String> unresolvable) {}

    /** A node's score, from 0 to {@link #MAX_SCORE}. */
    record HostScore(String host, long score) {}

    /**
     * The pods that would have to leave a node.
     *
     * @param pods the pods, the most important first
     * @param violations how many of them break a disruption budget
     */
    record Victims(List<Pod> pods, long violations) {}

    /**
     * The same by the pods' UIDs, as extenders answer.
     *
     * @param uids the pods' UIDs
     * @param violations how many of them break a disruption budget
     */
    record VictimUids(List<String> uids, long violations) {}

    /** Says which of {@code nodes} fit. Only where it {@link #filters}. */
    ExtenderReply<Filtered> filter(Pod pod, List<NodeInfo> nodes);

    /** Scores {@code nodes}; it may leave some out. Only where it {@link #prioritizes}. */
    ExtenderReply<List<HostScore>> prioritize(Pod pod, List<NodeInfo> nodes);

    /** Chooses among victims by the node's name. Only where it {@link #preempts}. */
    ExtenderReply<Map<String, VictimUids>> preempt(Pod pod, Map<String, Victims> victims);

    /** Binds {@code pod} to {@code node}. Only where it {@link #binds}. */
    ExtenderReply<String> bind(Pod pod, String node);
}
