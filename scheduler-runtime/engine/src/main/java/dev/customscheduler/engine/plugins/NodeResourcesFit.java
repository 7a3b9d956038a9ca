package dev.customscheduler.engine.plugins;

import dev.customscheduler.config.args.NodeResourcesFitArgs;
import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.config.args.ResourceSpec;
import dev.customscheduler.config.args.ScoringStrategy;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.Code;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.EnqueueExtensions;
import dev.customscheduler.framework.FilterPlugin;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PreFilterPlugin;
import dev.customscheduler.framework.PreFilterResult;
import dev.customscheduler.framework.PreScorePlugin;
import dev.customscheduler.framework.ScorePlugin;
import dev.customscheduler.framework.StateKey;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.ResourceList;
import dev.customscheduler.framework.model.ResourceNames;
import dev.customscheduler.framework.model.Resources;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps pods off nodes that lack what the pods request, and scores by how full the nodes would be. */
public final class NodeResourcesFit
        implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "NodeResourcesFit";

    private static final StateKey<long[]> REQUESTS = StateKey.named("PreScore" + NAME);
    private static final int PODS = 1;
    private static final int CPU = 1 << 1;
    private static final int MEMORY = 1 << 2;
    private static final int EPHEMERAL = 1 << 3;
    private static final String[] REASONS = {
        "Too many pods", "Insufficient cpu", "Insufficient memory", "Insufficient ephemeral-storage"
    };
    private static final Status[] UNSCHEDULABLE = statuses(Code.Unschedulable);
    private static final Status[] UNRESOLVABLE = statuses(Code.UnschedulableAndUnresolvable);

    private final Set<String> ignored;
    private final Set<String> ignoredGroups;
    private final ResourceScoring resources;
    private final FitStrategy strategy;

    private NodeResourcesFit(
            Set<String> ignored, Set<String> ignoredGroups, ResourceScoring resources, FitStrategy strategy) {
        this.ignored = ignored;
        this.ignoredGroups = ignoredGroups;
        this.resources = resources;
        this.strategy = strategy;
    }

    /** The plugin with the profile's arguments, or upstream's defaults. */
    public static NodeResourcesFit of(Optional<PluginArgs> args) {
        NodeResourcesFitArgs a = args.orElse(null) instanceof NodeResourcesFitArgs given
                ? given
                : new NodeResourcesFitArgs(
                        List.of(),
                        List.of(),
                        new ScoringStrategy(
                                "LeastAllocated",
                                List.of(new ResourceSpec("cpu", 1), new ResourceSpec("memory", 1)),
                                Optional.empty()));
        ResourceScoring resources = new ResourceScoring(a.scoringStrategy().resources(), true);
        return new NodeResourcesFit(
                Set.copyOf(a.ignoredResources()),
                Set.copyOf(a.ignoredResourceGroups()),
                resources,
                FitStrategy.of(a.scoringStrategy(), resources));
    }

    /** A status for each set of common reasons, so that filtering makes none. */
    private static Status[] statuses(Code code) {
        Status[] all = new Status[1 << REASONS.length];
        for (int set = 0; set < all.length; set++) {
            List<String> reasons = new ArrayList<>();
            for (int i = 0; i < REASONS.length; i++) {
                if ((set & 1 << i) != 0) {
                    reasons.add(REASONS[i]);
                }
            }
            all[set] = Status.of(code, NAME, reasons.toArray(String[]::new));
        }
        return all;
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
    public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
        return PreFilterResult.allNodes();
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        return fits(pod.spec().footprint().requests(), node);
    }

    private Status fits(Resources wanted, NodeInfo node) {
        Resources has = node.allocatable();
        Resources given = node.requested();
        int lacks = node.podCount() + 1 > has.pods() ? PODS : 0;
        boolean tooBig = false;
        if (wanted.isEmpty()) {
            return lacks == 0 ? Status.success() : UNSCHEDULABLE[lacks];
        }
        if (wanted.milliCpu() > 0 && wanted.milliCpu() > has.milliCpu() - given.milliCpu()) {
            lacks |= CPU;
            tooBig = wanted.milliCpu() > has.milliCpu();
        }
        if (wanted.memory() > 0 && wanted.memory() > has.memory() - given.memory()) {
            lacks |= MEMORY;
            tooBig |= wanted.memory() > has.memory();
        }
        if (wanted.ephemeralStorage() > 0
                && wanted.ephemeralStorage() > has.ephemeralStorage() - given.ephemeralStorage()) {
            lacks |= EPHEMERAL;
            tooBig |= wanted.ephemeralStorage() > has.ephemeralStorage();
        }
        for (int i = 0; i < wanted.scalarCount(); i++) {
            long amount = wanted.scalarValue(i);
            String name = wanted.scalarName(i);
            if (amount > 0 && amount > has.scalar(name) - given.scalar(name) && !isIgnored(name)) {
                return withScalars(wanted, node, lacks, tooBig);
            }
        }
        if (lacks == 0) {
            return Status.success();
        }
        return tooBig ? UNRESOLVABLE[lacks] : UNSCHEDULABLE[lacks];
    }

    private Status withScalars(Resources wanted, NodeInfo node, int lacks, boolean tooBig) {
        List<String> reasons = new ArrayList<>(UNSCHEDULABLE[lacks].reasons());
        boolean unresolvable = tooBig;
        for (int i = 0; i < wanted.scalarCount(); i++) {
            long amount = wanted.scalarValue(i);
            String name = wanted.scalarName(i);
            long has = node.allocatable().scalar(name);
            if (amount > 0 && amount > has - node.requested().scalar(name) && !isIgnored(name)) {
                reasons.add("Insufficient " + name);
                unresolvable |= amount > has;
            }
        }
        return Status.of(
                unresolvable ? Code.UnschedulableAndUnresolvable : Code.Unschedulable,
                NAME,
                reasons.toArray(String[]::new));
    }

    private boolean isIgnored(String name) {
        if ((ignored.isEmpty() && ignoredGroups.isEmpty()) || !ResourceNames.isExtended(name)) {
            return false;
        }
        return ignored.contains(name) || ignoredGroups.contains(name.substring(0, name.indexOf('/')));
    }

    @Override
    public Status preScore(CycleState state, Pod pod, List<NodeInfo> nodes) {
        ResourceList wanted = pod.spec().scoringRequests();
        long[] requests = new long[resources.size()];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = wanted.get(resources.name(i));
        }
        state.write(REQUESTS, requests);
        return Status.success();
    }

    @Override
    public long score(CycleState state, Pod pod, NodeInfo node) {
        return strategy.score(state.require(REQUESTS), node);
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of(
                ClusterEventWithHint.of(Resource.ASSIGNED_POD, Action.DELETE),
                ClusterEventWithHint.of(
                        Resource.NODE, Action.ADD | Action.UPDATE_NODE_ALLOCATABLE, NodeResourcesFit::nodeHelps),
                ClusterEventWithHint.of(
                        Resource.ASSIGNED_POD, Action.UPDATE_POD_SCALE_DOWN, NodeResourcesFit::smallerPodHelps),
                ClusterEventWithHint.of(Resource.TARGET_POD, Action.UPDATE_POD_SCALE_DOWN));
    }

    /** Whether a pod gave back something that this one asks for. */
    private static boolean smallerPodHelps(Pod pod, @Nullable Object before, @Nullable Object after) {
        return !(before instanceof Pod then)
                || !(after instanceof Pod now)
                || isMore(
                        pod.spec().footprint().requests(),
                        then.footprint().requests(),
                        now.footprint().requests());
    }

    /** Whether there is more of something that is wanted. */
    private static boolean isMore(Resources wanted, Resources more, Resources less) {
        boolean is = (wanted.milliCpu() > 0 && more.milliCpu() > less.milliCpu())
                || (wanted.memory() > 0 && more.memory() > less.memory())
                || (wanted.ephemeralStorage() > 0 && more.ephemeralStorage() > less.ephemeralStorage());
        for (int i = 0; i < wanted.scalarCount() && !is; i++) {
            String name = wanted.scalarName(i);
            is = wanted.scalarValue(i) > 0 && more.scalar(name) > less.scalar(name);
        }
        return is;
    }

    /** Whether a node, empty, has room for the pod, and more of something that the pod asks for than it had. */
    private static boolean nodeHelps(Pod pod, @Nullable Object before, @Nullable Object after) {
        Resources wanted = pod.spec().footprint().requests();
        if (!(after instanceof Node now)
                || exceeds(wanted, now.allocatable())
                || now.allocatable().pods() < 1) {
            return false;
        }
        if (!(before instanceof Node then)) {
            return true;
        }
        Resources more = now.allocatable();
        Resources less = then.allocatable();
        return more.pods() > less.pods() || isMore(wanted, more, less);
    }

    private static boolean exceeds(Resources wanted, Resources has) {
        boolean exceeds = wanted.milliCpu() > has.milliCpu()
                || wanted.memory() > has.memory()
                || wanted.ephemeralStorage() > has.ephemeralStorage();
        for (int i = 0; i < wanted.scalarCount() && !exceeds; i++) {
            exceeds = wanted.scalarValue(i) > has.scalar(wanted.scalarName(i));
        }
        return exceeds;
    }
}
