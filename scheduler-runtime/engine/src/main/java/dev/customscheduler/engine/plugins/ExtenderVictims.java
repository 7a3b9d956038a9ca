package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.PreemptionCandidate;
import dev.customscheduler.engine.extender.Extender;
import dev.customscheduler.engine.extender.ExtenderReply.Failed;
import dev.customscheduler.engine.extender.ExtenderReply.Given;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The extenders' say in preemption: one after another they take nodes away, and may name other victims on those they
 * leave. An answer that names a pod or a node that is not there, or no victim, counts as the extender's failure.
 */
final class ExtenderVictims {
    private final PluginContext context;

    ExtenderVictims(PluginContext context) {
        this.context = context;
    }

    /** The candidates that are left, or why there are none. */
    record Outcome(List<PreemptionCandidate> candidates, Status status) {}

    Outcome ask(Pod pod, List<PreemptionCandidate> candidates) {
        List<Extender> extenders = context.extenders().preempting(pod);
        if (extenders.isEmpty()) {
            return new Outcome(candidates, Status.success());
        }
        Map<String, Extender.Victims> victims = new LinkedHashMap<>();
        for (PreemptionCandidate c : candidates) {
            victims.put(c.node(), new Extender.Victims(c.victims(), c.violations()));
        }
        for (Extender extender : extenders) {
            if (victims.isEmpty()) {
                break;
            }
            Map<String, Extender.Victims> left = new LinkedHashMap<>();
            @Nullable
            String failure = switch (extender.preempt(pod, victims)) {
                case Failed<Map<String, Extender.VictimUids>>(String message) -> message;
                case Given<Map<String, Extender.VictimUids>>(Map<String, Extender.VictimUids> answer) ->
                    resolve(extender, answer, left);
            };
            if (failure == null) {
                victims = left;
                continue;
            }
            context.extenders().preemptFailed(extender, pod, failure);
            if (!extender.ignorable()) {
                return new Outcome(List.of(), Status.error(DefaultPreemption.NAME, failure));
            }
        }
        List<PreemptionCandidate> chosen = new ArrayList<>();
        victims.forEach((node, v) ->
                chosen.add(new PreemptionCandidate(node, v.pods(), (int) Math.min(v.violations(), Integer.MAX_VALUE))));
        return new Outcome(
                chosen, Status.unschedulable(DefaultPreemption.NAME, "preemption: no candidate node for preemption"));
    }

    /** Finds the pods of an answer on their nodes. Gives what is wrong with it, or null. */
    private @Nullable String resolve(
            Extender extender, Map<String, Extender.VictimUids> answer, Map<String, Extender.Victims> into) {
        for (Map.Entry<String, Extender.VictimUids> entry : answer.entrySet()) {
            NodeInfo node = context.handle().snapshot().node(entry.getKey());
            if (node == null) {
                return "extender " + extender.name() + " wants to preempt on node \"" + entry.getKey()
                        + "\", which does not exist";
            }
            List<Pod> pods = new ArrayList<>();
            for (String uid : entry.getValue().uids()) {
                Pod found = find(node, uid);
                if (found == null) {
                    return "extender " + extender.name() + " wants to preempt the pod of UID \"" + uid + "\" on node \""
                            + node.name() + "\", which does not run there";
                }
                pods.add(found);
            }
            if (!pods.isEmpty()) {
                into.put(
                        node.name(), new Extender.Victims(pods, entry.getValue().violations()));
            } else if (!extender.ignorable()) {
                return "expected at least one victim pod on node \"" + node.name() + "\"";
            }
        }
        return null;
    }

    private static @Nullable Pod find(NodeInfo node, String uid) {
        for (Pod pod : node.pods()) {
            if (pod.uid().equals(uid)) {
                return pod;
            }
        }
        return null;
    }
}
