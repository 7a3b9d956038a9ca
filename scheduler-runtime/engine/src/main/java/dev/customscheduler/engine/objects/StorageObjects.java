package dev.customscheduler.engine.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.engine.objects.CsiObjects.Attachment;
import dev.customscheduler.engine.objects.CsiObjects.Capacity;
import dev.customscheduler.engine.objects.CsiObjects.CsiDriver;
import dev.customscheduler.engine.objects.CsiObjects.CsiNode;
import dev.customscheduler.framework.ClusterEvent.Resource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Claims, volumes and what belongs to them. Beside what the API server said stands what the scheduler itself has just
 * decided (assumed) and the API server has not confirmed: readers see that first. A new state from the API server ends
 * an assumption.
 */
public final class StorageObjects {
    private final StorageDecoder decoder = new StorageDecoder();
    private final Map<String, Claim> claims = new ConcurrentHashMap<>();
    private final Map<String, Claim> assumedClaims = new ConcurrentHashMap<>();
    private final Map<String, PersistentVolume> volumes = new ConcurrentSkipListMap<>();
    private final Map<String, PersistentVolume> assumedVolumes = new ConcurrentHashMap<>();
    private final Map<String, StorageClass> classes = new ConcurrentHashMap<>();
    private final Map<String, CsiNode> csiNodes = new ConcurrentHashMap<>();
    private final Map<String, CsiDriver> csiDrivers = new ConcurrentHashMap<>();
    private final Map<String, Capacity> capacities = new ConcurrentSkipListMap<>();
    private final Map<String, Attachment> attachments = new ConcurrentHashMap<>();

    StorageObjects() {}

    StorageObjects copy() {
        StorageObjects copy = new StorageObjects();
        copy.claims.putAll(claims);
        copy.assumedClaims.putAll(assumedClaims);
        copy.volumes.putAll(volumes);
        copy.assumedVolumes.putAll(assumedVolumes);
        copy.classes.putAll(classes);
        copy.csiNodes.putAll(csiNodes);
        copy.csiDrivers.putAll(csiDrivers);
        copy.capacities.putAll(capacities);
        copy.attachments.putAll(attachments);
        return copy;
    }

    ClusterObjects.@Nullable Change put(JsonNode object) throws IOException {
        return switch (object.path("kind").asText()) {
            case "PersistentVolumeClaim" -> {
                Claim after = decoder.claim(object);
                Claim before = claims.put(after.key(), after);
                if (before == null || isNews(before.resourceVersion(), after.resourceVersion())) {
                    assumedClaims.remove(after.key());
                }
                yield new ClusterObjects.Change(Resource.PERSISTENT_VOLUME_CLAIM, before, after);
            }
            case "PersistentVolume" -> {
                PersistentVolume after = decoder.volume(object);
                PersistentVolume before = volumes.put(after.name(), after);
                if (before == null || isNews(before.resourceVersion(), after.resourceVersion())) {
                    assumedVolumes.remove(after.name());
                }
                yield new ClusterObjects.Change(Resource.PERSISTENT_VOLUME, before, after);
            }
            case "StorageClass" -> {
                StorageClass after = decoder.storageClass(object);
                yield new ClusterObjects.Change(Resource.STORAGE_CLASS, classes.put(after.name(), after), after);
            }
            case "CSINode" -> {
                CsiNode after = decoder.csiNode(object);
                yield new ClusterObjects.Change(Resource.CSI_NODE, csiNodes.put(after.name(), after), after);
            }
            case "CSIDriver" -> {
                CsiDriver after = decoder.csiDriver(object);
                yield new ClusterObjects.Change(Resource.CSI_DRIVER, csiDrivers.put(after.name(), after), after);
            }
            case "CSIStorageCapacity" -> {
                Capacity after = decoder.capacity(object);
                yield new ClusterObjects.Change(
                        Resource.CSI_STORAGE_CAPACITY, capacities.put(after.key(), after), after);
            }
            case "VolumeAttachment" -> {
                Attachment after = decoder.attachment(object);
                yield new ClusterObjects.Change(
                        Resource.VOLUME_ATTACHMENT, attachments.put(after.name(), after), after);
            }
            default -> null;
        };
    }

    /** Objects from files have no version: each state of one is news. */
    private static boolean isNews(String before, String after) {
        return after.isEmpty() || !after.equals(before);
    }

