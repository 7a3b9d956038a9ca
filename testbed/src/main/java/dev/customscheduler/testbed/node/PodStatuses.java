package dev.customscheduler.testbed.node;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.HostIP;
import io.fabric8.kubernetes.api.model.HostIPBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.PodIPBuilder;
import io.fabric8.kubernetes.api.model.PodReadinessGate;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a pod's status as a kubelet does, as a strategic merge patch; knows when each condition last changed. */
final class PodStatuses {
    // Directives of a strategic merge patch: a restarted node gives its pods other addresses, which replace the old
    // instead of
    // joining them.
    private static final HostIP REPLACE_HOST_ADDRESSES =
            new HostIPBuilder().addToAdditionalProperties("$patch", "replace").build();
    private static final PodIP REPLACE_POD_ADDRESSES =
            new PodIPBuilder().addToAdditionalProperties("$patch", "replace").build();

    private final String nodeAddress;
    private final String podAddress;
    private final String startTime = now();
    private final Map<String, PodCondition> conditions = new HashMap<>();

    PodStatuses(String nodeAddress, String podAddress) {
        this.nodeAddress = nodeAddress;
        this.podAddress = podAddress;
    }

    PodStatus of(Pod pod, List<ContainerRunner> containers) {
        List<ContainerStatus> init = new ArrayList<>();
        List<ContainerStatus> main = new ArrayList<>();
        List<String> uninitialized = new ArrayList<>();
        List<String> unready = new ArrayList<>();
        boolean anyStarted = false;
        for (ContainerRunner runner : containers) {
            Snapshot s = runner.snapshot();
            boolean initialized =
                    runner.role() == ContainerRunner.Role.SIDECAR ? Boolean.TRUE.equals(s.started()) : s.succeeded();
            if (runner.role() == ContainerRunner.Role.MAIN) {
                main.add(status(runner, s.ready()));
                anyStarted |= s.containerId() != null;
            } else {
                init.add(status(runner, runner.role() == ContainerRunner.Role.SIDECAR ? s.ready() : s.succeeded()));
                if (!initialized) {
                    uninitialized.add(runner.container().getName());
                }
            }
            boolean counts = runner.role() != ContainerRunner.Role.INIT;
            if (counts && !s.ready()) {
                unready.add(runner.container().getName());
            }
        }
        String phase = phase(containers);
        boolean done = done(phase);
        String completed = phase.equals("Succeeded") ? "PodCompleted" : phase.equals("Failed") ? "PodFailed" : null;
        List<PodCondition> all = new ArrayList<>();
        all.add(condition(pod, "PodReadyToStartContainers", !done, null, null));
        boolean initialized = uninitialized.isEmpty() || anyStarted;
        all.add(condition(
                pod,
                "Initialized",
                initialized,
                initialized ? completed : "ContainersNotInitialized",
                initialized ? null : "containers with incomplete status: " + uninitialized));
        boolean ready = unready.isEmpty() && !done;
        String reason = ready ? null : completed != null ? completed : "ContainersNotReady";
        String message = ready || done ? null : "containers with unready status: " + unready;
        all.add(condition(pod, "ContainersReady", ready, reason, message));
        String gate = ready ? closedGate(pod) : null;
        all.add(
                gate == null
                        ? condition(pod, "Ready", ready, reason, message)
                        : condition(
                                pod,
                                "Ready",
                                false,
                                "ReadinessGatesNotReady",
                                "corresponding condition of pod readiness gate \"" + gate
                                        + "\" does not exist or is not \"True\"."));
        all.add(condition(pod, "PodScheduled", true, null, null));
        return new PodStatusBuilder()
                .withObservedGeneration(pod.getMetadata().getGeneration())
                .withPhase(phase)
                .withHostIP(nodeAddress)
                .withHostIPs(REPLACE_HOST_ADDRESSES, new HostIP(nodeAddress))
                .withPodIP(podAddress)
                .withPodIPs(REPLACE_POD_ADDRESSES, new PodIP(podAddress))
                .withStartTime(startTime)
                .withConditions(all)
                .withInitContainerStatuses(init)
                .withContainerStatuses(main)
                .build();
    }

    /** Pending until a container has started, Running while one runs or will again, then the sum of their outcomes. */
    static String phase(List<ContainerRunner> containers) {
        boolean anyStarted = false;
        boolean allEnded = true;
        boolean anyFailed = false;
        for (ContainerRunner runner : containers) {
            Snapshot s = runner.snapshot();
            if (runner.role() == ContainerRunner.Role.MAIN) {
                allEnded &= s.ended();
                anyStarted |= s.containerId() != null;
                anyFailed |= s.ended() && !s.succeeded();
            } else if (runner.role() == ContainerRunner.Role.INIT && s.ended() && !s.succeeded()) {
                return "Failed";
            }
        }
        if (!anyStarted) {
            return "Pending";
        }
        return !allEnded ? "Running" : anyFailed ? "Failed" : "Succeeded";
    }

    static boolean done(String phase) {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    private static @Nullable String closedGate(Pod pod) {
        for (PodReadinessGate gate : pod.getSpec().getReadinessGates()) {
            boolean open = false;
            for (PodCondition condition : pod.getStatus().getConditions()) {
                open |= condition.getType().equals(gate.getConditionType()) && "True".equals(condition.getStatus());
            }
            if (!open) {
                return gate.getConditionType();
            }
        }
        return null;
    }

    private PodCondition condition(
            Pod pod, String type, boolean status, @Nullable String reason, @Nullable String message) {
        String word = status ? "True" : "False";
        PodCondition before = conditions.get(type);
        if (before == null) {
            for (PodCondition written : pod.getStatus().getConditions()) {
                before = written.getType().equals(type) ? written : before;
            }
        }
        String since = before != null && word.equals(before.getStatus()) && before.getLastTransitionTime() != null
                ? before.getLastTransitionTime()
                : now();
        PodCondition condition = new PodConditionBuilder()
                .withType(type)
                .withStatus(word)
                .withReason(reason)
                .withMessage(message)
                .withLastTransitionTime(since)
                .withObservedGeneration(pod.getMetadata().getGeneration())
                .build();
        conditions.put(type, condition);
        return condition;
    }

    private static ContainerStatus status(ContainerRunner runner, boolean ready) {
        Snapshot s = runner.snapshot();
        return new ContainerStatusBuilder()
                .withName(runner.container().getName())
                .withImage(runner.container().getImage())
                .withImageID(
                        s.containerId() == null
                                ? ""
                                : "local/"
                                        + Images.repository(runner.container().getImage()))
                .withContainerID(s.containerId())
                .withReady(ready)
                .withStarted(s.started() == null ? Boolean.FALSE : s.started())
                .withRestartCount(s.restartCount())
                .withState(s.state())
                .withLastState(s.last())
                .build();
    }

    static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
