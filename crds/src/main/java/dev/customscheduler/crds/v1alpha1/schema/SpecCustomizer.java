package dev.customscheduler.crds.v1alpha1.schema;

import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Objects;

/**
 * Makes {@code spec.configuration} atomic: it is one document, which server-side apply replaces as a whole. Otherwise
 * the API server would track the owner of every field in it, at whatever depth a user nests it.
 */
public final class SpecCustomizer implements SchemaCustomizer.Customizer {
    @Override
    public JSONSchemaProps apply(JSONSchemaProps schema, String input, KubernetesSerialization serialization) {
        Objects.requireNonNull(schema.getProperties().get("configuration")).setXKubernetesMapType("atomic");
        return schema;
    }
}
