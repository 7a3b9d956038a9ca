package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.engine.objects.PersistentVolume;
import dev.customscheduler.framework.model.Node;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the volume for a claim on a node: one that is for the claim already, else the smallest that is large enough.
 */
final class VolumeMatching {
    private VolumeMatching() {}

    static @Nullable PersistentVolume find(Claim claim, List<PersistentVolume> volumes, Node node, Set<String> taken) {
        PersistentVolume smallest = null;
        for (PersistentVolume v : volumes) {
            if (taken.contains(v.name()) || (v.claim() != null && !v.isFor(claim))) {
                continue;
            }
            if (v.capacity() < claim.request()
                    || !v.volumeMode().equals(claim.volumeMode())
                    || !v.attributesClass().equals(claim.attributesClass())
                    || v.terminating()) {
                continue;
            }
            boolean reachable = v.isReachableFrom(node, null);
            if (v.isFor(claim)) {
                return reachable ? v : null;
            }
            if (reachable && isFree(v, claim) && (smallest == null || v.capacity() < smallest.capacity())) {
                smallest = v;
            }
        }
        return smallest;
    }

    private static boolean isFree(PersistentVolume v, Claim claim) {
        return v.phase().equals("Available")
                && (claim.selector() == null || claim.selector().matches(v.labels()))
                && v.className().equals(claim.className())
                && v.accessModes().containsAll(claim.accessModes());
    }
}
