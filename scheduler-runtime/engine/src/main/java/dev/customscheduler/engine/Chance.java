package dev.customscheduler.engine;

import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.Pod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What kube-scheduler leaves to chance. Live it is random. A scheduler that is stepped takes the first of everything,
 * or, to be compared with another scheduler, what that one took.
 */
public interface Chance {
    /** The first of everything. */
    Chance NONE = new Chance() {
        @Override
        public int lot() {
            return 0;
        }

        @Override
        public List<NodeInfo> dryRunOrder(Pod preemptor, List<NodeInfo> nodes) {
            return nodes;
        }

        @Override
        public PreemptionCandidate pick(Pod preemptor, List<PreemptionCandidate> best) {
            return best.getFirst();
        }
    };

    /** As kube-scheduler does it. */
    Chance RANDOM = new Chance() {
        @Override
        public int lot() {
            return ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
        }

        @Override
        public List<NodeInfo> dryRunOrder(Pod preemptor, List<NodeInfo> nodes) {
            List<NodeInfo> turned = new ArrayList<>(nodes);
            Collections.rotate(turned, ThreadLocalRandom.current().nextInt(Math.max(1, nodes.size())));
            return turned;
        }

        @Override
        public PreemptionCandidate pick(Pod preemptor, List<PreemptionCandidate> best) {
            return best.getFirst();
        }
    };

    /** What breaks ties among nodes that an extender scored, not negative; the higher wins. */
    int lot();

    /**
     * The order in which preemption tries nodes. Where there are many it stops before it tried all.
     *
     * @param nodes the nodes from which pods may be evicted, in the snapshot's order
     * @return the same nodes
     */
    List<NodeInfo> dryRunOrder(Pod preemptor, List<NodeInfo> nodes);

    /**
     * Which of several nodes, whose victims hurt equally little, is preempted on.
     *
     * @param best those among which nothing decides, at least one
     * @return one of {@code best}
     */
    PreemptionCandidate pick(Pod preemptor, List<PreemptionCandidate> best);

    /** Told of each node on which preemption would make room, in the order of trying. */
    default void tried(Pod preemptor, PreemptionCandidate candidate) {}
}
