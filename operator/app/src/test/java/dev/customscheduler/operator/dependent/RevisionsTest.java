package dev.customscheduler.operator.dependent;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class RevisionsTest {
    private final List<ConfigMap> all = List.of(map("a", 1), map("b", 2), map("c", 3), map("d", 4), map("e", 5));

    private static ConfigMap map(String name, int second) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withCreationTimestamp("2026-01-01T00:00:0" + second + "Z")
                .endMetadata()
                .build();
    }

    private static ReplicaSet set(String configMap, int replicas) {
        return new ReplicaSetBuilder()
                .withNewSpec()
                .withReplicas(replicas)
                .withNewTemplate()
                .withNewSpec()
                .addNewVolume()
                .withName("config")
                .withNewConfigMap()
                .withName(configMap)
                .endConfigMap()
                .endVolume()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private static List<String> names(List<ConfigMap> maps) {
        return maps.stream().map(m -> m.getMetadata().getName()).toList();
    }

    @Test
    void theOldestGoFirst() {
        assertThat(names(Revisions.expired(all, "e", null, List.of(), 2))).containsExactly("a", "b");
        assertThat(names(Revisions.expired(all, "e", null, List.of(), 0))).containsExactly("a", "b", "c", "d");
        assertThat(Revisions.expired(all, "e", null, List.of(), 4)).isEmpty();
    }

    @Test
    void whatRunsOrWasGoodStays() {
        assertThat(names(Revisions.expired(all, "e", "a", List.of(set("b", 1), set("c", 0)), 0)))
                .containsExactly("c", "d");
    }

    @Test
    void goingBackToAnOldRevisionKeepsIt() {
        assertThat(names(Revisions.expired(all, "a", null, List.of(), 1))).containsExactly("b", "c", "d");
    }
}
