package dev.customscheduler.operator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerStatus;
import dev.customscheduler.operator.status.ConditionType;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** CustomSchedulers as a user handles them. */
record Schedulers(KubernetesClient client) {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /** A resource that needs nothing but a name and a namespace. */
    static String yaml(String name, String namespace) {
        return yaml(name, namespace, "{profiles: [{schedulerName: " + name + "}]}", "");
    }

    /** A resource with a configuration, and further lines of the spec, indented by two. */
    static String yaml(String name, String namespace, String configuration, String more) {
        return """
                apiVersion: customscheduler.dev/v1alpha1
                kind: CustomScheduler
                metadata: {name: %s}
                spec:
                  namespace: %s
                  runtime: {type: KubeScheduler, version: "1.37"}
                  configuration: %s
                %s
                """.formatted(name, namespace, configuration, more);
    }

    CustomScheduler apply(String yaml) {
        return client.resource(
                        client.getKubernetesSerialization().<CustomScheduler>unmarshal(yaml, CustomScheduler.class))
                .fieldManager("test")
                .forceConflicts()
                .serverSideApply();
    }

    /** Sends a document as it is; the API server may refuse it. */
    void send(String yaml) {
        var document = client.getKubernetesSerialization()
                .<GenericKubernetesResource>unmarshal(yaml, GenericKubernetesResource.class);
        try {
            client.resource(document).create();
        } catch (KubernetesClientException e) {
            assertThat(e.getCode()).as(e.getMessage()).isIn(400, 422);
        }
    }

    CustomScheduler get(String name) {
        return Objects.requireNonNull(
                client.resources(CustomScheduler.class).withName(name).get(), name);
    }

    void delete(String name) {
        client.resources(CustomScheduler.class).withName(name).delete();
    }

    /** Waits until the status of the newest generation is as wished. */
    CustomScheduler awaitStatus(String name, Predicate<CustomSchedulerStatus> wish) {
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> get(name),
                        r -> r.getStatus() != null
                                && Objects.equals(
                                        r.getStatus().observedGeneration(),
                                        r.getMetadata().getGeneration())
                                && wish.test(r.getStatus()));
    }

    /** Waits until a condition has a status and a reason. */
    Condition awaitCondition(String name, ConditionType type, String status, String reason) {
        var last = new CustomScheduler[1];
        try {
            last[0] = awaitStatus(
                    name,
                    s -> condition(s, type)
                            .filter(c -> status.equals(c.getStatus()) && reason.equals(c.getReason()))
                            .isPresent());
        } catch (org.awaitility.core.ConditionTimeoutException e) {
            assertThat(get(name).getStatus())
                    .as("awaited %s=%s/%s", type.type(), status, reason)
                    .isNull();
        }
        return condition(last[0].getStatus(), type).orElseThrow();
    }

    static Optional<Condition> condition(CustomSchedulerStatus status, ConditionType type) {
        return Objects.requireNonNullElse(status.conditions(), List.<Condition>of()).stream()
                .filter(c -> type.type().equals(c.getType()))
                .findFirst();
    }
}
