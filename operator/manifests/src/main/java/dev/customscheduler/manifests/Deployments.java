package dev.customscheduler.manifests;

import dev.customscheduler.crds.v1alpha1.CustomSchedulerSpec;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStrategy;
import io.fabric8.kubernetes.api.model.apps.DeploymentStrategyBuilder;

/** The running scheduler. */
final class Deployments {
    private Deployments() {}

    static Deployment of(Scheduler scheduler) {
        CustomSchedulerSpec spec = scheduler.spec();
        return new DeploymentBuilder()
                .withMetadata(Metadata.of(scheduler, scheduler.name()))
                .withNewSpec()
                .withReplicas(scheduler.replicas())
                .withRevisionHistoryLimit(spec.revisionHistoryLimitOrDefault())
                .withProgressDeadlineSeconds(spec.rolloutOrDefault().progressDeadlineSecondsOrDefault())
                .withStrategy(strategy(scheduler))
                .withNewSelector()
                .withMatchLabels(Names.selector(scheduler.name()))
                .endSelector()
                .withTemplate(PodTemplates.of(scheduler))
                .endSpec()
                .build();
    }

    /**
     * With leader election a new pod is ready before an old one goes, so that there is always one to take over. Without
     * it two at a time would both place pods, so that the old one has to be gone first.
     */
    private static DeploymentStrategy strategy(Scheduler scheduler) {
        if (scheduler.lease().isEmpty()) {
            return new DeploymentStrategyBuilder().withType("Recreate").build();
        }
        return new DeploymentStrategyBuilder()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withMaxSurge(new IntOrString(1))
                .withMaxUnavailable(new IntOrString(0))
                .endRollingUpdate()
                .build();
    }
}
