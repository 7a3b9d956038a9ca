package dev.customscheduler.engine.explain;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a pod is where it is. It is written and read as JSON with these very names: a change of this shape is a change of
 * a contract. Texts are empty and lists have no elements where there is nothing to say; times are RFC 3339.
 *
 * @param namespace the pod's
 * @param name the pod's
 * @param uid the pod's
 * @param schedulerName the profile that the pod asks for
 * @param priority the pod's
 * @param state where it is
 * @param node the node that it has, or is being bound to
 * @param time when this was said
 * @param simulated whether a simulation of the cluster's state says it, and not the scheduler that schedules
 * @param queue how it waits; null where it does not
 * @param lastAttempt the last attempt; null where there is none or it is not known any more
 * @param wakers what would make the scheduler try again
 * @param now what every node says at the moment; null for a pod that has a node
 * @param changes what would make it fit; null where it fits, or has a node
 * @param decision why it got its node; null where it has none or that is not known any more
 * @param notes what else there is to say
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Explanation(
        String namespace,
        String name,
        String uid,
        String schedulerName,
        int priority,
        State state,
        String node,
        String time,
        boolean simulated,
        @Nullable Queue queue,
        @Nullable Attempt lastAttempt,
        List<Waker> wakers,
        @Nullable Now now,
        @Nullable Changes changes,
        @Nullable Placement decision,
        List<String> notes) {

    /** Where a pod is. */
    public enum State {
        /** A PreEnqueue plugin holds it back. */
        GATED,
        /** It is ready to be tried. */
        ACTIVE,
        /** It waits for its backoff to end. */
        BACKOFF,
        /** It waits for an event that may help it. */
        UNSCHEDULABLE,
        /** It is tried, or bound, this moment. */
        TRIED_NOW,
        /** It has no node, and nobody keeps a queue: said by a simulation. */
        PENDING,
        /** It has a node. */
        ASSIGNED
    }

    /**
     * How a pod waits.
     *
     * @param createdAt when the pod was created
     * @param attempts how often it was tried
     * @param firstAttemptAt when the first attempt began
     * @param lastFailureAt when the last attempt failed
     * @param backoffUntil when the backoff ends
     * @param rejectedBy the plugins that refused it in the last attempt
     * @param waitsFor the plugins that set something going for it
     * @param gate the PreEnqueue plugin that holds it back
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Queue(
            String createdAt,
            int attempts,
            String firstAttemptAt,
            String lastFailureAt,
            String backoffUntil,
            List<String> rejectedBy,
            List<String> waitsFor,
            String gate) {}

    /**
     * The last attempt.
     *
     * @param time when it ended
     * @param message the text of the PodScheduled condition
     * @param nominatedNode where preemption makes room
     * @param preemptions how often the pod has made room by preemption so far
     * @param refusals which nodes were refused by which plugin, and why
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Attempt(String time, String message, String nominatedNode, int preemptions, List<Refusal> refusals) {}

    /**
     * Nodes that one plugin refused for the same reasons.
     *
     * @param plugin the plugin
     * @param reasons its words
     * @param count how many nodes
     * @param nodes their names, the first hundred
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Refusal(String plugin, List<String> reasons, int count, List<String> nodes) {}

    /**
     * What would make the scheduler try again because of a plugin.
     *
     * @param plugin the plugin
     * @param events kinds of objects and what happens to them, as kube-scheduler names them; none: every event
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Waker(String plugin, List<String> events) {}

    /**
     * What every node says at the moment.
     *
     * @param nodes how many nodes there are
     * @param feasible how many would take the pod
     * @param feasibleNodes their names, the first hundred
     * @param refusals what the others say
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Now(int nodes, int feasible, List<String> feasibleNodes, List<Refusal> refusals) {}

    /**
     * What would make the pod fit.
     *
     * @param found the smallest changes first; each was made on a copy of what the scheduler knows, and the node took
     *     the pod
     * @param tried how many trials that took
     * @param complete whether all that the search knows was tried; else it ended for being too long
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Changes(List<Suggestion> found, int tried, boolean complete) {}

    /**
     * Changes that, all of them made, let a node take the pod.
     *
     * @param node the node
     * @param steps the changes, in the order in which they were found
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Suggestion(String node, List<Step> steps) {}

    /**
     * One change.
     *
     * @param kind what kind of change, for programs
     * @param text what to change, for people
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Step(Kind kind, String text) {}

    /** The kinds of changes. */
    public enum Kind {
        /** A resource more on a node. */
        NODE_RESOURCE,
        /** The pod requests less. */
        POD_REQUEST,
        /** The pod tolerates a taint. */
        TOLERATION,
        /** A node loses a taint. */
        TAINT,
        /** A node is not cordoned. */
        UNCORDON,
        /** A node gets or loses a label. */
        LABEL,
        /** The pod asks for no such label of its node. */
        NODE_SELECTOR,
        /** Fewer pods of others. */
        FEWER_PODS,
        /** A pod more of others, for one that wants to be near it. */
        MORE_PODS,
        /** A spread constraint allows more. */
        MAX_SKEW,
        /** A claim that is there and bound. */
        CLAIM,
        /** The pod has no scheduling gates. */
        GATES
    }

    /**
     * Why a pod got its node.
     *
     * @param time when it was decided
     * @param attempts which attempt it was, from 1
     * @param evaluatedNodes how many nodes were looked at
     * @param feasibleNodes how many of them fit
     * @param scores the best nodes' scores, the chosen one first; none where one node fit, since nothing was scored
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Placement(String time, int attempts, int evaluatedNodes, int feasibleNodes, List<NodeScore> scores) {}

    /**
     * A node's scores.
     *
     * @param node the node
     * @param total the sum, by which nodes are compared
     * @param plugins each plugin's score times its weight; what extenders added under {@code Extenders}
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record NodeScore(String node, long total, Map<String, Long> plugins) {}
}
