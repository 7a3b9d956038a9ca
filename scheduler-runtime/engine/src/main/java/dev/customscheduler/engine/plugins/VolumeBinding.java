package dev.customscheduler.engine.plugins;

import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.config.args.UtilizationShapePoint;
import dev.customscheduler.config.args.VolumeBindingArgs;
import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.engine.objects.StorageClass;
import dev.customscheduler.engine.objects.StorageObjects;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.EnqueueExtensions;
import dev.customscheduler.framework.FilterPlugin;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PreBindPlugin;
import dev.customscheduler.framework.PreFilterPlugin;
import dev.customscheduler.framework.PreFilterResult;
import dev.customscheduler.framework.PreScorePlugin;
import dev.customscheduler.framework.ReservePlugin;
import dev.customscheduler.framework.ScorePlugin;
import dev.customscheduler.framework.StateKey;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Places pods where their volumes are or can be, and binds or orders those volumes before the pod is bound. The
 * decision for each node that passed the filter is kept until one is chosen; it is assumed at Reserve, written at
 * PreBind and taken back at Unreserve.
 */
public final class VolumeBinding
        implements PreFilterPlugin,
                FilterPlugin,
                PreScorePlugin,
                ScorePlugin,
                ReservePlugin,
                PreBindPlugin,
                EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "VolumeBinding";

    private static final Status UNBOUND = Status.unresolvable(NAME, "pod has unbound immediate PersistentVolumeClaims");
    private static final StateKey<PodVolumes> STATE = StateKey.named(NAME);

    private final PluginContext context;
    private final VolumeScore score;
    private final VolumeBinder binder;
    private final VolumeSearch search;

    private VolumeBinding(PluginContext context, VolumeBindingArgs args) {
        this.context = context;
        this.score = new VolumeScore(args.shape());
        this.binder = new VolumeBinder(context, args.bindTimeoutSeconds());
        this.search = new VolumeSearch(context.objects().storage());
    }

    /** The plugin with the profile's arguments, or upstream's defaults. */
    public static VolumeBinding of(Optional<PluginArgs> args, PluginContext context) {
        return new VolumeBinding(
                context,
                args.orElse(null) instanceof VolumeBindingArgs given
                        ? given
                        : new VolumeBindingArgs(
                                600, List.of(new UtilizationShapePoint(0, 10), new UtilizationShapePoint(100, 0))));
    }

    /**
     * A pod's claims, and what would be done for it on each node.
     *
     * @param bound the claims that are bound
     * @param delayed the claims that wait for the pod
     * @param decisions by node
     */
    record PodVolumes(List<Claim> bound, List<Claim> delayed, Map<String, VolumeDecision> decisions) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
        if (!PodClaims.any(pod)) {
            state.write(STATE, new PodVolumes(List.of(), List.of(), Map.of()));
            return PreFilterResult.skip();
        }
        StorageObjects storage = context.objects().storage();
        List<Claim> bound = new ArrayList<>();
        List<Claim> delayed = new ArrayList<>();
        boolean immediate = false;
        for (Volume v : pod.spec().volumes()) {
            String name = PodClaims.name(pod, v);
            if (name == null) {
                continue;
            }
            Claim claim = storage.claim(pod.namespace(), name);
            String problem = problem(pod, v, name, claim);
            if (claim == null || !problem.isEmpty()) {
                return PreFilterResult.of(Status.unresolvable(NAME, problem));
            }
            if (claim.isBound()) {
                bound.add(claim);
                continue;
            }
            StorageClass storageClass = storage.storageClass(claim.className());
            if (storageClass != null
                    && storageClass.waitsForConsumer()
                    && claim.volumeName().isEmpty()) {
                delayed.add(claim);
            } else {
                immediate = true;
            }
        }
        if (immediate) {
            return PreFilterResult.of(UNBOUND);
        }
        state.write(STATE, new PodVolumes(bound, delayed, new ConcurrentHashMap<>()));
        return PreFilterResult.allNodes();
    }

    private static String problem(Pod pod, Volume volume, String name, @Nullable Claim claim) {
        boolean ephemeral = volume.kind() == Volume.Kind.Ephemeral;
        if (claim == null) {
            return ephemeral
                    ? "waiting for ephemeral volume controller to create the persistentvolumeclaim \"" + name + "\""
                    : PodClaims.notFound(name);
        }
        if (claim.phase().equals("Lost")) {
            return "persistentvolumeclaim \"" + name + "\" bound to non-existent persistentvolume \""
                    + claim.volumeName() + "\"";
        }
        if (claim.terminating()) {
            return "persistentvolumeclaim \"" + name + "\" is being deleted";
        }
        if (ephemeral && !claim.owner().equals(pod.uid())) {
            return PodClaims.notOwner(pod, claim.name());
        }
        return "";
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        PodVolumes volumes = state.require(STATE);
        VolumeSearch.Found found = search.onNode(volumes, node.node());
        VolumeDecision decision = found.decision();
        if (decision == null) {
            return found.status();
        }
        volumes.decisions().put(node.name(), decision);
        return Status.success();
    }

    @Override
    public Status preScore(CycleState state, Pod pod, List<NodeInfo> nodes) {
        return Status.success();
    }

    @Override
    public long score(CycleState state, Pod pod, NodeInfo node) {
        VolumeDecision decision = state.require(STATE).decisions().get(node.name());
        return decision == null ? 0 : score.of(decision);
    }

    @Override
    public Status reserve(CycleState state, Pod pod, String nodeName) {
        VolumeDecision decision = state.require(STATE).decisions().get(nodeName);
        if (decision == null) {
            return Status.success();
        }
        VolumeBinder.Assumed assumed = binder.assume(decision, nodeName);
        state.require(STATE).decisions().put(nodeName, assumed.decision());
        return assumed.status();
    }

    @Override
    public void unreserve(CycleState state, Pod pod, String nodeName) {
        PodVolumes volumes = state.read(STATE);
        VolumeDecision decision = volumes == null ? null : volumes.decisions().get(nodeName);
        if (decision != null) {
            binder.forget(decision);
        }
    }

    @Override
    public Status preBindPreFlight(CycleState state, Pod pod, String nodeName) {
        VolumeDecision decision = state.require(STATE).decisions().get(nodeName);
        boolean nothing = decision == null
                || (decision.bindings().isEmpty() && decision.provisions().isEmpty());
        return nothing ? Status.skip() : Status.success();
    }

    @Override
    public Status preBind(CycleState state, Pod pod, String nodeName) {
        VolumeDecision decision = state.require(STATE).decisions().get(nodeName);
        return decision == null ? Status.success() : binder.bind(pod, decision, nodeName);
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return VolumeEvents.all();
    }
}
