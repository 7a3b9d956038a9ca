package dev.customscheduler.manifests;

import dev.customscheduler.crds.v1alpha1.DeploymentOverrides;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a user's parts of the pod would collide with, before the API server does with a message about the
 * Deployment.
 */
final class PodParts {
    private static final String PATH = "spec.deployment.";

    private PodParts() {}

    static void check(DeploymentOverrides parts, Findings findings) {
        Set<String> containers = new HashSet<>(Set.of(PodTemplates.CONTAINER));
        List<Container> sidecars = orEmpty(parts.sidecars());
        for (int i = 0; i < sidecars.size(); i++) {
            distinct(containers, sidecars.get(i).getName(), "sidecars[" + i + "].name", "container", findings);
        }
        Set<String> volumes = new HashSet<>(Set.of(PodTemplates.CONFIG_VOLUME));
        List<Volume> added = orEmpty(parts.volumes());
        for (int i = 0; i < added.size(); i++) {
            distinct(volumes, added.get(i).getName(), "volumes[" + i + "].name", "volume", findings);
        }
        Set<String> paths = new HashSet<>(Set.of(PodTemplates.CONFIG_DIRECTORY));
        List<VolumeMount> mounts = orEmpty(parts.volumeMounts());
        for (int i = 0; i < mounts.size(); i++) {
            String at = "volumeMounts[" + i + "].";
            distinct(paths, mounts.get(i).getMountPath(), at + "mountPath", "mount", findings);
            String volume = mounts.get(i).getName();
            if (volume != null && !volumes.contains(volume)) {
                findings.error(PATH + at + "name", "there is no volume " + volume + " in spec.deployment.volumes");
            }
        }
        Set<String> variables = new HashSet<>();
        List<EnvVar> env = orEmpty(parts.env());
        for (int i = 0; i < env.size(); i++) {
            distinct(variables, env.get(i).getName(), "env[" + i + "].name", "variable", findings);
        }
        Map<String, String> labels = Names.podLabels("");
        if (parts.podLabels() != null) {
            for (String label : parts.podLabels().keySet()) {
                if (labels.containsKey(label)) {
                    findings.error(PATH + "podLabels", label + " is set by the operator: remove it");
                }
            }
        }
    }

    private static void distinct(
            Set<String> taken, @Nullable String name, String path, String what, Findings findings) {
        if (name == null || name.isEmpty()) {
            findings.error(PATH + path, "missing");
        } else if (!taken.add(name)) {
            findings.error(PATH + path, "there is another " + what + " " + name + ": choose another");
        }
    }

    static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    static <T> Map<String, T> orEmpty(@Nullable Map<String, T> map) {
        return map == null ? Map.of() : map;
    }
}
