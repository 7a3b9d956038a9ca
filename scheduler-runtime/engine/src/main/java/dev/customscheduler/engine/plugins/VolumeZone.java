package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.engine.objects.PersistentVolume;
import dev.customscheduler.engine.objects.StorageClass;
import dev.customscheduler.engine.objects.StorageObjects;
import dev.customscheduler.engine.profile.PluginContext;
import dev.customscheduler.framework.ClusterEvent.Action;
import dev.customscheduler.framework.ClusterEvent.Resource;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.EnqueueExtensions;
import dev.customscheduler.framework.FilterPlugin;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PreFilterPlugin;
import dev.customscheduler.framework.PreFilterResult;
import dev.customscheduler.framework.StateKey;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.Volume;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keeps pods in the zone of their volumes, where volumes say it by their labels. */
public final class VolumeZone implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
    /** The plugin's name. */
    public static final String NAME = "VolumeZone";

    private static final Status ELSEWHERE = Status.unresolvable(NAME, "node(s) had no available volume zone");
    private static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";
    private static final String OLD_REGION = "failure-domain.beta.kubernetes.io/region";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String REGION = "topology.kubernetes.io/region";
    private static final List<String> KEYS = List.of(OLD_ZONE, OLD_REGION, ZONE, REGION);
    private static final StateKey<List<Place>> PLACES = StateKey.named("PreFilter" + NAME);

    private final PluginContext context;

    /** The plugin. */
    public VolumeZone(PluginContext context) {
        this.context = context;
    }

    /** Where a volume is: the node's label must have one of the values. */
    private record Place(String key, Set<String> values) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
        StorageObjects storage = context.objects().storage();
        List<Place> places = new ArrayList<>();
        for (Volume v : pod.spec().volumes()) {
            if (v.kind() != Volume.Kind.PersistentVolumeClaim) {
                continue;
            }
            Claim claim = storage.claim(pod.namespace(), v.source());
            if (claim == null) {
                return refuse(PodClaims.notFound(v.source()));
            }
            if (claim.volumeName().isEmpty()) {
                if (claim.className().isEmpty()) {
                    return refuse("PersistentVolumeClaim had no pv name and storageClass name");
                }
                StorageClass storageClass = storage.storageClass(claim.className());
                if (storageClass == null) {
                    return refuse("storageclass.storage.k8s.io \"" + claim.className() + "\" not found");
                }
                if (!storageClass.waitsForConsumer()) {
                    return refuse("PersistentVolume had no name");
                }
                continue;
            }
            PersistentVolume volume = storage.volume(claim.volumeName());
            if (volume == null) {
                return refuse("persistentvolume \"" + claim.volumeName() + "\" not found");
            }
            addPlaces(volume.labels(), places);
        }
        if (places.isEmpty()) {
            return PreFilterResult.skip();
        }
        state.write(PLACES, places);
        return PreFilterResult.allNodes();
    }

    private static PreFilterResult refuse(String reason) {
        return PreFilterResult.of(Status.unresolvable(NAME, reason));
    }

    /** A label may name several zones, joined by two underscores. */
    private static void addPlaces(Labels labels, List<Place> places) {
        for (String key : KEYS) {
            String value = labels.get(key);
            if (value != null) {
                Set<String> values = new HashSet<>();
                boolean empty = false;
                for (String part : value.split("__", -1)) {
                    values.add(part.strip());
                    empty |= part.isBlank();
                }
                if (!empty) {
                    places.add(new Place(key, values));
                }
            }
        }
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        Labels labels = node.node().labels();
        boolean any = false;
        for (String key : KEYS) {
            any |= labels.has(key);
        }
        if (!any) {
            return Status.success();
        }
        for (Place place : state.require(PLACES)) {
            String value = labels.get(place.key());
            if (value == null) {
                value = labels.get(current(place.key()));
            }
            if (value == null || !place.values().contains(value)) {
                return ELSEWHERE;
            }
        }
        return Status.success();
    }

    private static List<Place> places(PersistentVolume volume) {
        List<Place> places = new ArrayList<>();
        addPlaces(volume.labels(), places);
        return places;
    }

    private static String current(String key) {
        return switch (key) {
            case OLD_ZONE -> ZONE;
            case OLD_REGION -> REGION;
            default -> key;
        };
    }

    @Override
    public List<ClusterEventWithHint> eventsToRegister() {
        return List.of(
                ClusterEventWithHint.of(
                        Resource.STORAGE_CLASS,
                        Action.ADD,
                        (pod, before, after) -> after instanceof StorageClass c && c.waitsForConsumer()),
                ClusterEventWithHint.of(
                        Resource.PERSISTENT_VOLUME_CLAIM,
                        Action.ADD | Action.UPDATE,
                        (pod, before, after) -> after instanceof Claim c && PodClaims.names(pod, c)),
                ClusterEventWithHint.of(
                        Resource.PERSISTENT_VOLUME,
                        Action.ADD | Action.UPDATE,
                        (pod, before, after) -> !(before instanceof PersistentVolume then)
                                || !(after instanceof PersistentVolume now)
                                || !places(then).equals(places(now))),
                ClusterEventWithHint.of(Resource.NODE, Action.ADD | Action.UPDATE_NODE_LABEL));
    }
}
