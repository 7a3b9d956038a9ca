package dev.customscheduler.operator.status;

/**
 * Every reason that a condition can carry. The list is part of the API: people and alerts match on it, so that a name
 * is never reused for something else.
 */
public enum Reason {
    /** ConfigurationValid: a scheduler of the declared version accepts it. */
    Accepted,
    /** ConfigurationValid: it cannot be read, or a scheduler would refuse it. */
    InvalidConfiguration,
    /** ConfigurationValid: the ConfigMap of configurationFrom, or its key, is not there. */
    ConfigurationNotFound,
    /** The scheduler's namespace does not exist. */
    NamespaceNotFound,
    /** The scheduler's namespace is being deleted. */
    NamespaceTerminating,
    /** An older CustomScheduler has one of the scheduler names. */
    SchedulerNameConflict,
    /** An older CustomScheduler has the lease. */
    LeaseConflict,
    /** An object of a name that the scheduler needs is not the operator's. */
    ForeignObject,
    /** An object of an earlier resource of this name is still being deleted. */
    WaitingForDeletion,
    /** The scheduler's service account may not do what the scheduler needs to do. */
    PermissionMissing,
    /** The API server forbids the operator to write an object. */
    Forbidden,
    /** The API server refuses an object as invalid. */
    Refused,
    /** The API server could not be reached, or answered with an error that may pass. */
    ApiError,
    /** New pods are being made. */
    RollingOut,
    /** A rollout went on for longer than spec.rollout.progressDeadlineSeconds. */
    ProgressDeadlineExceeded,
    /** The last good revision runs, since the wanted one failed. */
    RolledBack,
    /** All is as declared. */
    AsDeclared,
    /** Stopped on purpose by spec.suspend or by zero replicas. */
    Suspended,
    /** Available: enough pods are ready. */
    MinimumReplicasAvailable,
    /** Available: no pod is ready, for no reason that the cluster tells. */
    NoReadyReplica,
    /** Available: the image cannot be had. */
    ImagePullFailed,
    /** Available: the scheduler ends again and again. */
    CrashLooping,
    /** Available: the container cannot be made, for instance since a volume is missing. */
    ContainerNotCreated,
    /** Available: no node takes the scheduler's pod. */
    Unschedulable,
    /** Available: the pods may not be made, for instance since a quota is used up. */
    PodsNotCreated,
    /** LeaderElected: a pod holds the lease. */
    LeaseHeld,
    /** LeaderElected: nobody holds the lease. */
    NoLeader,
    /** LeaderElected: the holder stopped renewing the lease. */
    LeaseExpired,
    /** LeaderElected: the configuration turns leader election off. */
    LeaderElectionDisabled,
    /** Not known yet, since something before it failed. */
    NotChecked
}
