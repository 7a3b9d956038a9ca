package dev.customscheduler.crds.v1alpha1;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * How a client that watches CustomSchedulers has to read. The API server admits documents nested up to 10,000 levels
 * and keys of any length; Jackson by default stops at 1,000 levels and at keys of 50,000 characters, and one such
 * resource would end the watch of all of them for good.
 */
public final class CustomSchedulerSerialization {
    private static final int MAX_NESTING = 20_000;
    private static final int MAX_NAME_LENGTH = 16 << 20;

    private CustomSchedulerSerialization() {}

    /** A serialization that reads whatever the API server can hold, to be given to the client's builder. */
    public static KubernetesSerialization create() {
        StreamReadConstraints constraints = StreamReadConstraints.builder()
                .maxNestingDepth(MAX_NESTING)
                .maxNameLength(MAX_NAME_LENGTH)
                .build();
        JsonFactory factory =
                JsonFactory.builder().streamReadConstraints(constraints).build();
        KubernetesSerialization serialization = new KubernetesSerialization(new ObjectMapper(factory), true);
        serialization.registerKubernetesResource(CustomScheduler.class);
        return serialization;
    }
}
