package dev.customscheduler.runtime.extender;

import dev.customscheduler.config.KubeSchedulerConfiguration;
import dev.customscheduler.engine.extender.Extender;
import dev.customscheduler.runtime.binding.Fence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A configuration's extenders, and what the scheduler has to remember of objects for them: whole objects are large, so
 * they are kept only where an extender wants them.
 *
 * @param list one for each of the configuration's, in its order
 * @param needNodes whether one is sent whole nodes
 * @param needAssignedPods whether one is sent whole pods that have a node
 */
public record HttpExtenders(List<Extender> list, boolean needNodes, boolean needAssignedPods) {

    /** Copies the list. */
    public HttpExtenders {
        list = List.copyOf(list);
    }

    /**
     * Makes the clients; nothing is sent yet.
     *
     * @param fence closed once this process must not bind any more
     * @throws IOException where a certificate or key cannot be used; the message is for users
     */
    public static HttpExtenders of(KubeSchedulerConfiguration configuration, Fence fence) throws IOException {
        List<Extender> list = new ArrayList<>();
        boolean nodes = false;
        boolean pods = false;
        for (dev.customscheduler.config.Extender stated : configuration.extenders()) {
            String path = "extenders[" + list.size() + "].tlsConfig";
            HttpExtender made = new HttpExtender(stated, new ExtenderClient(stated, path), fence);
            nodes |= !stated.nodeCacheCapable() && (made.filters() || made.prioritizes());
            pods |= !stated.nodeCacheCapable() && made.preempts();
            list.add(made);
        }
        return new HttpExtenders(list, nodes, pods);
    }
}
