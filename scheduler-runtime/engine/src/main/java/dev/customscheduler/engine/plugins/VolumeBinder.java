package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.engine.objects.CsiObjects.CsiNode;
import dev.customscheduler.engine.objects.PersistentVolume;
import dev.customscheduler.engine.objects.StorageObjects;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Cluster.ClaimReference;
import dev.customscheduler.framework.Code;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PodInPreBind;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Node;
import dev.customscheduler.framework.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Carries out what was decided about a pod's volumes: assumes it at once, writes it later, and waits for the volume
 * controller and the provisioner. What goes wrong is told in kube-scheduler's words.
 */
final class VolumeBinder {
    private static final long POLL = Duration.ofMillis(100).toNanos();
    private static final Status NOT_YET = Status.of(Code.Wait, VolumeBinding.NAME);

    private final PluginContext context;
    private final long timeout;

    VolumeBinder(PluginContext context, long timeoutSeconds) {
        this.context = context;
        this.timeout = Duration.ofSeconds(timeoutSeconds).toNanos();
    }

    private StorageObjects storage() {
        return context.objects().storage();
    }

    private static Status failure(String message) {
        return Status.error(VolumeBinding.NAME, message);
    }

    /** A decision as it is assumed, and Success; or as far as it was, and what is wrong. */
    record Assumed(VolumeDecision decision, Status status) {}

    /** Makes other pods see the decision. What was assumed before a failure is to be forgotten by the caller. */
    Assumed assume(VolumeDecision decision, String node) {
        List<VolumeDecision.Binding> bindings = new ArrayList<>();
        List<VolumeDecision.Provision> provisions = new ArrayList<>();
        String problem = "";
        for (VolumeDecision.Binding b : decision.bindings()) {
            PersistentVolume volume = b.volume().withClaim(b.claim());
            problem = problem.isEmpty() ? storage().assume(volume) : problem;
            if (problem.isEmpty()) {
                bindings.add(new VolumeDecision.Binding(volume, b.claim()));
            }
        }
        for (VolumeDecision.Provision p : decision.provisions()) {
            Claim claim = p.claim().withSelectedNode(node);
            problem = problem.isEmpty() ? storage().assume(claim) : problem;
            if (problem.isEmpty()) {
                provisions.add(new VolumeDecision.Provision(claim, p.capacity()));
            }
        }
        return new Assumed(
                new VolumeDecision(List.copyOf(bindings), List.copyOf(provisions)),
                problem.isEmpty() ? Status.success() : failure(problem));
    }

    void forget(VolumeDecision decision) {
        decision.bindings().forEach(b -> storage().forget(b.volume()));
        decision.provisions().forEach(p -> storage().forget(p.claim()));
    }

    private String cancelled(Pod pod) {
        PodInPreBind inPreBind = context.handle().podInPreBind(pod.uid());
        return inPreBind == null ? "" : inPreBind.cancelled();
    }

    /** Writes the decision and waits until every claim is bound. */
    Status bind(Pod pod, VolumeDecision decision, String node) {
        for (VolumeDecision.Binding b : decision.bindings()) {
            String cancelled = cancelled(pod);
            if (!cancelled.isEmpty()) {
                return failure(cancelled);
            }
            Claim c = b.claim();
            ApiResult result = context.handle()
                    .cluster()
                    .claimVolume(
                            b.volume().name(),
                            b.volume().resourceVersion(),
                            new ClaimReference(c.namespace(), c.name(), c.uid(), c.resourceVersion()));
            if (!result.isOk()) {
                return failure(result.message());
            }
        }
        for (VolumeDecision.Provision p : decision.provisions()) {
            String cancelled = cancelled(pod);
            if (!cancelled.isEmpty()) {
                return failure(cancelled);
            }
            Claim c = p.claim();
            ApiResult result =
                    context.handle().cluster().selectNode(c.namespace(), c.name(), c.resourceVersion(), node);
            if (!result.isOk()) {
                return failure(result.message());
            }
        }
        return await(pod, decision, node);
    }

