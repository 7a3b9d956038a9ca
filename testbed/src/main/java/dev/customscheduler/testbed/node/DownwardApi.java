package dev.customscheduler.testbed.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceFieldSelector;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a pod may know of itself: fieldRef and resourceFieldRef. */
final class DownwardApi {
    private final String nodeAddress;
    private final Map<String, Quantity> allocatable;

    DownwardApi(String nodeAddress, Map<String, Quantity> allocatable) {
        this.nodeAddress = nodeAddress;
        this.allocatable = allocatable;
    }

    /** The value of a field of the pod. */
    String field(Pod pod, String podAddress, String path) throws ConfigurationMissing {
        String key = path.endsWith("']") ? path.substring(path.indexOf('[') + 2, path.length() - 2) : "";
        String field = key.isEmpty() ? path : path.substring(0, path.indexOf('['));
        return switch (field) {
            case "metadata.name" -> pod.getMetadata().getName();
            case "metadata.namespace" -> pod.getMetadata().getNamespace();
            case "metadata.uid" -> pod.getMetadata().getUid();
            case "metadata.labels" -> entries(pod.getMetadata().getLabels(), key);
            case "metadata.annotations" -> entries(pod.getMetadata().getAnnotations(), key);
            case "spec.nodeName" -> pod.getSpec().getNodeName();
            case "spec.serviceAccountName" -> pod.getSpec().getServiceAccountName();
            case "status.podIP", "status.podIPs" -> podAddress;
            case "status.hostIP", "status.hostIPs" -> nodeAddress;
            default -> throw new ConfigurationMissing("unsupported fieldPath: " + path);
        };
    }

    private static String entries(@Nullable Map<String, String> all, String key) {
        Map<String, String> known = all == null ? Map.of() : all;
        if (!key.isEmpty()) {
            return known.getOrDefault(key, "");
        }
        return new TreeMap<>(known)
                .entrySet().stream()
                        .map(e -> e.getKey() + "=\""
                                + e.getValue().replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                        .collect(Collectors.joining("\n"));
    }

    /** The value of a container's request or limit, in units of the divisor, rounded up. */
    String resource(Container container, ResourceFieldSelector selector) throws ConfigurationMissing {
        String[] parts = selector.getResource().split("\\.", 2);
        if (parts.length < 2) {
            throw new ConfigurationMissing("unsupported resource: " + selector.getResource());
        }
        Map<String, Quantity> limits = container.getResources() == null
                ? Map.of()
                : orEmpty(container.getResources().getLimits());
        Map<String, Quantity> requests = container.getResources() == null
                ? Map.of()
                : orEmpty(container.getResources().getRequests());
        Quantity value = switch (parts[0]) {
            case "limits" -> limits.getOrDefault(parts[1], allocatable.get(parts[1]));
            case "requests" -> requests.getOrDefault(parts[1], limits.getOrDefault(parts[1], new Quantity("0")));
            default -> throw new ConfigurationMissing("unsupported resource: " + selector.getResource());
        };
        if (value == null) {
            return "0";
        }
        BigDecimal divisor = selector.getDivisor() == null
                ? BigDecimal.ZERO
                : selector.getDivisor().getNumericalAmount();
        return value.getNumericalAmount()
                .divide(divisor.signum() == 0 ? BigDecimal.ONE : divisor, 0, RoundingMode.CEILING)
                .toPlainString();
    }

    private static Map<String, Quantity> orEmpty(@Nullable Map<String, Quantity> map) {
        return map == null ? Map.of() : map;
    }
}
