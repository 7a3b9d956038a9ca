package dev.customscheduler.operator.status;

/** The conditions of a CustomScheduler: kstatus' three, and what they are made of. */
public enum ConditionType {
    /** The scheduler runs as declared. */
    READY("Ready"),
    /** The operator, or the cluster, is still at it. */
    RECONCILING("Reconciling"),
    /** Nothing will change until somebody changes something. */
    STALLED("Stalled"),
    /** The configuration could be read and a scheduler of the declared version accepts it. */
    CONFIGURATION_VALID("ConfigurationValid"),
    /** At least one pod of the scheduler is ready. */
    AVAILABLE("Available"),
    /** A pod of the scheduler holds the lease, and renews it. */
    LEADER_ELECTED("LeaderElected");

    private final String type;

    ConditionType(String type) {
        this.type = type;
    }

    /**
     * The name in the resource.
     *
     * @return the condition's type
     */
    public String type() {
        return type;
    }
}
