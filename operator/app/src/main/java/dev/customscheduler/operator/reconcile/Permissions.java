package dev.customscheduler.operator.reconcile;

import dev.customscheduler.manifests.ExplainedRule;
import dev.customscheduler.operator.dependent.Refusals;
import dev.customscheduler.operator.status.Problem;
import dev.customscheduler.operator.status.Reason;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks the API server, right by right, whether the scheduler's service account may do what its roles are meant to
 * allow. A role that was written is no proof: bindings can be missing, and other authorizers can say no.
 *
 * <p>The answers are kept while the same rights are wanted, so that an idle resource asks nothing; missing rights are
 * asked for again each time.
 */
final class Permissions {
    /** The authorizer sees a new role or binding through a watch of its own. */
    private static final Duration AUTHORIZER_LAG = Duration.ofSeconds(5);

    private static final Duration KEPT = Duration.ofMinutes(30);

    /**
     * What verbs are allowed on.
     *
     * @param group the API group
     * @param resource the resource, with its subresource after a slash
     * @param name the object's name; null for any
     * @param namespace the namespace; null for all
     */
    private record Target(
            String group,
            String resource,
            @Nullable String name,
            @Nullable String namespace) {
        @Override
        public String toString() {
            return resource
                    + (group.isEmpty() ? "" : "." + group)
                    + (name == null ? "" : " " + name)
                    + (namespace == null ? "" : " in namespace " + namespace);
        }
    }

    private record Right(String verb, Target target) {}

    private record Answers(Set<Right> asked, Instant at, boolean complete) {}

    private final KubernetesClient client;
    private final Clock clock;
    private final Map<String, Answers> kept = new ConcurrentHashMap<>();

    Permissions(KubernetesClient client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    /**
     * Checks a service account.
     *
     * @param uid the resource's uid, under which the answers are kept
     * @param namespace the service account's namespace
     * @param name the service account's name
     * @param rules what the scheduler needs
     * @param lastWrite when a role or binding was last written
     * @return what is missing; empty when nothing is
     */
    List<Problem> check(String uid, String namespace, String name, List<ExplainedRule> rules, Instant lastWrite) {
        var rights = rights(rules);
        var before = kept.get(uid);
        var now = clock.instant();
        if (before != null
                && before.complete
                && before.asked.equals(rights)
                && before.at.isAfter(lastWrite)
                && before.at.plus(KEPT).isAfter(now)) {
            return List.of();
        }
        var missing = new LinkedHashMap<Target, List<String>>();
        for (var right : rights) {
            try {
                var answer = client.resource(review(right, namespace, name)).create();
                if (!Boolean.TRUE.equals(answer.getStatus().getAllowed())) {
                    missing.computeIfAbsent(right.target, _ -> new ArrayList<>())
                            .add(right.verb);
                }
            } catch (KubernetesClientException e) {
                return List.of(
                        e.getCode() == HttpURLConnection.HTTP_FORBIDDEN
                                ? Problem.stalled(
                                        Reason.Forbidden,
                                        "cannot check the scheduler's permissions: " + Refusals.answer(e)
                                                + "; add create subjectaccessreviews.authorization.k8s.io to the operator's"
                                                + " ClusterRole")
                                : Refusals.unreachable("cannot check the scheduler's permissions", e));
            }
        }
        kept.put(uid, new Answers(rights, now, missing.isEmpty()));
        if (missing.isEmpty()) {
            return List.of();
        }
        if (lastWrite.plus(AUTHORIZER_LAG).isAfter(now)) {
            return List.of(Problem.passing(
                    Reason.PermissionMissing,
                    "waiting for the API server to see the scheduler's new roles: " + missing.size()
                            + " rules are not in effect yet"));
        }
        var named = missing.entrySet().stream()
                .map(e -> String.join("|", e.getValue()) + " " + e.getKey())
                .toList();
        return List.of(Problem.stalled(
                Reason.PermissionMissing,
                "service account " + namespace + "/" + name + " may not " + String.join(", ", named)
                        + ": look for an authorizer or a binding that stands in the way"));
    }

    /**
     * Forgets a resource.
     *
     * @param uid its uid
     */
    void forget(String uid) {
        kept.remove(uid);
    }

    private static Set<Right> rights(List<ExplainedRule> rules) {
        var rights = new LinkedHashSet<Right>();
        for (var explained : rules) {
            var rule = explained.rule();
            var names = new ArrayList<@Nullable String>(rule.getResourceNames());
            if (names.isEmpty()) {
                names.add(null);
            }
            String namespace = explained.namespace().isEmpty() ? null : explained.namespace();
            for (var group : rule.getApiGroups()) {
                for (var resource : rule.getResources()) {
                    for (var name : names) {
                        for (var verb : rule.getVerbs()) {
                            rights.add(new Right(verb, new Target(group, resource, name, namespace)));
                        }
                    }
                }
            }
        }
        return rights;
    }

    private static SubjectAccessReview review(Right right, String namespace, String account) {
        var target = right.target;
        int slash = target.resource.indexOf('/');
        return new SubjectAccessReviewBuilder()
                .withNewSpec()
                .withUser("system:serviceaccount:" + namespace + ":" + account)
                .withGroups("system:serviceaccounts", "system:serviceaccounts:" + namespace, "system:authenticated")
                .withNewResourceAttributes()
                .withVerb(right.verb)
                .withGroup(target.group)
                .withResource(slash < 0 ? target.resource : target.resource.substring(0, slash))
                .withSubresource(slash < 0 ? null : target.resource.substring(slash + 1))
                .withName(target.name)
                .withNamespace(target.namespace)
                .endResourceAttributes()
                .endSpec()
                .build();
    }
}
