package dev.customscheduler.operator.dependent;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decides which ConfigMaps of earlier configurations have had their time. */
public final class Revisions {
    private Revisions() {}

    /**
     * The ConfigMaps to delete: neither wanted, nor the last good one, nor used by a ReplicaSet that still has or wants
     * pods, nor among the newest {@code limit} of the rest.
     *
     * @param owned all ConfigMaps of the resource
     * @param current the name of the wanted one
     * @param lastGood the name of the last one that became ready; null when there was none
     * @param replicaSets the ReplicaSets of the Deployment
     * @param limit how many are kept to go back to
     * @return those to delete, oldest first
     */
    public static List<ConfigMap> expired(
            Collection<ConfigMap> owned,
            String current,
            @Nullable String lastGood,
            Collection<ReplicaSet> replicaSets,
            int limit) {
        Set<String> used = replicaSets.stream()
                .filter(Revisions::live)
                .flatMap(r -> configMaps(r).stream())
                .collect(Collectors.toCollection(HashSet::new));
        used.add(current);
        if (lastGood != null) {
            used.add(lastGood);
        }
        var byAge = owned.stream()
                .filter(c -> !used.contains(c.getMetadata().getName()))
                .sorted(Comparator.comparing((ConfigMap c) -> c.getMetadata().getCreationTimestamp())
                        .thenComparing(c -> c.getMetadata().getName()))
                .toList();
        return byAge.subList(0, Math.max(0, byAge.size() - limit));
    }

    private static boolean live(ReplicaSet set) {
        return positive(set.getSpec().getReplicas())
                || (set.getStatus() != null && positive(set.getStatus().getReplicas()));
    }

    private static boolean positive(@Nullable Integer number) {
        return number != null && number > 0;
    }

    private static List<String> configMaps(ReplicaSet set) {
        return set.getSpec().getTemplate().getSpec().getVolumes().stream()
                .map(Volume::getConfigMap)
                .filter(Objects::nonNull)
                .map(c -> c.getName())
                .toList();
    }
}
