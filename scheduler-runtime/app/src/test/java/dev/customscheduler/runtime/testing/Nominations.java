package dev.customscheduler.runtime.testing;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Watches what pods of a namespace are nominated and bound to, in order. */
public final class Nominations implements AutoCloseable {
    private final Map<String, List<String>> seen = new TreeMap<>();
    private final Watch watch;

    /** Begins to watch. */
    public Nominations(KubernetesClient client, String namespace) {
        watch = client.pods().inNamespace(namespace).watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, Pod pod) {
                if (action != Action.BOOKMARK) {
                    note(pod);
                }
            }

            @Override
            public void onClose(WatcherException cause) {
                throw new IllegalStateException("the watch ended", cause);
            }
        });
    }

    private synchronized void note(Pod pod) {
        String state = "nominated to " + pod.getStatus().getNominatedNodeName() + ", on "
                + pod.getSpec().getNodeName();
        List<String> states = seen.computeIfAbsent(pod.getMetadata().getName(), name -> new ArrayList<>());
        if (states.isEmpty() || !states.getLast().equals(state)) {
            states.add(state);
        }
    }

    /** Each pod's states, by name. */
    public synchronized Map<String, List<String>> seen() {
        Map<String, List<String>> copy = new TreeMap<>();
        seen.forEach((name, states) -> copy.put(name, List.copyOf(states)));
        return copy;
    }

    @Override
    public void close() {
        watch.close();
    }
}
