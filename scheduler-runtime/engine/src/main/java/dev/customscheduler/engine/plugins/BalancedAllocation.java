package dev.customscheduler.engine.plugins;

import dev.customscheduler.config.args.NodeResourcesBalancedAllocationArgs;
import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.config.args.ResourceSpec;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PreScorePlugin;
import dev.customscheduler.framework.ScorePlugin;
import dev.customscheduler.framework.StateKey;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Resources;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Prefers nodes whose resources the pod brings into balance. A node's balance is 1 minus the standard deviation of the
 * used fractions of its resources; the score is the balance with the pod against the balance without, about 75 where
 * the pod changes nothing.
 */
public final class BalancedAllocation implements PreScorePlugin, ScorePlugin {
    /** The plugin's name. */
    public static final String NAME = "NodeResourcesBalancedAllocation";

    private static final StateKey<long[]> REQUESTS = StateKey.named("PreScore" + NAME);

    private final ResourceScoring resources;

    private BalancedAllocation(ResourceScoring resources) {
        this.resources = resources;
    }

    /** The plugin with the profile's arguments, or upstream's defaults. */
    public static BalancedAllocation of(Optional<PluginArgs> args) {
        List<ResourceSpec> specs = args.orElse(null) instanceof NodeResourcesBalancedAllocationArgs a
                ? a.resources()
                : List.of(new ResourceSpec("cpu", 1), new ResourceSpec("memory", 1));
        return new BalancedAllocation(new ResourceScoring(specs, false));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Reads> reads() {
        return EnumSet.of(Reads.NODE, Reads.PODS_ON_NODE);
    }

    @Override
    public Status preScore(CycleState state, Pod pod, List<NodeInfo> nodes) {
        Resources wanted = pod.footprint().requests();
        long[] requests = new long[resources.size()];
        boolean any = false;
        for (int i = 0; i < requests.length; i++) {
            requests[i] = wanted.get(resources.name(i));
            any |= requests[i] != 0;
        }
        if (!any) {
            return Status.skip();
        }
        state.write(REQUESTS, requests);
        return Status.success();
    }

    @Override
    public long score(CycleState state, Pod pod, NodeInfo node) {
        long[] requests = state.require(REQUESTS);
        long with = balance(requests, node, true);
        long without = balance(requests, node, false);
        return MAX_SCORE / 2 + (MAX_SCORE / 2 + with - without) / 2;
    }

    private long balance(long[] requests, NodeInfo node, boolean withPod) {
        int n = 0;
        double total = 0;
        double first = 0;
        double second = 0;
        for (int i = 0; i < requests.length; i++) {
            double fraction = fraction(i, requests, node, withPod);
            if (fraction >= 0) {
                total += fraction;
                first = n == 0 ? fraction : first;
                second = n == 1 ? fraction : second;
                n++;
            }
        }
        double deviation = 0;
        if (n == 2) {
            deviation = Math.abs((first - second) / 2);
        } else if (n > 2) {
            double mean = total / n;
            double sum = 0;
            for (int i = 0; i < requests.length; i++) {
                double fraction = fraction(i, requests, node, withPod);
                if (fraction >= 0) {
                    sum += (fraction - mean) * (fraction - mean);
                }
            }
            deviation = Math.sqrt(sum / n);
        }
        return (long) ((1 - deviation) * (double) MAX_SCORE);
    }

    /** The used part of resource {@code i}, at most 1; negative where the resource does not count. */
    private double fraction(int i, long[] requests, NodeInfo node, boolean withPod) {
        long allocatable = resources.allocatable(i, node, requests[i]);
        if (allocatable == 0) {
            return -1;
        }
        long used = resources.allocated(i, node) + (withPod ? requests[i] : 0);
        return Math.min(1, (double) used / (double) allocatable);
    }
}
