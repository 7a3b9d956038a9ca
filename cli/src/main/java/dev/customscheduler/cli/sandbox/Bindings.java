package dev.customscheduler.cli.sandbox;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which pods of the workload are bound, and by whom. A pod counts for a scheduler when it names it, has a node, and the
 * Scheduled event about it was reported by that scheduler: a node alone may have come from anyone.
 *
 * @param schedulerName the scheduler that should have placed them
 * @param pods in order of name
 */
record Bindings(String schedulerName, List<Placement> pods) {
    /**
     * One pod.
     *
     * @param name of the pod
     * @param node empty while it has none
     * @param phase as in its status
     * @param by who reported the Scheduled event, empty while there is none
     * @param message why it has no node, empty when nobody said
     */
    record Placement(String name, String node, String phase, String by, String message) {}

    static Bindings read(KubernetesClient client, String schedulerName) {
        Map<String, String> reporters = new HashMap<>();
        for (Event event : client.v1()
                .events()
                .inNamespace(Workload.NAMESPACE)
                .withField("reason", "Scheduled")
                .list()
                .getItems()) {
            reporters.put(event.getInvolvedObject().getUid(), reporter(event));
        }
        List<Placement> placements = new ArrayList<>();
        for (Pod pod : client.pods()
                .inNamespace(Workload.NAMESPACE)
                .withLabel("app", Workload.LABEL)
                .list()
                .getItems()) {
            boolean named = schedulerName.equals(pod.getSpec().getSchedulerName());
            String node = pod.getSpec().getNodeName();
            placements.add(new Placement(
                    pod.getMetadata().getName(),
                    node == null ? "" : node,
                    pod.getStatus().getPhase(),
                    named ? reporters.getOrDefault(pod.getMetadata().getUid(), "") : "",
                    message(pod)));
        }
        placements.sort(Comparator.comparing(Placement::name));
        return new Bindings(schedulerName, List.copyOf(placements));
    }

    private static String reporter(Event event) {
        String reporting = event.getReportingComponent();
        if (reporting != null && !reporting.isEmpty()) {
            return reporting;
        }
        String source = event.getSource() == null ? null : event.getSource().getComponent();
        return source == null ? "" : source;
    }

    private static String message(Pod pod) {
        for (PodCondition condition : pod.getStatus().getConditions()) {
            if (condition.getType().equals("PodScheduled")
                    && condition.getStatus().equals("False")) {
                return condition.getMessage() == null ? "" : condition.getMessage();
            }
        }
        return "";
    }

    boolean boundByScheduler(Placement pod) {
        return !pod.node().isEmpty() && pod.by().equals(schedulerName);
    }

    /**
     * How many pods the scheduler has bound.
     *
     * @return 0 to the number of pods
     */
    int bound() {
        int bound = 0;
        for (Placement pod : pods) {
            if (boundByScheduler(pod)) {
                bound++;
            }
        }
        return bound;
    }
}