    private Status await(Pod pod, VolumeDecision decision, String node) {
        long end = context.handle().clock().nanos() + timeout;
        while (true) {
            Status now = check(pod, decision, node);
            if (now.code() == Code.Error) {
                return failure("binding volumes: " + now.message());
            }
            if (now.isSuccess()) {
                return now;
            }
            String cancelled = cancelled(pod);
            if (!cancelled.isEmpty()) {
                return failure(cancelled);
            }
            if (Thread.currentThread().isInterrupted()) {
                return failure("binding volumes: context canceled");
            }
            if (context.handle().clock().nanos() > end) {
                return failure("binding volumes: context deadline exceeded");
            }
            LockSupport.parkNanos(POLL);
        }
    }

    /** Success when all is bound, Wait while it is not, Error where it will not be. */
    private Status check(Pod pod, VolumeDecision decision, String nodeName) {
        NodeInfo info = context.cache().node(nodeName);
        if (info == null) {
            return failure("failed to get node \"" + nodeName + "\": node \"" + nodeName + "\" not found");
        }
        if (context.cache().pod(pod.uid()) == null) {
            return failure("pod does not exist any more: pod \"" + pod.name() + "\" not found");
        }
        for (VolumeDecision.Binding b : decision.bindings()) {
            Status s = check(b, info.node());
            if (!s.isSuccess()) {
                return s;
            }
        }
        for (VolumeDecision.Provision p : decision.provisions()) {
            Status s = check(p, info.node());
            if (!s.isSuccess()) {
                return s;
            }
        }
        return Status.success();
    }

    private Status check(VolumeDecision.Binding binding, Node node) {
        PersistentVolume volume = storage().confirmedVolume(binding.volume().name());
        if (volume == null) {
            return failure("failed to check binding: persistentvolumes \""
                    + binding.volume().name() + "\" not found");
        }
        Claim claim = storage().confirmedClaim(binding.claim());
        if (claim == null) {
            return failure("failed to check binding: persistentvolumeclaims \""
                    + binding.claim().key() + "\" not found");
        }
        boolean claimed = volume.claim() != null && !volume.claim().uid().isEmpty();
        if (!claimed && volume.resourceVersion().equals(binding.volume().resourceVersion())) {
            return NOT_YET; // The watch has not brought what was written.
        }
        Status reached = reached(volume, node, "failed to translate pv to csi: ");
        if (!reached.isSuccess()) {
            return reached;
        }
        if (!claimed) {
            return failure("ClaimRef got reset for pv \"" + volume.name() + "\"");
        }
        return claim.isBound() ? Status.success() : NOT_YET;
    }

    private Status check(VolumeDecision.Provision provision, Node node) {
        Claim claim = storage().confirmedClaim(provision.claim());
        if (claim == null) {
            return failure("failed to check provisioning pvc: persistentvolumeclaims \""
                    + provision.claim().key() + "\" not found");
        }
        if (!claim.selectedNode().equals(node.name())) {
            if (claim.resourceVersion().equals(provision.claim().resourceVersion())) {
                return NOT_YET; // The watch has not brought what was written.
            }
            return failure(
                    claim.annotated()
                            ? "provisioning failed for PVC \"" + claim.name() + "\""
                            : "selectedNode annotation reset for PVC \"" + claim.name() + "\"");
        }
        if (!claim.volumeName().isEmpty()) {
            PersistentVolume volume = storage().confirmedVolume(claim.volumeName());
            if (volume == null) {
                return NOT_YET; // The claim's change came before the volume; if it is gone the claim gets lost.
            }
            Status reached = reached(volume, node, "");
            if (!reached.isSuccess()) {
                return reached;
            }
        }
        return claim.isBound() ? Status.success() : NOT_YET;
    }

    private Status reached(PersistentVolume volume, Node node, String translating) {
        CsiNode csiNode = storage().csiNode(node.name());
        String error = volume.translationErrorOn(csiNode);
        if (error != null) {
            return failure(translating + error);
        }
        return volume.isReachableFrom(node, csiNode) ? Status.success() : unreachable(volume, node);
    }

    private static Status unreachable(PersistentVolume volume, Node node) {
        return failure("pv \"" + volume.name() + "\" node affinity doesn't match node \"" + node.name()
                + "\": no matching NodeSelectorTerms");
    }
}
