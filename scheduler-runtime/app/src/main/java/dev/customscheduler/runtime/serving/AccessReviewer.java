package dev.customscheduler.runtime.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.ApiReply;
import dev.customscheduler.runtime.client.ApiRequest;
import dev.customscheduler.runtime.logging.Klog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may read which path: the paths of {@code --authorization-always-allow-paths} anyone, the group
 * system:masters everything, all else as the API server says (SubjectAccessReview on the non-resource path). Answers
 * are kept as long as the flags say. Who may read what is said of a pod is who may get the pod.
 */
final class AccessReviewer {
    private static final String PATH = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    private static final String MASTERS = "system:masters";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Klog LOG = Klog.of("authorization");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final @Nullable ApiClient client;
    private final Set<String> open;
    private final long keepYes;
    private final long keepNo;
    private final ExpiringCache<Question, Boolean> cache = new ExpiringCache<>();

    /** About a non-resource path, or, where that is empty, about a pod or all pods of a namespace. */
    private record Question(User user, String verb, String path, String namespace, String pod) {
        String about() {
            return path.isEmpty() ? "pods " + namespace + "/" + pod : path;
        }
    }

    /** What the answer is. */
    enum Verdict {
        ALLOWED,
        FORBIDDEN,
        /** The API server could not be asked. */
        UNKNOWN
    }

    /**
     * Makes a reviewer.
     *
     * @param client null where there is no API server to ask: then all that is not open is forbidden
     */
    AccessReviewer(@Nullable ApiClient client, List<String> open, Duration keepYes, Duration keepNo) {
        this.client = client;
        this.open = Set.copyOf(open);
        this.keepYes = keepYes.toNanos();
        this.keepNo = keepNo.toNanos();
    }

    /** Whether anyone may read this path, so that nobody needs to be known for it. */
    boolean open(String path) {
        return open.contains(path);
    }

    Verdict review(User user, String verb, String path) throws InterruptedException {
        return open(path) ? Verdict.ALLOWED : review(new Question(user, verb, path, "", ""));
    }

    /**
     * Whether a user may get a pod.
     *
     * @param pod the pod's name, or the empty string for every pod of the namespace
     */
    Verdict reviewPod(User user, String namespace, String pod) throws InterruptedException {
        return review(new Question(user, "get", "", namespace, pod));
    }

    private Verdict review(Question question) throws InterruptedException {
        if (question.user().groups().contains(MASTERS)) {
            return Verdict.ALLOWED;
        }
        ApiClient server = client;
        if (server == null) {
            return Verdict.FORBIDDEN;
        }
        Boolean known = cache.get(question);
        if (known == null) {
            ApiReply reply =
                    server.send(ApiRequest.post(PATH, body(question), true).within(TIMEOUT));
            if (!(reply instanceof ApiReply.Done(int ignored, byte[] answer))) {
                LOG.error(null, "Unable to review access", "about", question.about(), "err", reply.problem());
                return Verdict.UNKNOWN;
            }
            try {
                JsonNode status = MAPPER.readTree(answer).path("status");
                known = status.path("allowed").asBoolean();
            } catch (IOException e) {
                LOG.error(e, "An access review cannot be read", "about", question.about());
                return Verdict.UNKNOWN;
            }
            cache.put(question, known, known ? keepYes : keepNo);
        }
        return known ? Verdict.ALLOWED : Verdict.FORBIDDEN;
    }

    private static byte[] body(Question question) {
        User user = question.user();
        ObjectNode review = MAPPER.createObjectNode();
        review.put("apiVersion", "authorization.k8s.io/v1").put("kind", "SubjectAccessReview");
        ObjectNode spec = review.putObject("spec");
        spec.put("user", user.name());
        if (!user.uid().isEmpty()) {
            spec.put("uid", user.uid());
        }
        ArrayNode groups = spec.putArray("groups");
        user.groups().forEach(groups::add);
        if (!user.extra().isEmpty()) {
            ObjectNode extra = spec.putObject("extra");
            user.extra().forEach((key, values) -> {
                ArrayNode list = extra.putArray(key);
                values.forEach(list::add);
            });
        }
        if (question.path().isEmpty()) {
            ObjectNode pod = spec.putObject("resourceAttributes");
            pod.put("verb", question.verb()).put("version", "v1").put("resource", "pods");
            pod.put("namespace", question.namespace());
            if (!question.pod().isEmpty()) {
                pod.put("name", question.pod());
            }
        } else {
            spec.putObject("nonResourceAttributes").put("path", question.path()).put("verb", question.verb());
        }
        return review.toString().getBytes(StandardCharsets.UTF_8);
    }
}
