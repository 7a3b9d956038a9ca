package dev.customscheduler.runtime.extender;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.config.ExtenderManagedResource;
import dev.customscheduler.engine.decode.NodeDecoder;
import dev.customscheduler.engine.extender.Extender;
import dev.customscheduler.engine.extender.ExtenderReply;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.Container;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.runtime.binding.Fence;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An extender that is asked over HTTP, one POST a question. */
final class HttpExtender implements Extender {
    private final dev.customscheduler.config.Extender stated;
    private final ExtenderClient client;
    private final Fence fence;
    private final Set<String> managed = new HashSet<>();
    private final NodeDecoder nodes = new NodeDecoder();

    HttpExtender(dev.customscheduler.config.Extender stated, ExtenderClient client, Fence fence) {
        this.stated = stated;
        this.client = client;
        this.fence = fence;
        for (ExtenderManagedResource resource : stated.managedResources()) {
            managed.add(resource.name());
        }
    }

    @Override
    public String name() {
        return stated.urlPrefix();
    }

    @Override
    public boolean ignorable() {
        return stated.ignorable();
    }

    @Override
    public boolean filters() {
        return !stated.filterVerb().isEmpty();
    }

    @Override
    public boolean prioritizes() {
        return !stated.prioritizeVerb().isEmpty();
    }

    @Override
    public boolean preempts() {
        return !stated.preemptVerb().isEmpty();
    }

    @Override
    public boolean binds() {
        return !stated.bindVerb().isEmpty();
    }

    @Override
    public long weight() {
        return stated.weight();
    }

    @Override
    public boolean isInterested(Pod pod) {
        return managed.isEmpty()
                || asksForManaged(pod.spec().containers())
                || asksForManaged(pod.spec().initContainers());
    }

    private boolean asksForManaged(List<Container> containers) {
        for (Container container : containers) {
            for (String resource : managed) {
                if (container.requests().has(resource) || container.limits().has(resource)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public ExtenderReply<Filtered> filter(Pod pod, List<NodeInfo> candidates) {
        return ask(
                stated.filterVerb(),
                () -> ExtenderBodies.nodes(pod, candidates, stated.nodeCacheCapable()),
                json -> ExtenderAnswers.filtered(json, candidates, stated.nodeCacheCapable(), nodes, name()));
    }

    @Override
    public ExtenderReply<List<HostScore>> prioritize(Pod pod, List<NodeInfo> candidates) {
        return ask(
                stated.prioritizeVerb(),
                () -> ExtenderBodies.nodes(pod, candidates, stated.nodeCacheCapable()),
                ExtenderAnswers::scores);
    }

    @Override
    public ExtenderReply<Map<String, VictimUids>> preempt(Pod pod, Map<String, Victims> victims) {
        return ask(
                stated.preemptVerb(),
                () -> ExtenderBodies.victims(pod, victims, stated.nodeCacheCapable()),
                ExtenderAnswers::victims);
    }

    @Override
    public ExtenderReply<String> bind(Pod pod, String node) {
        if (!fence.mayWrite()) {
            return new ExtenderReply.Failed<>("this scheduler is not the leader any more");
        }
        return ask(stated.bindVerb(), () -> ExtenderBodies.binding(pod, node), ExtenderAnswers::bound);
    }

    private interface Body {
        byte[] make() throws IOException;
    }

    private interface Reading<T> {
        ExtenderReply<T> read(JsonNode json) throws IOException;
    }

    private <T> ExtenderReply<T> ask(String verb, Body body, Reading<T> reading) {
        try {
            return reading.read(client.post(verb, body.make()));
        } catch (IOException e) {
            String message = e.getMessage();
            return new ExtenderReply.Failed<>(message == null ? e.toString() : message);
        }
    }
}
