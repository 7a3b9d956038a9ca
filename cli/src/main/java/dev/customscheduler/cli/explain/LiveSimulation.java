package dev.customscheduler.cli.explain;

import dev.customscheduler.cli.CommandFailure;
import dev.customscheduler.cli.explain.Answer.Reason;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.KubeSchedulerConfiguration;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerStatus;
import dev.customscheduler.engine.explain.Explanation;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.engine.simulation.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers for schedulers that cannot be asked, because they are the real kube-scheduler: by a simulation with its
 * configuration, of what the API server has. What the scheduler itself has in its memory is not seen by it.
 */
final class LiveSimulation {
    private static final String DEFAULTS = "apiVersion: " + KubeSchedulerConfiguration.API_VERSION + "\nkind: "
            + KubeSchedulerConfiguration.KIND + "\n";

    private final KubernetesClient client;

    LiveSimulation(KubernetesClient client) {
        this.client = client;
    }

    /** Of a CustomScheduler with the KubeScheduler runtime. */
    Explanation of(CustomScheduler scheduler, Pod pod) throws IOException {
        CustomSchedulerStatus status = scheduler.getStatus();
        String revision = status == null
                ? null
                : status.lastGoodRevision() == null ? status.currentRevision() : status.lastGoodRevision();
        if (revision == null) {
            throw new Problems(
                    Reason.NOT_READY,
                    "CustomScheduler " + scheduler.getMetadata().getName()
                            + " is not ready: it has no configuration yet");
        }
        String namespace = SchedulerFinder.namespace(scheduler);
        ConfigMap map;
        try {
            map = client.configMaps().inNamespace(namespace).withName(revision).get();
        } catch (KubernetesClientException e) {
            throw Access.problem(e, "get the configmap " + namespace + "/" + revision + " with the configuration");
        }
        if (map == null) {
            throw new Problems(
                    Reason.NOT_READY,
                    "the configmap " + namespace + "/" + revision + " with the configuration is gone");
        }
        return simulate(
                String.join("\n", map.getData().values()),
                pod,
                "kube-scheduler cannot be asked: this is a simulation with its configuration (configmap " + namespace
                        + "/" + revision + ") of what the API server has now");
    }

    /** Of the cluster's own scheduler, whose configuration is not to be had. */
    Explanation ofDefault(Pod pod) throws IOException {
        return simulate(
                DEFAULTS,
                pod,
                "no CustomScheduler claims default-scheduler, so it is the cluster's own scheduler, which cannot be"
                        + " asked: this is a simulation of what the API server has now, and kube-scheduler's default"
                        + " configuration is assumed");
    }

    private Explanation simulate(String configuration, Pod pod, String note) throws IOException {
        ConfigurationResult read =
                ConfigurationReader.read(configuration.getBytes(StandardCharsets.UTF_8), Source.NONE, Target.bundled());
        if (!(read instanceof ConfigurationResult.Accepted accepted)) {
            throw CommandFailure.failed("the scheduler's configuration is refused here: "
                    + String.join(
                            "; ",
                            read.findings().stream().map(Finding::toString).toList()));
        }
        List<String> notes = new ArrayList<>();
        notes.add(note);
        if (!accepted.configuration().extenders().isEmpty()) {
            notes.add("its extenders are left out: they may refuse what fits by the plugins");
        }
        if (pod.getSpec().getNodeName() != null) {
            notes.add("kube-scheduler keeps no scores: why it chose this node is not known");
            return plain(pod, Explanation.State.ASSIGNED, notes);
        }
        LiveCluster cluster = new LiveCluster(client);
        if (!cluster.notSeen().isEmpty()) {
            notes.add("left out, since you may not list them: " + String.join(", ", cluster.notSeen()));
        }
        try (Simulation simulation = new Simulation(
                accepted.configuration().withoutExtenders(),
                accepted.profiles(),
                PluginRegistry.builtIn(),
                cluster.objects())) {
            String uid = pod.getMetadata().getUid();
            for (var pending : simulation.pending()) {
                if (pending.uid().equals(uid) && simulation.scheduler().isResponsibleFor(pending)) {
                    return told(simulation.explain(pending), pod, notes);
                }
            }
        } catch (IllegalArgumentException e) {
            throw CommandFailure.failed(String.valueOf(e.getMessage()));
        }
        throw new Problems(Reason.NOT_KNOWN, "the pod got a node, or went, while the cluster was read: ask again");
    }

    /** Adds what the real scheduler last wrote into the pod's status. */
    private static Explanation told(Explanation e, Pod pod, List<String> notes) {
        Explanation.Attempt last = null;
        for (PodCondition c : pod.getStatus().getConditions()) {
            if (c.getType().equals("PodScheduled") && c.getStatus().equals("False")) {
                String nominated = pod.getStatus().getNominatedNodeName();
                last = new Explanation.Attempt(
                        c.getLastTransitionTime() == null ? "" : c.getLastTransitionTime(),
                        c.getMessage() == null ? String.valueOf(c.getReason()) : c.getMessage(),
                        nominated == null ? "" : nominated,
                        0,
                        List.of());
            }
        }
        if (last == null) {
            notes.add("no scheduler has said anything of the pod yet: is one at work?");
        }
        notes.addAll(e.notes());
        return new Explanation(
                e.namespace(),
                e.name(),
                e.uid(),
                e.schedulerName(),
                e.priority(),
                e.state(),
                e.node(),
                e.time(),
                true,
                null,
                last,
                e.wakers(),
                e.now(),
                e.changes(),
                null,
                notes);
    }

    private static Explanation plain(Pod pod, Explanation.State state, List<String> notes) {
        Integer priority = pod.getSpec().getPriority();
        return new Explanation(
                pod.getMetadata().getNamespace(),
                pod.getMetadata().getName(),
                pod.getMetadata().getUid(),
                pod.getSpec().getSchedulerName(),
                priority == null ? 0 : priority,
                state,
                pod.getSpec().getNodeName(),
                "",
                true,
                null,
                null,
                List.of(),
                null,
                null,
                null,
                notes);
    }
}
