package dev.customscheduler.testbed.node;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Computes a container's variables. */
final class Environment {
    private final KubernetesClient client;
    private final DownwardApi downwardApi;
    private final PodNetwork network;

    Environment(KubernetesClient client, DownwardApi downwardApi, PodNetwork network) {
        this.client = client;
        this.downwardApi = downwardApi;
        this.network = network;
    }

    /**
     * All variables of a container, in the order in which they may refer to each other.
     *
     * @throws ConfigurationMissing if something that is not optional does not exist
     */
    Map<String, String> of(Pod pod, Container container, LocalImage image, String podAddress)
            throws ConfigurationMissing {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        all.put("HOME", "/");
        all.put("HOSTNAME", pod.getMetadata().getName());
        all.putAll(image.environment());
        all.put("KUBERNETES_SERVICE_HOST", network.nodeAddress());
        all.put("KUBERNETES_SERVICE_PORT", Integer.toString(network.apiServerPort()));
        all.put("KUBERNETES_SERVICE_PORT_HTTPS", Integer.toString(network.apiServerPort()));
        String namespace = pod.getMetadata().getNamespace();
        for (EnvFromSource source : container.getEnvFrom()) {
            String prefix = source.getPrefix() == null ? "" : source.getPrefix();
            if (source.getConfigMapRef() != null) {
                String name = source.getConfigMapRef().getName();
                ConfigMap map =
                        configMap(namespace, name, source.getConfigMapRef().getOptional());
                if (map != null && map.getData() != null) {
                    map.getData().forEach((key, value) -> all.put(prefix + key, value));
                }
            }
            if (source.getSecretRef() != null) {
                Secret secret = secret(
                        namespace,
                        source.getSecretRef().getName(),
                        source.getSecretRef().getOptional());
                if (secret != null && secret.getData() != null) {
                    secret.getData().forEach((key, value) -> all.put(prefix + key, decoded(value)));
                }
            }
        }
        for (EnvVar variable : container.getEnv()) {
            String value = variable.getValueFrom() == null
                    ? Expansion.expand(variable.getValue() == null ? "" : variable.getValue(), all)
                    : from(pod, container, variable.getValueFrom(), podAddress);
            if (value != null) {
                all.put(variable.getName(), value);
            }
        }
        return all;
    }

    private @Nullable String from(Pod pod, Container container, EnvVarSource source, String podAddress)
            throws ConfigurationMissing {
        String namespace = pod.getMetadata().getNamespace();
        if (source.getFieldRef() != null) {
            return downwardApi.field(pod, podAddress, source.getFieldRef().getFieldPath());
        }
        if (source.getResourceFieldRef() != null) {
            return downwardApi.resource(container, source.getResourceFieldRef());
        }
        if (source.getConfigMapKeyRef() != null) {
            var ref = source.getConfigMapKeyRef();
            ConfigMap map = configMap(namespace, ref.getName(), ref.getOptional());
            String value =
                    map == null || map.getData() == null ? null : map.getData().get(ref.getKey());
            return required(
                    value,
                    ref.getOptional(),
                    "key " + ref.getKey() + " in ConfigMap " + namespace + "/" + ref.getName());
        }
        if (source.getSecretKeyRef() != null) {
            var ref = source.getSecretKeyRef();
            Secret secret = secret(namespace, ref.getName(), ref.getOptional());
            String value = secret == null || secret.getData() == null
                    ? null
                    : secret.getData().get(ref.getKey());
            return required(
                    value == null ? null : decoded(value),
                    ref.getOptional(),
                    "key " + ref.getKey() + " in Secret " + namespace + "/" + ref.getName());
        }
        throw new ConfigurationMissing("this source of a variable is not supported by the process node");
    }

    private @Nullable ConfigMap configMap(String namespace, String name, @Nullable Boolean optional)
            throws ConfigurationMissing {
        ConfigMap map =
                client.configMaps().inNamespace(namespace).withName(name).get();
        return required(map, optional, "configmap \"" + name + "\"");
    }

    private @Nullable Secret secret(String namespace, String name, @Nullable Boolean optional)
            throws ConfigurationMissing {
        Secret secret = client.secrets().inNamespace(namespace).withName(name).get();
        return required(secret, optional, "secret \"" + name + "\"");
    }

    private static <T> @Nullable T required(@Nullable T value, @Nullable Boolean optional, String what)
            throws ConfigurationMissing {
        if (value == null && !Boolean.TRUE.equals(optional)) {
            throw new ConfigurationMissing(what + " not found");
        }
        return value;
    }

    private static String decoded(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }
}
