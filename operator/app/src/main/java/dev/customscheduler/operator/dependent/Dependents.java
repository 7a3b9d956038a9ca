package dev.customscheduler.operator.dependent;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import java.util.List;

/** The objects of a CustomScheduler, in the order in which they are written. */
public final class Dependents {
    /** Every dependent that any cluster can have. */
    public static final List<Dependent<?>> ALL = List.of(
            new ServiceAccountDependent(),
            new ClusterRoleDependent(),
            new LeaseRoleDependent(),
            new LeaseDependent(),
            new ConfigMapDependent(),
            new ClusterRoleBindingDependent(),
            new LeaseRoleBindingDependent(),
            new AuthenticationReaderDependent(),
            new DeploymentDependent(),
            new ServiceDependent(),
            new DisruptionBudgetDependent(),
            new NetworkPolicyDependent());

    /** The dependent of clusters that serve its API. */
    public static final ServiceMonitorDependent SERVICE_MONITOR = new ServiceMonitorDependent();

    private Dependents() {}

    /**
     * Makes the watches of all of {@link #ALL}; two dependents of one type share theirs.
     *
     * @param context the controller's
     * @return the caches, not registered yet
     */
    public static OwnedInformers informers(EventSourceContext<CustomScheduler> context) {
        var informers = new OwnedInformers();
        for (var dependent : ALL) {
            if (!informers.knows(dependent.type())) {
                informers.add(dependent.eventSource(context));
            }
        }
        return informers;
    }
}
