package dev.customscheduler.engine.queue;

import dev.customscheduler.engine.queue.QueuedPodInfo.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pods that wait for an event, and those that a PreEnqueue plugin holds back. */
final class UnschedulablePods {
    private final Map<String, QueuedPodInfo> pods = new LinkedHashMap<>();

    /** Takes a pod, gated if it has a gate. Gives whether it is new here. */
    boolean put(QueuedPodInfo info) {
        info.setPlace(info.gate().isEmpty() ? Place.UNSCHEDULABLE : Place.GATED);
        return pods.put(info.pod().uid(), info) == null;
    }

    void remove(QueuedPodInfo info) {
        pods.remove(info.pod().uid());
    }

    boolean isEmpty() {
        return pods.isEmpty();
    }

    /** All of them, to go through while they are moved. */
    List<QueuedPodInfo> all() {
        return new ArrayList<>(pods.values());
    }

    int size() {
        return pods.size();
    }

    int gated() {
        int n = 0;
        for (QueuedPodInfo info : pods.values()) {
            n += info.place() == Place.GATED ? 1 : 0;
        }
        return n;
    }
}
