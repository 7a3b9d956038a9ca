package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.engine.objects.PersistentVolume;
import dev.customscheduler.engine.objects.StorageObjects;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.framework.ApiResult;
import dev.customscheduler.framework.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Carries out what was decided about a pod's volumes: assumes it at once, writes it later, and waits for the volume
 * controller.
 */
final class VolumeBinder {
    private static final long POLL = Duration.ofMillis(100).toNanos();

    private final PluginContext context;
    private final long timeout;

    VolumeBinder(PluginContext context, long timeoutSeconds) {
        this.context = context;
        this.timeout = Duration.ofSeconds(timeoutSeconds).toNanos();
    }

    private StorageObjects storage() {
        return context.objects().storage();
    }

    /** Makes other pods see the decision; gives it as it is assumed. */
    VolumeDecision assume(VolumeDecision decision, String node) {
        List<VolumeDecision.Binding> bindings = new ArrayList<>();
        for (VolumeDecision.Binding b : decision.bindings()) {
            PersistentVolume volume = b.volume().withClaim(b.claim());
            storage().assume(volume);
            bindings.add(new VolumeDecision.Binding(volume, b.claim()));
        }
        List<VolumeDecision.Provision> provisions = new ArrayList<>();
        for (VolumeDecision.Provision p : decision.provisions()) {
            Claim claim = p.claim().withSelectedNode(node);
            storage().assume(claim);
            provisions.add(new VolumeDecision.Provision(claim, p.capacity()));
        }
        return new VolumeDecision(List.copyOf(bindings), List.copyOf(provisions));
    }

    void forget(VolumeDecision decision) {
        decision.bindings().forEach(b -> storage().forget(b.volume()));
        decision.provisions().forEach(p -> storage().forget(p.claim()));
    }

    /** Writes the decision and waits until every claim is bound. */
    Status bind(VolumeDecision decision, String node) {
        for (VolumeDecision.Binding b : decision.bindings()) {
            Claim c = b.claim();
            ApiResult result = context.handle()
                    .cluster()
                    .claimVolume(b.volume().name(), b.volume().resourceVersion(), c.namespace(), c.name(), c.uid());
            if (!result.isOk()) {
                return Status.error(VolumeBinding.NAME, result.message());
            }
        }
        for (VolumeDecision.Provision p : decision.provisions()) {
            Claim c = p.claim();
            ApiResult result =
                    context.handle().cluster().selectNode(c.namespace(), c.name(), c.resourceVersion(), node);
            if (!result.isOk()) {
                return Status.error(VolumeBinding.NAME, result.message());
            }
        }
        return await(decision, node);
    }

    private Status await(VolumeDecision decision, String node) {
        long end = context.handle().clock().nanos() + timeout;
        while (true) {
            boolean all = true;
            for (VolumeDecision.Binding b : decision.bindings()) {
                Claim now = storage().confirmedClaim(b.claim());
                if (now == null) {
                    return Status.error(
                            VolumeBinding.NAME,
                            "binding volumes: claim " + b.claim().key() + " is gone");
                }
                all &= now.isBound();
            }
            for (VolumeDecision.Provision p : decision.provisions()) {
                Claim now = storage().confirmedClaim(p.claim());
                if (now == null) {
                    return Status.error(
                            VolumeBinding.NAME,
                            "binding volumes: claim " + p.claim().key() + " is gone");
                }
                boolean newer = !now.resourceVersion().equals(p.claim().resourceVersion());
                if (newer && !now.selectedNode().equals(node)) {
                    return Status.error(
                            VolumeBinding.NAME, "binding volumes: provisioning failed for PVC \"" + now.name() + "\"");
                }
                all &= now.isBound();
            }
            if (all) {
                return Status.success();
            }
            if (context.handle().clock().nanos() > end || Thread.currentThread().isInterrupted()) {
                return Status.error(VolumeBinding.NAME, "binding volumes: context deadline exceeded");
            }
            LockSupport.parkNanos(POLL);
        }
    }
}
