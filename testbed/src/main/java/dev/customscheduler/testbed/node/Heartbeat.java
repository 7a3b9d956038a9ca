package dev.customscheduler.testbed.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews a node's lease every ten seconds. */
final class Heartbeat implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
    private static final int LEASE_SECONDS = 40;
    private static final int PERIOD_SECONDS = 10;

    private final KubernetesClient client;
    private final Node node;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("heartbeat").factory());

    Heartbeat(KubernetesClient client, Node node) {
        this.client = client;
        this.node = node;
        var unused = timer.scheduleAtFixedRate(this::renew, 0, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    static List<NodeCondition> conditions() {
        String now = PodStatuses.now();
        return List.of(
                condition("MemoryPressure", "False", "KubeletHasSufficientMemory", now),
                condition("DiskPressure", "False", "KubeletHasNoDiskPressure", now),
                condition("PIDPressure", "False", "KubeletHasSufficientPID", now),
                condition("Ready", "True", "KubeletReady", now));
    }

    private static NodeCondition condition(String type, String status, String reason, String now) {
        return new NodeConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage("process node")
                .withLastHeartbeatTime(now)
                .withLastTransitionTime(now)
                .build();
    }

    private void renew() {
        String name = node.getMetadata().getName();
        Lease lease = new LeaseBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("kube-node-lease")
                .addNewOwnerReference()
                .withApiVersion("v1")
                .withKind("Node")
                .withName(name)
                .withUid(node.getMetadata().getUid())
                .endOwnerReference()
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(name)
                .withLeaseDurationSeconds(LEASE_SECONDS)
                .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS))
                .endSpec()
                .build();
        try {
            client.resource(lease).fieldManager("process-node").forceConflicts().serverSideApply();
        } catch (KubernetesClientException e) {
            if (!timer.isShutdown()) {
                LOG.warn("renewing the lease of node {}: {}", name, e.getMessage());
            }
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
