package dev.customscheduler.operator.status;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the scheduler's Deployment and pods are.
 *
 * @param wanted replicas of the Deployment
 * @param replicas pods there are
 * @param updated pods of the newest template
 * @param ready pods that are ready
 * @param settled whether the Deployment controller has seen the newest template and nothing of an older one is left
 * @param failure what the cluster says of pods that do not come up
 * @param deadlineExceeded the Deployment controller's message, where a rollout took longer than its deadline
 */
public record Workload(
        int wanted,
        int replicas,
        int updated,
        int ready,
        boolean settled,
        Optional<PodFailure> failure,
        Optional<String> deadlineExceeded) {

    /**
     * Looks at a Deployment and its pods.
     *
     * @param deployment the Deployment
     * @param pods its pods
     * @return what can be said of them
     */
    public static Workload observe(Deployment deployment, List<Pod> pods) {
        int wanted = zero(deployment.getSpec().getReplicas());
        var status = deployment.getStatus();
        if (status == null) {
            return new Workload(wanted, 0, 0, 0, false, PodFailure.of(pods), Optional.empty());
        }
        int replicas = zero(status.getReplicas());
        int updated = zero(status.getUpdatedReplicas());
        int ready = zero(status.getReadyReplicas());
        Long generation = deployment.getMetadata().getGeneration();
        Long seen = status.getObservedGeneration();
        boolean observed = generation != null && seen != null && seen >= generation;
        var failure = condition(deployment, "ReplicaFailure", "True")
                .map(c -> new PodFailure(Reason.PodsNotCreated, "the pods cannot be made: " + c.getMessage()))
                .or(() -> PodFailure.of(pods));
        var deadline = observed
                ? condition(deployment, "Progressing", "False")
                        .filter(c -> "ProgressDeadlineExceeded".equals(c.getReason()))
                        .map(DeploymentCondition::getMessage)
                : Optional.<String>empty();
        boolean settled = observed && updated == wanted && replicas == wanted && ready == wanted;
        return new Workload(wanted, replicas, updated, ready, settled, failure, deadline);
    }

    private static Optional<DeploymentCondition> condition(Deployment deployment, String type, String value) {
        return deployment.getStatus().getConditions().stream()
                .filter(c -> type.equals(c.getType()) && value.equals(c.getStatus()))
                .findFirst();
    }

    private static int zero(@Nullable Integer number) {
        return number == null ? 0 : number;
    }
}
