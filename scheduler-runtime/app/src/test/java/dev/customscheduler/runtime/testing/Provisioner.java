package dev.customscheduler.runtime.testing;

import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An external provisioner: when a scheduler has chosen a node for a claim, it does what the claim's label {@code fate}
 * says: {@code provision} a volume for that node, {@code fail} as provisioners do, provision it {@code elsewhere},
 * {@code ignore} the claim, {@code delete-claim}, {@code delete-pod} (of the claim's name), or {@code delete-node}.
 */
public final class Provisioner implements AutoCloseable {
    private static final String SELECTED = "volume.kubernetes.io/selected-node";

    private final KubernetesClient client;
    private final String namespace;
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final AtomicInteger busy = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Watch watch;

    /** Begins to work. */
    public Provisioner(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
        this.watch = client.persistentVolumeClaims().inNamespace(namespace).watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, PersistentVolumeClaim claim) {
                if (action == Action.ADDED || action == Action.MODIFIED) {
                    look(claim);
                }
            }

            @Override
            public void onClose(WatcherException cause) {
                throw new IllegalStateException("the watch ended", cause);
            }
        });
    }

    /** Whether there is nothing that it has begun and not ended. */
    public boolean idle() {
        return busy.get() == 0;
    }

    private void look(PersistentVolumeClaim claim) {
        var annotations = claim.getMetadata().getAnnotations();
        String node = annotations == null ? null : annotations.get(SELECTED);
        String fate = claim.getMetadata().getLabels() == null
                ? null
                : claim.getMetadata().getLabels().get("fate");
        if (node != null && fate != null && known.add(claim.getMetadata().getUid())) {
            busy.incrementAndGet();
            threads.execute(() -> {
                meet(claim, fate, node);
                busy.decrementAndGet();
            });
        }
    }

    private void meet(PersistentVolumeClaim claim, String fate, String node) {
        String name = claim.getMetadata().getName();
        switch (fate) {
            case "provision" -> provision(claim, node);
            case "elsewhere" -> provision(claim, "elsewhere");
            case "fail" ->
                client.persistentVolumeClaims()
                        .inNamespace(namespace)
                        .withName(name)
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"metadata\": {\"annotations\": {\"" + SELECTED + "\": null}}}");
            case "delete-claim" ->
                client.persistentVolumeClaims()
                        .inNamespace(namespace)
                        .withName(name)
                        .delete();
            case "delete-pod" ->
                client.pods()
                        .inNamespace(namespace)
                        .withName(name)
                        .withGracePeriod(0)
                        .delete();
            case "delete-node" -> client.nodes().withName(node).delete();
            default -> {}
        }
    }

    private void provision(PersistentVolumeClaim claim, String node) {
        client.resource(new PersistentVolumeBuilder()
                        .withNewMetadata()
                        .withName("made-for-" + claim.getMetadata().getName())
                        .addToLabels("test", "volumes")
                        .addToAnnotations("pv.kubernetes.io/provisioned-by", "test.example.com")
                        .endMetadata()
                        .withNewSpec()
                        .withAccessModes(claim.getSpec().getAccessModes())
                        .withCapacity(claim.getSpec().getResources().getRequests())
                        .withStorageClassName(claim.getSpec().getStorageClassName())
                        .withPersistentVolumeReclaimPolicy("Retain")
                        .withNewClaimRef()
                        .withApiVersion("v1")
                        .withKind("PersistentVolumeClaim")
                        .withNamespace(namespace)
                        .withName(claim.getMetadata().getName())
                        .withUid(claim.getMetadata().getUid())
                        .endClaimRef()
                        .withNewCsi()
                        .withDriver("test.example.com")
                        .withVolumeHandle(claim.getMetadata().getUid())
                        .endCsi()
                        .withNewNodeAffinity()
                        .withNewRequired()
                        .addNewNodeSelectorTerm()
                        .addNewMatchExpression()
                        .withKey("kubernetes.io/hostname")
                        .withOperator("In")
                        .withValues(node)
                        .endMatchExpression()
                        .endNodeSelectorTerm()
                        .endRequired()
                        .endNodeAffinity()
                        .endSpec()
                        .build())
                .create();
    }

    @Override
    public void close() {
        watch.close();
        threads.close();
    }
}
