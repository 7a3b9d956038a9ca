package dev.customscheduler.cli.explain;

import dev.customscheduler.cli.explain.Answer.Asked;
import dev.customscheduler.cli.explain.Answer.Reason;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.RuntimeType;
import dev.customscheduler.engine.explain.Explanation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.Optional;

/** From a pod's name to the answer: who is responsible, how to ask it, what it says. */
final class Investigation {
    private final KubernetesClient client;
    private final Options options;

    /**
     * How to ask.
     *
     * @param token shown to the scheduler; empty: one is made
     * @param account the service account of that token; empty: the scheduler's own
     * @param address where the scheduler is; empty: behind the API server's pod proxy
     */
    record Options(String token, String account, String address) {}

    Investigation(KubernetesClient client, Options options) {
        this.client = client;
        this.options = options;
    }

    Answer answer(String namespace, String name) throws IOException, InterruptedException {
        String schedulerName = "";
        Asked asked = null;
        try {
            Pod pod = pod(namespace, name);
            schedulerName = pod.getSpec().getSchedulerName();
            Optional<CustomScheduler> found = new SchedulerFinder(client).claiming(schedulerName);
            if (found.isEmpty()) {
                asked = new Asked("", "kube-system", "", "");
                Explanation e = new LiveSimulation(client).ofDefault(pod);
                return new Answer(namespace, name, schedulerName, asked, null, e);
            }
            CustomScheduler scheduler = found.get();
            String namespaceOfIt = SchedulerFinder.namespace(scheduler);
            asked = new Asked(scheduler.getMetadata().getName(), namespaceOfIt, "", "");
            if (type(scheduler) == RuntimeType.KUBE_SCHEDULER) {
                Explanation e = new LiveSimulation(client).of(scheduler, pod);
                return new Answer(namespace, name, schedulerName, asked, null, e);
            }
            asked = asked(scheduler);
            Explanation e = new RunningScheduler(client, asked, options).ask(namespace, name);
            return new Answer(namespace, name, schedulerName, asked, null, e);
        } catch (Problems e) {
            return new Answer(namespace, name, schedulerName, asked, e.problem(), null);
        }
    }

    /** The leading pod; where the user gives an address, whoever is there. */
    private Asked asked(CustomScheduler scheduler) {
        String resource = scheduler.getMetadata().getName();
        if (!options.address().isEmpty()) {
            return new Asked(resource, SchedulerFinder.namespace(scheduler), "", options.address());
        }
        Pod leader = new SchedulerFinder(client).leader(scheduler);
        return new Asked(
                resource,
                leader.getMetadata().getNamespace(),
                leader.getMetadata().getName(),
                "");
    }

    private static RuntimeType type(CustomScheduler scheduler) {
        var runtime = scheduler.getSpec().runtime();
        return runtime == null ? RuntimeType.BUNDLED : runtime.typeOrDefault();
    }

    /** A namespace that is mistyped is the likelier mistake; who may not look for it is told of the pod only. */
    private String absent(String namespace, String name) {
        boolean nowhere;
        try {
            nowhere = client.namespaces().withName(namespace).get() == null;
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
                throw e;
            }
            nowhere = false;
        }
        return "there is no pod " + namespace + "/" + name
                + (nowhere ? ": there is no namespace " + namespace + " in this cluster" : "");
    }

    private Pod pod(String namespace, String name) {
        Pod pod;
        try {
            pod = client.pods().inNamespace(namespace).withName(name).get();
        } catch (KubernetesClientException e) {
            throw Access.problem(e, "get the pod " + namespace + "/" + name);
        }
        if (pod == null) {
            throw new Problems(Reason.POD_NOT_FOUND, absent(namespace, name));
        }
        String phase =
                pod.getStatus() == null ? "" : String.valueOf(pod.getStatus().getPhase());
        if (phase.equals("Succeeded") || phase.equals("Failed")) {
            throw new Problems(
                    Reason.POD_ENDED, "the pod has come to its end (" + phase + "): no scheduler looks at it any more");
        }
        return pod;
    }
}
