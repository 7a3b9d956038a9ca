package dev.customscheduler.engine.parity;

import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.framework.BindPlugin;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.Code;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.EnqueueExtensions;
import dev.customscheduler.framework.PermitPlugin;
import dev.customscheduler.framework.PermitResult;
import dev.customscheduler.framework.PreBindPlugin;
import dev.customscheduler.framework.PreEnqueuePlugin;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The oracle's plugin Steered, which does what a pod's labels say: testbed/oracle/steered.go. */
final class Steered implements PreEnqueuePlugin, PermitPlugin, PreBindPlugin, BindPlugin, EnqueueExtensions {
    static final String NAME = "Steered";
    static final Set<ExtensionPoint> POINTS =
            Set.of(ExtensionPoint.PRE_ENQUEUE, ExtensionPoint.PERMIT, ExtensionPoint.PRE_BIND, ExtensionPoint.BIND);

    private final Runnable meanwhile;

    /** @param meanwhile does what is to happen during the attempt, once */
    Steered(Runnable meanwhile) {
        this.meanwhile = meanwhile;
    }

    @Override
    public String name() {
        return NAME;
    }

    private static String word(Pod pod, String point) {
        String word = pod.labels().get("steered-" + point);
        return word == null ? "" : word;
    }

    private static Status told(Pod pod, String point) {
        return switch (word(pod, point)) {
            case "reject" -> Status.unschedulable(NAME, "as asked");
            case "error" -> Status.error(NAME, "as asked");
            case "wait" -> Status.of(Code.Wait, NAME);
            default -> Status.success();
        };
    }

    @Override
    public Status preEnqueue(Pod pod) {
        return word(pod, "gate").isEmpty() ? Status.success() : Status.unresolvable(NAME, "as asked");
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of(
                ClusterEventWithHint.of(Resource.NODE, Action.ADD),
                ClusterEventWithHint.of(Resource.TARGET_POD, Action.UPDATE_POD_LABEL));
    }

    @Override
    public PermitResult permit(CycleState state, Pod pod, String nodeName) {
        return new PermitResult(told(pod, "permit"), Duration.ofHours(1));
    }

    @Override
    public Status preBindPreFlight(CycleState state, Pod pod, String nodeName) {
        return word(pod, "pre-bind").isEmpty() ? Status.skip() : Status.success();
    }

    @Override
    public Status preBind(CycleState state, Pod pod, String nodeName) {
        meanwhile.run();
        return told(pod, "pre-bind");
    }

    @Override
    public Status bind(CycleState state, Pod pod, String nodeName) {
        if (word(pod, "bind").isEmpty()) {
            return Status.skip();
        }
        meanwhile.run();
        return told(pod, "bind");
    }
}
