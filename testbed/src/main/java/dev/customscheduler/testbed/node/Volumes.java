package dev.customscheduler.testbed.node;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFile;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The volumes of one pod as folders on this machine. */
final class Volumes {
    private static final int DEFAULT_MODE = 0644;

    private final KubernetesClient client;
    private final DownwardApi downwardApi;
    private final ServiceAccountTokens tokens;
    private final Path directory;
    private final String podAddress;
    private final Map<String, AtomicDirectory> written = new HashMap<>();

    Volumes(KubernetesClient client, DownwardApi downwardApi, Path directory, String podAddress) {
        this.client = client;
        this.downwardApi = downwardApi;
        this.directory = directory;
        this.podAddress = podAddress;
        tokens = new ServiceAccountTokens(client);
    }

    /** Where a volume's files are. */
    Path path(Volume volume) {
        return volume.getHostPath() != null
                ? Path.of(volume.getHostPath().getPath())
                : directory.resolve(volume.getName());
    }

    /**
     * Makes every volume of the pod, or brings it up to date.
     *
     * @throws ConfigurationMissing if something that is not optional does not exist
     */
    void refresh(Pod pod) throws ConfigurationMissing, IOException {
        for (Volume volume : pod.getSpec().getVolumes()) {
            refresh(pod, volume);
        }
    }

    private void refresh(Pod pod, Volume volume) throws ConfigurationMissing, IOException {
        Map<String, AtomicDirectory.Content> files = new LinkedHashMap<>();
        String namespace = pod.getMetadata().getNamespace();
        if (volume.getHostPath() != null) {
            Files.createDirectories(path(volume));
            return;
        } else if (volume.getEmptyDir() != null) {
            if (!Files.exists(path(volume))) {
                Files.createDirectories(path(volume));
                Files.setPosixFilePermissions(path(volume), AtomicDirectory.permissions(0777));
            }
            return;
        } else if (volume.getConfigMap() != null) {
            var source = volume.getConfigMap();
            int mode = mode(source.getDefaultMode());
            files(
                    files,
                    configMap(namespace, source.getName(), source.getOptional()),
                    source.getItems(),
                    mode,
                    source.getOptional());
        } else if (volume.getSecret() != null) {
            var source = volume.getSecret();
            int mode = mode(source.getDefaultMode());
            files(
                    files,
                    secret(namespace, source.getSecretName(), source.getOptional()),
                    source.getItems(),
                    mode,
                    source.getOptional());
        } else if (volume.getDownwardAPI() != null) {
            downward(
                    files,
                    pod,
                    volume.getDownwardAPI().getItems(),
                    mode(volume.getDownwardAPI().getDefaultMode()));
        } else if (volume.getProjected() != null) {
            int mode = mode(volume.getProjected().getDefaultMode());
            for (VolumeProjection projection : volume.getProjected().getSources()) {
                project(files, pod, projection, mode);
            }
        } else {
            throw new ConfigurationMissing(
                    "volume \"" + volume.getName() + "\" is of a kind that the process node does not have");
        }
        written.computeIfAbsent(volume.getName(), _ -> new AtomicDirectory(path(volume)))
                .write(files);
    }

    private void project(Map<String, AtomicDirectory.Content> files, Pod pod, VolumeProjection projection, int mode)
            throws ConfigurationMissing {
        String namespace = pod.getMetadata().getNamespace();
        if (projection.getServiceAccountToken() != null) {
            String token = tokens.token(pod, projection.getServiceAccountToken());
            files.put(projection.getServiceAccountToken().getPath(), text(token, mode));
        } else if (projection.getConfigMap() != null) {
            var source = projection.getConfigMap();
            files(
                    files,
                    configMap(namespace, source.getName(), source.getOptional()),
                    source.getItems(),
                    mode,
                    source.getOptional());
        } else if (projection.getSecret() != null) {
            var source = projection.getSecret();
            files(
                    files,
                    secret(namespace, source.getName(), source.getOptional()),
                    source.getItems(),
                    mode,
                    source.getOptional());
        } else if (projection.getDownwardAPI() != null) {
            downward(files, pod, projection.getDownwardAPI().getItems(), mode);
        } else {
            throw new ConfigurationMissing("a projected source is of a kind that the process node does not have");
        }
    }

    private void downward(
            Map<String, AtomicDirectory.Content> files, Pod pod, List<DownwardAPIVolumeFile> items, int mode)
            throws ConfigurationMissing {
        for (DownwardAPIVolumeFile item : items) {
            String value;
            if (item.getFieldRef() != null) {
                value = downwardApi.field(pod, podAddress, item.getFieldRef().getFieldPath());
            } else {
                String name = item.getResourceFieldRef().getContainerName();
                Container container = Stream.concat(
                                pod.getSpec().getContainers().stream(), pod.getSpec().getInitContainers().stream())
                        .filter(c -> c.getName().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new ConfigurationMissing("container \"" + name + "\" not found"));
                value = downwardApi.resource(container, item.getResourceFieldRef());
            }
            files.put(item.getPath(), text(value, item.getMode() == null ? mode : item.getMode()));
        }
    }

    private static void files(
            Map<String, AtomicDirectory.Content> files,
            Map<String, byte[]> data,
            List<KeyToPath> items,
            int mode,
            @Nullable Boolean optional)
            throws ConfigurationMissing {
        if (items.isEmpty()) {
            data.forEach((key, value) -> files.put(key, new AtomicDirectory.Content(value, mode)));
            return;
        }
        for (KeyToPath item : items) {
            byte[] value = data.get(item.getKey());
            if (value != null) {
                files.put(
                        item.getPath(),
                        new AtomicDirectory.Content(value, item.getMode() == null ? mode : item.getMode()));
            } else if (!Boolean.TRUE.equals(optional)) {
                throw new ConfigurationMissing("references non-existent config key: " + item.getKey());
            }
        }
    }

    private Map<String, byte[]> configMap(String namespace, String name, @Nullable Boolean optional)
            throws ConfigurationMissing {
        ConfigMap map =
                client.configMaps().inNamespace(namespace).withName(name).get();
        Map<String, byte[]> data = new LinkedHashMap<>();
        if (map == null) {
            return missing("configmap \"" + name + "\" not found", optional);
        }
        if (map.getData() != null) {
            map.getData().forEach((key, value) -> data.put(key, value.getBytes(StandardCharsets.UTF_8)));
        }
        if (map.getBinaryData() != null) {
            map.getBinaryData()
                    .forEach((key, value) -> data.put(key, Base64.getDecoder().decode(value)));
        }
        return data;
    }

    private Map<String, byte[]> secret(String namespace, String name, @Nullable Boolean optional)
            throws ConfigurationMissing {
        Secret secret = client.secrets().inNamespace(namespace).withName(name).get();
        Map<String, byte[]> data = new LinkedHashMap<>();
        if (secret == null) {
            return missing("secret \"" + name + "\" not found", optional);
        }
        if (secret.getData() != null) {
            secret.getData()
                    .forEach((key, value) -> data.put(key, Base64.getDecoder().decode(value)));
        }
        return data;
    }

    private static Map<String, byte[]> missing(String message, @Nullable Boolean optional) throws ConfigurationMissing {
        if (Boolean.TRUE.equals(optional)) {
            return Map.of();
        }
        throw new ConfigurationMissing(message);
    }

    private static AtomicDirectory.Content text(String value, int mode) {
        return new AtomicDirectory.Content(value.getBytes(StandardCharsets.UTF_8), mode);
    }

    private static int mode(@Nullable Integer mode) {
        return mode == null ? DEFAULT_MODE : mode;
    }
}
