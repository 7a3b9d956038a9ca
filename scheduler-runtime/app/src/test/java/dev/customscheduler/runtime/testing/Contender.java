package dev.customscheduler.runtime.testing;

import dev.customscheduler.runtime.testing.Comparison.Round;
import dev.customscheduler.runtime.testing.Comparison.Seen;
import dev.customscheduler.runtime.testing.Comparison.Who;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.dsl.NamespaceListVisitFromServerGetDeleteRecreateWaitApplicable;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One of two schedulers that work on the same API server at the same time, each with namespaces, nodes and a scheduler
 * name of its own. In what a test writes, {@code @} stands for the part of names that tells them apart; in what it
 * reads that part is {@code @} again, so that both can be compared.
 */
public final class Contender implements AutoCloseable {
    /** Stands among the conditions of a pod that is being deleted. */
    public static final String ENDING = "ending";

    private static final String ACCOUNT = "scheduler";
    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final TestBed bed;
    private final Who who;
    private final String token;
    private final Comparison comparison;
    private final Permissions permissions;
    private final Map<String, String> namespaces = new TreeMap<>();
    private @Nullable Round round;

    /**
     * Prepares a contender.
     *
     * @param configuration what its KubeSchedulerConfiguration has beyond the connection and what makes it repeatable
     */
    public Contender(TestBed bed, Who who, String configuration) {
        this.bed = bed;
        this.who = who;
        this.token = who == Who.RUNTIME ? "the-tested" : "the-real";
        this.comparison = new Comparison(bed, token, kubeconfig -> """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                clientConnection: {kubeconfig: "%s", qps: 50, burst: 100}
                leaderElection: {leaderElect: false}
                parallelism: 1
                percentageOfNodesToScore: 100
                """.formatted(kubeconfig) + own(configuration));
        this.permissions = new Permissions(bed, comparison.namespace(), ACCOUNT);
        namespaces.put("home", comparison.namespace());
    }

    /** Which one. */
    public Who who() {
        return who;
    }

    /** What it may do. */
    public Permissions permissions() {
        return permissions;
    }

    /** Starts it. */
    public void start(String... arguments) {
        round = comparison.start(who, arguments);
    }

    /** It at work. */
    public Round round() {
        if (round == null) {
            throw new IllegalStateException("not started");
        }
        return round;
    }

    /** What is written with {@code @}, as this contender's own. */
    public String own(String text) {
        return text.replace("@", token);
    }

    /** The namespace that is known to the test by {@code name}; created where it is not there. {@code home} is. */
    public String namespace(String name) {
        return namespaces.computeIfAbsent(name, n -> bed.newNamespace(token + "-" + n));
    }

    /** Adds nodes. */
    public List<Node> nodes(FakeNode... nodes) {
        List<FakeNode> own = new ArrayList<>();
        for (FakeNode node : nodes) {
            own.add(node.named(own(node.name())));
        }
        return bed.fakeNodes().add(own);
    }

    /** Creates the items of a list. */
    public void create(String namespace, String... items) {
        list(items).inNamespace(namespace(namespace)).create();
    }

    /** Deletes objects that have no namespace. */
    public void remove(String... items) {
        list(items).delete();
    }

    private NamespaceListVisitFromServerGetDeleteRecreateWaitApplicable<HasMetadata> list(String... items) {
        return Manifests.of(bed, own(Manifests.list(items)));
    }

    /** An annotation of a claim in {@code home}; empty where it has none. */
    public String annotation(String claim, String key) {
        Map<String, String> annotations = bed.client()
                .persistentVolumeClaims()
                .inNamespace(namespace("home"))
                .withName(claim)
                .require()
                .getMetadata()
                .getAnnotations();
        return annotations == null ? "" : annotations.getOrDefault(key, "");
    }

    private PodResource resource(String namespace, String name) {
        return bed.client().pods().inNamespace(namespace(namespace)).withName(name);
    }

    /** Patches a pod's status, as a kubelet does. */
    public void patchStatus(String namespace, String name, String patch) {
        resource(namespace, name).subresource("status").patch(PatchContext.of(PatchType.STRATEGIC_MERGE), patch);
    }

    /** Resizes in place what the pod's container {@code c} asks for. */
    public void resize(String namespace, String name, String cpu) {
        String patch = "{\"spec\": {\"containers\": [{\"name\": \"c\", \"resources\": {\"requests\": {\"cpu\": \"" + cpu
                + "\"}}}]}}";
        resource(namespace, name).subresource("resize").patch(PatchContext.of(PatchType.STRATEGIC_MERGE), patch);
    }

    /** Begins to delete a pod: it stays until its grace is over, for want of a kubelet for good. */
    public void delete(String namespace, String name) {
        resource(namespace, name).delete();
    }

    /** Ends a pod at once, as a kubelet does when its grace is over. */
    public void end(String namespace, String name) {
        resource(namespace, name).withGracePeriod(0).delete();
    }

    /** Waits until the condition holds. */
    public void await(String what, Callable<Boolean> condition) {
        round().await(who + ": " + what, condition);
    }

    /** What it serves at /metrics. */
    public Scrape scrape() {
        try {
            return round().scrape();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The value of a sample of which the labels are given as {@link Scrape.Family#samples} has them; 0 without one. */
    public double metric(String family, String labels) {
        Scrape.Family f = scrape().families().get(family);
        return f == null ? 0 : Double.parseDouble(f.samples().getOrDefault(own(labels), "0"));
    }

    /**
     * What is seen of the pods whose names match, by namespace and name. A pod that is being deleted has the condition
     * {@link #ENDING}. Of events it is left out how often they came.
     */
    public SortedMap<String, Seen> look(String pattern) {
        SortedMap<String, Seen> all = new TreeMap<>();
        namespaces.forEach((name, real) -> {
            Set<String> terminating = comparison.terminating(real);
            comparison.look(real).forEach((pod, seen) -> {
                if (pod.matches(pattern)) {
                    all.put(name + "/" + pod, told(seen, terminating.contains(pod)));
                }
            });
        });
        return all;
    }

    private Seen told(Seen seen, boolean ending) {
        List<String> conditions = new ArrayList<>();
        seen.conditions().forEach(condition -> conditions.add(told(condition)));
        if (ending) {
            conditions.add(ENDING);
        }
        List<String> events = new ArrayList<>();
        for (String event : seen.events()) {
            String text = told(event.substring(0, event.lastIndexOf(" | ")));
            if (!events.contains(text)) {
                events.add(text);
            }
        }
        return new Seen(told(seen.node()), told(seen.nominated()), conditions, events);
    }

    private String told(String text) {
        String told = text;
        for (Map.Entry<String, String> namespace : namespaces.entrySet()) {
            told = told.replace(namespace.getValue(), "namespace-" + namespace.getKey());
        }
        return UID.matcher(told.replace(token, "@")).replaceAll("UID");
    }

    @Override
    public void close() {
        if (round != null) {
            round.close();
        }
    }
}
