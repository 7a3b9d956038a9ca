package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.engine.objects.CsiObjects.Capacity;
import dev.customscheduler.engine.objects.CsiObjects.CsiDriver;
import dev.customscheduler.engine.objects.CsiObjects.CsiNode;
import dev.customscheduler.engine.objects.PersistentVolume;
import dev.customscheduler.engine.objects.StorageClass;
import dev.customscheduler.engine.objects.StorageObjects;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether a node reaches a pod's volumes, and what would be bound and made for the pod there. */
final class VolumeSearch {
    private static final Status CONFLICT = refusal("node(s) didn't match PersistentVolume's node affinity");
    private static final Status NO_VOLUME = refusal("node(s) didn't find available persistent volumes to bind");
    private static final Status CONFLICT_AND_NO_VOLUME = Status.unresolvable(
            VolumeBinding.NAME,
            "node(s) didn't match PersistentVolume's node affinity",
            "node(s) didn't find available persistent volumes to bind");
    private static final Status NO_SPACE = refusal("node(s) did not have enough free storage");
    private static final Status CONFLICT_AND_NO_SPACE = Status.unresolvable(
            VolumeBinding.NAME,
            "node(s) didn't match PersistentVolume's node affinity",
            "node(s) did not have enough free storage");
    private static final String LOST = "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)";

    private final StorageObjects storage;

    VolumeSearch(StorageObjects storage) {
        this.storage = storage;
    }

    private static Status refusal(String reason) {
        return Status.unresolvable(VolumeBinding.NAME, reason);
    }

    /** A decision, or why there is none. */
    record Found(@Nullable VolumeDecision decision, Status status) {
        static Found refused(Status status) {
            return new Found(null, status);
        }
    }

    Found onNode(VolumeBinding.PodVolumes pod, Node node) {
        boolean reachable = true;
        boolean found = true;
        CsiNode csiNode = storage.csiNode(node.name());
        for (Claim claim : pod.bound()) {
            PersistentVolume volume = storage.volume(claim.volumeName());
            if (volume == null) {
                found = false;
                break;
            }
            String error = volume.translationErrorOn(csiNode);
            if (error != null) {
                return Found.refused(Status.error(VolumeBinding.NAME, error));
            }
            if (!volume.isReachableFrom(node, csiNode)) {
                reachable = false;
                break;
            }
        }
        Found delayed = delayed(pod.delayed(), node);
        if (delayed.decision() != null && reachable && found) {
            return delayed;
        }
        if (!found) {
            List<String> reasons = new ArrayList<>(delayed.status().reasons());
            reasons.add(LOST);
            return Found.refused(Status.unresolvable(VolumeBinding.NAME, reasons.toArray(String[]::new)));
        }
        if (reachable || (!delayed.status().isRejected() && !delayed.status().isSuccess())) {
            return delayed;
        }
        if (delayed.status().equals(NO_VOLUME)) {
            return Found.refused(CONFLICT_AND_NO_VOLUME);
        }
        return Found.refused(delayed.status().equals(NO_SPACE) ? CONFLICT_AND_NO_SPACE : CONFLICT);
    }

    private Found delayed(List<Claim> claims, Node node) {
        if (claims.isEmpty()) {
            return new Found(VolumeDecision.NOTHING, Status.success());
        }
        List<Claim> toMake = new ArrayList<>();
        List<Claim> toFind = new ArrayList<>();
        for (Claim claim : claims) {
            if (claim.selectedNode().isEmpty()) {
                toFind.add(claim);
            } else if (claim.selectedNode().equals(node.name())) {
                toMake.add(claim);
            } else {
                return Found.refused(NO_VOLUME);
            }
        }
        toFind.sort(Comparator.comparingLong(Claim::request));
        List<VolumeDecision.Binding> bindings = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (Claim claim : toFind) {
            PersistentVolume volume = VolumeMatching.find(claim, storage.volumesOf(claim.className()), node, taken);
            if (volume == null) {
                toMake.add(claim);
            } else {
                taken.add(volume.name());
                bindings.add(new VolumeDecision.Binding(volume, claim));
            }
        }
        List<VolumeDecision.Provision> provisions = new ArrayList<>();
        for (Claim claim : toMake) {
            Status s = provision(claim, node, provisions);
            if (!s.isSuccess()) {
                return Found.refused(s);
            }
        }
        return new Found(new VolumeDecision(List.copyOf(bindings), List.copyOf(provisions)), Status.success());
    }

    private Status provision(Claim claim, Node node, List<VolumeDecision.Provision> into) {
        StorageClass storageClass = storage.storageClass(claim.className());
        if (storageClass == null) {
            return Status.error(VolumeBinding.NAME, "failed to find storage class \"" + claim.className() + "\"");
        }
        if (!storageClass.provisions() || !storageClass.allows(node.labels())) {
            return NO_VOLUME;
        }
        CsiDriver driver = storage.csiDriver(storageClass.provisioner());
        if (claim.request() < 0 || driver == null || !driver.storageCapacity()) {
            into.add(new VolumeDecision.Provision(claim, null));
            return Status.success();
        }
        for (Capacity c : storage.capacities()) {
            if (c.className().equals(storageClass.name())
                    && c.limit() >= claim.request()
                    && c.topology().matches(node.labels())) {
                into.add(new VolumeDecision.Provision(claim, c));
                return Status.success();
            }
        }
        return NO_SPACE;
    }
}
