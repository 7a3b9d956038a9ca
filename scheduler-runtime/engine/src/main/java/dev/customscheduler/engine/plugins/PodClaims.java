package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Volume;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The claims that a pod's volumes refer to. */
final class PodClaims {
    private PodClaims() {}

    /** The name of the claim behind a volume, or null where there is none. */
    static @Nullable String name(Pod pod, Volume volume) {
        return switch (volume.kind()) {
            case PersistentVolumeClaim -> volume.source();
            case Ephemeral -> pod.name() + "-" + volume.name();
            default -> null;
        };
    }

    /** The names of all claims. */
    static List<String> names(Pod pod) {
        List<String> all = new ArrayList<>();
        for (Volume v : pod.spec().volumes()) {
            String name = name(pod, v);
            if (name != null) {
                all.add(name);
            }
        }
        return all;
    }

    /** Whether one of the volumes names the claim; ephemeral volumes do not. */
    static boolean names(Pod pod, Claim claim) {
        if (!claim.namespace().equals(pod.namespace())) {
            return false;
        }
        for (Volume v : pod.spec().volumes()) {
            if (v.kind() == Volume.Kind.PersistentVolumeClaim && v.source().equals(claim.name())) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of the volumes has a claim. */
    static boolean any(Pod pod) {
        List<Volume> volumes = pod.spec().volumes();
        for (int i = 0; i < volumes.size(); i++) {
            Volume.Kind kind = volumes.get(i).kind();
            if (kind == Volume.Kind.PersistentVolumeClaim || kind == Volume.Kind.Ephemeral) {
                return true;
            }
        }
        return false;
    }

    /** What is said of an ephemeral volume's claim of that name that was there before the pod. */
    static String notOwner(Pod pod, String name) {
        return "PVC " + pod.namespace() + "/" + name + " was not created for pod " + pod.key() + " (pod is not owner)";
    }

    static String notFound(String name) {
        return "persistentvolumeclaim \"" + name + "\" not found";
    }
}
