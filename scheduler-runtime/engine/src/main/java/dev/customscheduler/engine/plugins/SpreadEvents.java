package dev.customscheduler.engine.plugins;

import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which events may let a pod in that PodTopologySpread refused. */
final class SpreadEvents {
    private final Function<Pod, List<SpreadConstraint>> constraints;

    private SpreadEvents(Function<Pod, List<SpreadConstraint>> constraints) {
        this.constraints = constraints;
    }

    static List<ClusterEventWithHint> of(Function<Pod, List<SpreadConstraint>> constraints) {
        SpreadEvents e = new SpreadEvents(constraints);
        return List.of(
                ClusterEventWithHint.of(
                        Resource.ASSIGNED_POD, Action.ADD | Action.UPDATE_POD_LABEL | Action.DELETE, e::otherPod),
                ClusterEventWithHint.of(
                        Resource.TARGET_POD, Action.UPDATE_POD_TOLERATION | Action.UPDATE_POD_LABEL, e::samePod),
                ClusterEventWithHint.of(
                        Resource.NODE,
                        Action.ADD | Action.DELETE | Action.UPDATE_NODE_LABEL | Action.UPDATE_NODE_TAINT,
                        e::node));
    }

    private boolean otherPod(Pod pod, @Nullable Object before, @Nullable Object after) {
        Pod then = before instanceof Pod p ? p : null;
        Pod now = after instanceof Pod p ? p : null;
        Pod any = now == null ? then : now;
        if (any == null || !any.namespace().equals(pod.namespace())) {
            return false;
        }
        if (then != null && now != null) {
            return relabelled(pod, then.labels(), now.labels());
        }
        for (SpreadConstraint c : constraints.apply(pod)) {
            if (c.selector().matches(any.labels())) {
                return true;
            }
        }
        return false;
    }

    private boolean relabelled(Pod pod, Labels before, Labels after) {
        for (SpreadConstraint c : constraints.apply(pod)) {
            if (c.selector().matches(before) != c.selector().matches(after)) {
                return true;
            }
        }
        return false;
    }

    private boolean samePod(Pod pod, @Nullable Object before, @Nullable Object after) {
        if (!(before instanceof Pod then) || !(after instanceof Pod now)) {
            return true;
        }
        if (!then.spec().tolerations().equals(now.spec().tolerations())) {
            for (SpreadConstraint c : constraints.apply(pod)) {
                if (c.honorTaints()) {
                    return true;
                }
            }
        }
        return relabelled(pod, then.labels(), now.labels());
    }

    private boolean node(Pod pod, @Nullable Object before, @Nullable Object after) {
        List<SpreadConstraint> all = constraints.apply(pod);
        boolean was = before instanceof Node then && SpreadConstraint.hasAllKeys(then, all);
        boolean is = after instanceof Node now && SpreadConstraint.hasAllKeys(now, all);
        if (!(before instanceof Node then) || !(after instanceof Node now) || was != is) {
            return was || is;
        }
        boolean moved = !then.taints().equals(now.taints());
        for (SpreadConstraint c : all) {
            moved |= !Objects.equals(then.labels().get(c.key()), now.labels().get(c.key()));
        }
        return is && moved;
    }
}
