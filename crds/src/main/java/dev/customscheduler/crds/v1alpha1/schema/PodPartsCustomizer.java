package dev.customscheduler.crds.v1alpha1.schema;

import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;

/**
 * Completes the parts of {@code spec.deployment} that are a Pod's own types. They come from the client's model without
 * descriptions and bounds: each field is pointed to its description in {@code kubectl explain pod}, and each integer is
 * bounded to 32 bits, since one that overflows in decoding would stop the watch of every CustomScheduler.
 */
public final class PodPartsCustomizer implements SchemaCustomizer.Customizer {
    private static final Map<String, String> PATHS = Map.of(
            "resources", "pod.spec.containers.resources",
            "env", "pod.spec.containers.env",
            "volumeMounts", "pod.spec.containers.volumeMounts",
            "sidecars", "pod.spec.containers");

    /** A number, as quantities have it, and a suffix or an exponent. */
    private static final String QUANTITY =
            "^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,3})?$";

    @Override
    public JSONSchemaProps apply(JSONSchemaProps schema, String input, KubernetesSerialization serialization) {
        schema.getProperties().forEach((name, part) -> complete(part, PATHS.getOrDefault(name, "pod.spec." + name)));
        return schema;
    }

    private static void complete(JSONSchemaProps part, String path) {
        if (part.getDescription() == null) {
            part.setDescription("See kubectl explain " + path);
        }
        if ("integer".equals(part.getType())) {
            if (part.getMinimum() == null) {
                part.setMinimum((double) Integer.MIN_VALUE);
            }
            if (part.getMaximum() == null) {
                part.setMaximum((double) Integer.MAX_VALUE);
            }
        }
        if (Boolean.TRUE.equals(part.getXKubernetesIntOrString())) {
            limitIntOrString(part, path);
        }
        if (part.getProperties() != null) {
            part.getProperties().forEach((name, child) -> complete(child, path + "." + name));
        }
        if (part.getItems() != null && part.getItems().getSchema() != null) {
            describeElement(part.getItems().getSchema(), path);
        }
        if (part.getAdditionalProperties() != null
                && part.getAdditionalProperties().getSchema() != null) {
            describeElement(part.getAdditionalProperties().getSchema(), path);
        }
    }

    /**
     * A port is the one kind of int or string that is no quantity, and the one whose integers the client's model
     * limits.
     */
    private static void limitIntOrString(JSONSchemaProps part, String path) {
        if (path.endsWith(".port")) {
            part.setMinimum(1d);
            part.setMaximum(65535d);
        } else {
            part.setPattern(QUANTITY);
            part.setMaxLength(64L);
        }
    }

    /** An element has no field name of its own: its fields are completed, and it stays without a description. */
    private static void describeElement(JSONSchemaProps element, String path) {
        complete(element, path);
        element.setDescription(null);
    }
}
