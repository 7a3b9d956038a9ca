package dev.customscheduler.engine.explain;

import dev.customscheduler.engine.Scheduler;
import dev.customscheduler.engine.explain.Explanation.Kind;
import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.engine.objects.PersistentVolume;
import dev.customscheduler.engine.objects.StorageObjects;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What helps where claims are not there, or not bound. */
final class VolumeRepairs {
    private static final String NAME = "explained";

    private VolumeRepairs() {}

    /**
     * Claims bound that are not. For a volume that the node does not reach nothing is known: a label that says the node
     * were elsewhere would not bring the volume there. Nor is there anything for a claim that is being deleted.
     */
    static List<List<Repair>> of(Scheduler copy, Pod pod, List<String> claims) {
        StorageObjects storage = copy.objects().storage();
        List<Claim> unbound = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (String name : claims) {
            Claim claim = storage.claim(pod.namespace(), name);
            if (claim == null) {
                unbound.add(absent(pod.namespace(), name));
                words.add("a claim " + pod.namespace() + "/" + name + ", bound to a volume that the node reaches");
            } else if (claim.terminating()) {
                return List.of();
            } else if (!claim.isBound()) {
                unbound.add(claim);
                words.add("the claim " + claim.key() + " bound to a volume that the node reaches");
            }
        }
        return unbound.isEmpty() ? List.of() : List.of(List.of(bound(unbound, String.join(" and ", words))));
    }

    private static Claim absent(String namespace, String name) {
        return new Claim(
                namespace,
                name,
                "",
                "",
                "",
                "",
                Set.of("ReadWriteOnce"),
                "Filesystem",
                "",
                0,
                null,
                "",
                false,
                false,
                false,
                "",
                "");
    }

    private static Repair bound(List<Claim> claims, String words) {
        List<Claim> bound = new ArrayList<>();
        List<PersistentVolume> volumes = new ArrayList<>();
        for (Claim c : claims) {
            String volume = NAME + "-" + c.namespace() + "-" + c.name();
            bound.add(new Claim(
                    c.namespace(),
                    c.name(),
                    c.uid(),
                    c.resourceVersion(),
                    volume,
                    c.className(),
                    c.accessModes(),
                    c.volumeMode(),
                    c.attributesClass(),
                    c.request(),
                    c.selector(),
                    "Bound",
                    false,
                    true,
                    true,
                    c.selectedNode(),
                    c.owner()));
            volumes.add(new PersistentVolume(
                    volume,
                    "",
                    Labels.none(),
                    Math.max(0, c.request()),
                    c.className(),
                    c.accessModes(),
                    c.volumeMode(),
                    c.attributesClass(),
                    false,
                    "Bound",
                    new PersistentVolume.ClaimRef(c.namespace(), c.name(), c.uid()),
                    null,
                    "",
                    "",
                    null));
        }
        return Repair.ofCluster(
                Kind.CLAIM,
                words,
                claims.size(),
                copy -> {
                    bound.forEach(copy.objects().storage()::suppose);
                    volumes.forEach(copy.objects().storage()::suppose);
                },
                copy -> {
                    bound.forEach(copy.objects().storage()::forget);
                    volumes.forEach(copy.objects().storage()::forget);
                });
    }
}
