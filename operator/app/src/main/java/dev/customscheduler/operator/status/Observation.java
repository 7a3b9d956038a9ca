package dev.customscheduler.operator.status;

import java.util.List;
import java.util.Optional;

/**
 * All that one reconciliation found out, from which the status follows.
 *
 * @param generation the generation of the spec that was judged
 * @param namespace the scheduler's namespace
 * @param configuration whether the configuration is valid
 * @param declared what the configuration declares; empty when it is not valid
 * @param problems what keeps the scheduler from being as declared, the first to mend first
 * @param workload how the Deployment is; empty when there is none
 * @param election who leads
 * @param rolledBackFrom the revision that failed, while the last good one runs in its place
 */
public record Observation(
        long generation,
        String namespace,
        Verdict configuration,
        Optional<Declared> declared,
        List<Problem> problems,
        Optional<Workload> workload,
        Election election,
        Optional<String> rolledBackFrom) {

    /**
     * What a valid configuration declares.
     *
     * @param configurationVersion the apiVersion in which it was written
     * @param schedulerNames the names of its profiles, in order
     * @param lease the lease as namespace/name
     * @param leaderElection whether it elects a leader
     * @param revision the ConfigMap that carries it
     * @param selector the label selector of the scheduler's pods
     * @param warnings what is accepted but probably not meant
     */
    public record Declared(
            String configurationVersion,
            List<String> schedulerNames,
            String lease,
            boolean leaderElection,
            String revision,
            String selector,
            List<String> warnings) {}
}
