package dev.customscheduler.cli.sandbox;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerStatus;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Optional;

/** What a CustomScheduler's status says, for a resource that may have none yet. */
final class Schedulers {
    private Schedulers() {}

    static List<Condition> conditions(CustomScheduler scheduler) {
        CustomSchedulerStatus status = scheduler.getStatus();
        return status == null || status.conditions() == null ? List.of() : status.conditions();
    }

    static Optional<Condition> condition(CustomScheduler scheduler, String type) {
        return conditions(scheduler).stream()
                .filter(condition -> type.equals(condition.getType()))
                .findFirst();
    }

    /**
     * Whether the status speaks of the current spec and says that the condition holds.
     *
     * @param scheduler as read from the API server
     * @param type of the condition
     * @return false while it is not known
     */
    static boolean is(CustomScheduler scheduler, String type) {
        CustomSchedulerStatus status = scheduler.getStatus();
        return status != null
                && scheduler.getMetadata().getGeneration().equals(status.observedGeneration())
                && condition(scheduler, type)
                        .filter(condition -> "True".equals(condition.getStatus()))
                        .isPresent();
    }

    /**
     * The first name that pods may put into spec.schedulerName.
     *
     * @param scheduler as read from the API server
     * @return the resource's name when the status has none
     */
    static String schedulerName(CustomScheduler scheduler) {
        CustomSchedulerStatus status = scheduler.getStatus();
        List<String> names = status == null ? null : status.schedulerNames();
        return names == null || names.isEmpty() ? scheduler.getMetadata().getName() : names.getFirst();
    }
}
