package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.EnqueueExtensions;
import dev.customscheduler.framework.FilterPlugin;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PreFilterExtensions;
import dev.customscheduler.framework.PreFilterPlugin;
import dev.customscheduler.framework.PreFilterResult;
import dev.customscheduler.framework.StateKey;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Volume;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps pods apart that cannot share a disk, and lets only one pod at a time use a claim of access mode
 * ReadWriteOncePod.
 */
public final class VolumeRestrictions implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "VolumeRestrictions";

    private static final Status NO_DISK = Status.unschedulable(NAME, "node(s) had no available disk");
    private static final Status IN_USE = Status.unschedulable(
            NAME,
            "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another"
                    + " pod");
    private static final StateKey<Exclusive> STATE = StateKey.named("PreFilter" + NAME);

    private final PluginContext context;

    /** The plugin. */
    public VolumeRestrictions(PluginContext context) {
        this.context = context;
    }

    /** The pod's claims that only one pod may use, and how many of them others use. */
    private static final class Exclusive implements CycleState.Copyable {
        private final Set<String> claims;
        private int conflicts;

        Exclusive(Set<String> claims, int conflicts) {
            this.claims = claims;
            this.conflicts = conflicts;
        }

        void update(Pod other, int sign) {
            for (Volume v : other.spec().volumes()) {
                if (v.kind() == Volume.Kind.PersistentVolumeClaim && claims.contains(v.source())) {
                    conflicts += sign;
                }
            }
        }

        @Override
        public Exclusive copy() {
            return new Exclusive(claims, conflicts);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    private static boolean isDisk(Volume v) {
        return switch (v.kind()) {
            case GcePersistentDisk, AwsElasticBlockStore, Rbd, Iscsi -> true;
            default -> false;
        };
    }

    @Override
    public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
        boolean disks = false;
        Set<String> exclusive = new HashSet<>();
        for (Volume v : pod.spec().volumes()) {
            disks |= isDisk(v);
            if (v.kind() == Volume.Kind.PersistentVolumeClaim) {
                Claim claim = context.objects().storage().claim(pod.namespace(), v.source());
                if (claim == null) {
                    return PreFilterResult.of(Status.unresolvable(NAME, PodClaims.notFound(v.source())));
                }
                if (claim.accessModes().contains("ReadWriteOncePod")) {
                    exclusive.add(v.source());
                }
            }
        }
        int conflicts = exclusive.isEmpty() ? 0 : used(pod.namespace(), exclusive, nodes);
        if (!disks && conflicts == 0) {
            return PreFilterResult.skip();
        }
        state.write(STATE, new Exclusive(exclusive, conflicts));
        return PreFilterResult.allNodes();
    }

    private static int used(String namespace, Set<String> claims, List<NodeInfo> nodes) {
        Set<String> used = new HashSet<>();
        for (int n = 0; n < nodes.size(); n++) {
            NodeInfo node = nodes.get(n);
            for (int i = 0; i < node.podCount(); i++) {
                Pod other = node.pod(i);
                if (other.namespace().equals(namespace)
                        && !other.spec().volumes().isEmpty()) {
                    for (String name : PodClaims.names(other)) {
                        if (claims.contains(name)) {
                            used.add(name);
                        }
                    }
                }
            }
        }
        return used.size();
    }

    @Override
    public PreFilterExtensions preFilterExtensions() {
        return new PreFilterExtensions() {
            @Override
            public Status addPod(CycleState state, Pod pod, Pod added, NodeInfo node) {
                state.require(STATE).update(added, 1);
                return Status.success();
            }

            @Override
            public Status removePod(CycleState state, Pod pod, Pod removed, NodeInfo node) {
                state.require(STATE).update(removed, -1);
                return Status.success();
            }
        };
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        for (Volume v : pod.spec().volumes()) {
            if (isDisk(v)) {
                for (int i = 0; i < node.podCount(); i++) {
                    if (clashes(v, node.pod(i))) {
                        return NO_DISK;
                    }
                }
            }
        }
        return state.require(STATE).conflicts > 0 ? IN_USE : Status.success();
    }

    private static boolean clashes(Volume v, Pod other) {
        for (Volume o : other.spec().volumes()) {
            if (o.kind() == v.kind() && o.source().equals(v.source()) && clash(v, o)) {
                return true;
            }
        }
        return false;
    }

    private static boolean clash(Volume a, Volume b) {
        boolean writes = !(a.readOnly() && b.readOnly());
        return switch (a.kind()) {
            case AwsElasticBlockStore -> true;
            case GcePersistentDisk, Iscsi -> writes;
            case Rbd -> {
                List<String> monitors = a.details().subList(1, a.details().size());
                List<String> others = b.details().subList(1, b.details().size());
                yield writes
                        && a.details().getFirst().equals(b.details().getFirst())
                        && !Collections.disjoint(monitors, others);
            }
            default -> false;
        };
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of(
                ClusterEventWithHint.of(Resource.ASSIGNED_POD, Action.DELETE, (pod, before, after) -> {
                    if (!(before instanceof Pod gone) || !gone.namespace().equals(pod.namespace())) {
                        return false;
                    }
                    for (Volume v : pod.spec().volumes()) {
                        if (isDisk(v) && clashes(v, gone)) {
                            return true;
                        }
                    }
                    return !Collections.disjoint(PodClaims.names(pod), PodClaims.names(gone));
                }),
                ClusterEventWithHint.of(Resource.NODE, Action.ADD),
                ClusterEventWithHint.of(
                        Resource.PERSISTENT_VOLUME_CLAIM,
                        Action.ADD,
                        (pod, before, after) -> after instanceof Claim c && PodClaims.names(pod, c)));
    }
}
