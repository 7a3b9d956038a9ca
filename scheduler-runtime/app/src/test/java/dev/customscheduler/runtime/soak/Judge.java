package dev.customscheduler.runtime.soak;

import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.oracle.ClusterCase;
import dev.customscheduler.testbed.oracle.Oracle;
import dev.customscheduler.testbed.oracle.PodPlacement;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesListBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;

/** kube-scheduler's own code, asked about the cluster as it is now. */
final class Judge implements AutoCloseable {
    private final TestBed bed;
    private final String namespace;
    private final String configuration;
    private final Oracle oracle;
    private int asked;

    Judge(TestBed bed, String namespace, String configuration) {
        this.bed = bed;
        this.namespace = namespace;
        this.configuration = configuration;
        this.oracle = Oracle.start(bed.tools());
    }

    /** The pods without a node that kube-scheduler would place, or for which it would preempt others. */
    List<String> wouldPlace() {
        List<HasMetadata> all = new ArrayList<>();
        all.addAll(bed.client().nodes().list().getItems());
        all.addAll(bed.client().pods().inNamespace(namespace).list().getItems());
        all.addAll(bed.client()
                .policy()
                .v1()
                .podDisruptionBudget()
                .inNamespace(namespace)
                .list()
                .getItems());
        String cluster =
                Serialization.asJson(new KubernetesListBuilder().withItems(all).build());
        List<String> would = new ArrayList<>();
        for (PodPlacement pod : oracle.place(new ClusterCase(configuration, cluster))) {
            asked++;
            if (pod.node() != null) {
                would.add(pod.pod() + " to " + pod.node());
            } else if (!pod.preempted().isEmpty()) {
                would.add(pod.pod() + " in place of " + pod.preempted());
            }
        }
        return would;
    }

    /** How many pods it was asked about so far. */
    int asked() {
        return asked;
    }

    @Override
    public void close() {
        oracle.close();
    }
}
