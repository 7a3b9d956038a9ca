package dev.customscheduler.crds.v1alpha1.schema;

import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Makes {@code status.conditions} what the API conventions want: a list that is a map by type, so that server-side
 * apply merges conditions of different owners, with metav1.Condition's formats, bounds and required fields.
 */
public final class StatusCustomizer implements SchemaCustomizer.Customizer {
    private static final Map<String, String> DESCRIPTIONS = Map.of(
            "type", "What the condition is about, in CamelCase.",
            "status", "True, False or Unknown.",
            "reason", "Why, for programs: one CamelCase word of a fixed list.",
            "message", "Why, for people: what is wrong and what to do.",
            "lastTransitionTime", "When the status last changed.",
            "observedGeneration", "The generation of the spec that the condition speaks of.");

    @Override
    public JSONSchemaProps apply(JSONSchemaProps schema, String input, KubernetesSerialization serialization) {
        JSONSchemaProps conditions =
                Objects.requireNonNull(schema.getProperties().get("conditions"));
        conditions.setXKubernetesListType("map");
        conditions.setXKubernetesListMapKeys(List.of("type"));
        JSONSchemaProps condition = conditions.getItems().getSchema();
        condition.setRequired(List.of("lastTransitionTime", "message", "reason", "status", "type"));
        condition.getProperties().forEach((name, field) -> complete(name, field));
        return schema;
    }

    private static void complete(String name, JSONSchemaProps field) {
        field.setDescription(DESCRIPTIONS.get(name));
        switch (name) {
            case "lastTransitionTime" -> field.setFormat("date-time");
            case "observedGeneration" -> {
                field.setMinimum(0d);
                field.setMaximum(9007199254740991d);
            }
            case "message" -> field.setMaxLength(32768L);
            case "reason" -> field.setMaxLength(1024L);
            case "type" -> field.setMaxLength(316L);
            default -> {}
        }
    }
}
