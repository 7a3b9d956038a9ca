package dev.customscheduler.runtime.testing;

import dev.customscheduler.testbed.TestBed;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.NamespaceListVisitFromServerGetDeleteRecreateWaitApplicable;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/** Objects as text. */
public final class Manifests {
    private Manifests() {}

    /** A List of items, each of which begins with a dash. */
    public static String list(String... items) {
        return "apiVersion: v1\nkind: List\nitems:\n" + String.join("", items);
    }

    /** What the YAML states, for the API server. */
    public static NamespaceListVisitFromServerGetDeleteRecreateWaitApplicable<HasMetadata> of(
            TestBed bed, String yaml) {
        return bed.client().load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    /** Creates what the YAML states; what is of no namespace of its own goes into that one. */
    public static void create(TestBed bed, String namespace, String yaml) {
        of(bed, yaml).inNamespace(namespace).create();
    }
}