    ClusterObjects.@Nullable Change remove(String kind, String namespace, String name) {
        String key = namespace + "/" + name;
        return switch (kind) {
            case "PersistentVolumeClaim" -> {
                assumedClaims.remove(key);
                yield new ClusterObjects.Change(Resource.PERSISTENT_VOLUME_CLAIM, claims.remove(key), null);
            }
            case "PersistentVolume" -> {
                assumedVolumes.remove(name);
                yield new ClusterObjects.Change(Resource.PERSISTENT_VOLUME, volumes.remove(name), null);
            }
            case "StorageClass" -> new ClusterObjects.Change(Resource.STORAGE_CLASS, classes.remove(name), null);
            case "CSINode" -> new ClusterObjects.Change(Resource.CSI_NODE, csiNodes.remove(name), null);
            case "CSIDriver" -> new ClusterObjects.Change(Resource.CSI_DRIVER, csiDrivers.remove(name), null);
            case "CSIStorageCapacity" ->
                new ClusterObjects.Change(Resource.CSI_STORAGE_CAPACITY, capacities.remove(key), null);
            case "VolumeAttachment" ->
                new ClusterObjects.Change(Resource.VOLUME_ATTACHMENT, attachments.remove(name), null);
            default -> null;
        };
    }

    /** The claim as the scheduler sees it, or null. */
    public @Nullable Claim claim(String namespace, String name) {
        String key = namespace + "/" + name;
        Claim assumed = assumedClaims.get(key);
        return assumed == null ? claims.get(key) : assumed;
    }

    /** The claim as the API server last said, or null. */
    public @Nullable Claim confirmedClaim(Claim claim) {
        return claims.get(claim.key());
    }

    /** The volume as the API server last said, or null. */
    public @Nullable PersistentVolume confirmedVolume(String name) {
        return volumes.get(name);
    }

    /** The volume as the scheduler sees it, or null. */
    public @Nullable PersistentVolume volume(String name) {
        PersistentVolume assumed = assumedVolumes.get(name);
        return assumed == null ? volumes.get(name) : assumed;
    }

    /** The volumes of a class as the scheduler sees them, by name. */
    public List<PersistentVolume> volumesOf(String className) {
        List<PersistentVolume> all = new ArrayList<>();
        for (String name : volumes.keySet()) {
            PersistentVolume v = volume(name);
            if (v != null && v.className().equals(className)) {
                all.add(v);
            }
        }
        return all;
    }

    /** Assumes that a volume is for a claim. Gives why that cannot be, or the empty string. */
    public String assume(PersistentVolume volume) {
        PersistentVolume stored = volumes.get(volume.name());
        String problem = outdated(
                "persistentvolumes",
                volume.name(),
                stored == null ? null : stored.resourceVersion(),
                volume.resourceVersion());
        if (problem.isEmpty()) {
            assumedVolumes.put(volume.name(), volume);
        }
        return problem;
    }

    /** Assumes that a node is chosen for a claim. Gives why that cannot be, or the empty string. */
    public String assume(Claim claim) {
        Claim stored = claims.get(claim.key());
        String problem = outdated(
                "persistentvolumeclaims",
                claim.key(),
                stored == null ? null : stored.resourceVersion(),
                claim.resourceVersion());
        if (problem.isEmpty()) {
            assumedClaims.put(claim.key(), claim);
        }
        return problem;
    }

    private static String outdated(String plural, String key, @Nullable String stored, String assumed) {
        if (stored == null) {
            return plural + " \"" + key + "\" not found";
        }
        return stored.equals(assumed)
                ? ""
                : "\"" + key + "\" is out of sync (stored: " + stored + ", assume: " + assumed + ")";
    }

    /** Assumes a volume whatever the API server said, even one that is not there: for trying what if, on a copy. */
    public void suppose(PersistentVolume volume) {
        assumedVolumes.put(volume.name(), volume);
    }

    /** Assumes a claim whatever the API server said, even one that is not there: for trying what if, on a copy. */
    public void suppose(Claim claim) {
        assumedClaims.put(claim.key(), claim);
    }

    /** Takes an assumption back, if it still stands. */
    public void forget(PersistentVolume volume) {
        assumedVolumes.computeIfPresent(volume.name(), (n, v) -> Objects.equals(v, volume) ? null : v);
    }

    /** Takes an assumption back, if it still stands. */
    public void forget(Claim claim) {
        assumedClaims.computeIfPresent(claim.key(), (n, c) -> Objects.equals(c, claim) ? null : c);
    }

    /** A storage class, or null. */
    public @Nullable StorageClass storageClass(String name) {
        return classes.get(name);
    }

    /** What CSI drivers say of a node, or null. */
    public @Nullable CsiNode csiNode(String node) {
        return csiNodes.get(node);
    }

    /** A CSI driver, or null. */
    public @Nullable CsiDriver csiDriver(String name) {
        return csiDrivers.get(name);
    }

    /** The published capacities, by namespace and name. */
    public List<Capacity> capacities() {
        return List.copyOf(capacities.values());
    }

    /** The attachments to a node. */
    public List<Attachment> attachments(String node) {
        List<Attachment> all = new ArrayList<>();
        for (Attachment a : attachments.values()) {
            if (a.node().equals(node)) {
                all.add(a);
            }
        }
        return all;
    }
}
