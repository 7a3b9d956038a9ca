package dev.customscheduler.testbed.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjection;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Tokens bound to one pod, asked for anew when four fifths of their life are over, as a kubelet does. */
final class ServiceAccountTokens {
    private static final long DEFAULT_SECONDS = 3600;

    private record Held(String token, Instant renewAt) {}

    private final KubernetesClient client;
    private final Map<String, Held> held = new ConcurrentHashMap<>();

    ServiceAccountTokens(KubernetesClient client) {
        this.client = client;
    }

    String token(Pod pod, ServiceAccountTokenProjection projection) {
        long seconds = projection.getExpirationSeconds() == null ? DEFAULT_SECONDS : projection.getExpirationSeconds();
        String key = projection.getAudience() + "/" + seconds;
        Held known = held.get(key);
        if (known != null && Instant.now().isBefore(known.renewAt())) {
            return known.token();
        }
        TokenRequest request = new TokenRequestBuilder()
                .withNewSpec()
                .withAudiences(projection.getAudience() == null ? List.of() : List.of(projection.getAudience()))
                .withExpirationSeconds(seconds)
                .withNewBoundObjectRef()
                .withApiVersion("v1")
                .withKind("Pod")
                .withName(pod.getMetadata().getName())
                .withUid(pod.getMetadata().getUid())
                .endBoundObjectRef()
                .endSpec()
                .build();
        TokenRequest answer = client.serviceAccounts()
                .inNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getSpec().getServiceAccountName())
                .tokenRequest(request);
        Instant now = Instant.now();
        Duration life = Duration.between(now, Instant.parse(answer.getStatus().getExpirationTimestamp()));
        held.put(
                key,
                new Held(
                        answer.getStatus().getToken(),
                        now.plus(life.multipliedBy(4).dividedBy(5))));
        return answer.getStatus().getToken();
    }
}
