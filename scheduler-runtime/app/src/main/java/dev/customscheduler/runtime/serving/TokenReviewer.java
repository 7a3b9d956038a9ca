package dev.customscheduler.runtime.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.ApiReply;
import dev.customscheduler.runtime.client.ApiRequest;
import dev.customscheduler.runtime.logging.Klog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks the API server whose a bearer token is (TokenReview). Answers are kept for the time of
 * {@code --authentication-token-webhook-cache-ttl}, by the token's digest: the token itself is not kept.
 */
final class TokenReviewer {
    private static final String PATH = "/apis/authentication.k8s.io/v1/tokenreviews";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Klog LOG = Klog.of("authentication");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ApiClient client;
    private final long keepNanos;
    private final ExpiringCache<Question, Optional<User>> cache = new ExpiringCache<>();

    private record Question(String digest, String audience) {}

    TokenReviewer(ApiClient client, Duration keep) {
        this.client = client;
        this.keepNanos = keep.toNanos();
    }

    /** The token's user, or null where it is nobody's or could not be reviewed. */
    @Nullable
    User review(String token) throws InterruptedException {
        return review(token, "");
    }

    /**
     * The user of a token that is meant for an audience, or null where it is nobody's, is meant for others, or could
     * not be reviewed.
     *
     * @param audience empty for the API server's own
     */
    @Nullable
    User review(String token, String audience) throws InterruptedException {
        Question question = new Question(digest(token), audience);
        Optional<User> known = cache.get(question);
        if (known == null) {
            ObjectNode review = MAPPER.createObjectNode();
            review.put("apiVersion", "authentication.k8s.io/v1").put("kind", "TokenReview");
            ObjectNode spec = review.putObject("spec").put("token", token);
            if (!audience.isEmpty()) {
                spec.putArray("audiences").add(audience);
            }
            byte[] body = review.toString().getBytes(StandardCharsets.UTF_8);
            ApiReply reply = client.send(ApiRequest.post(PATH, body, true).within(TIMEOUT));
            if (!(reply instanceof ApiReply.Done(int ignored, byte[] answer))) {
                LOG.error(null, "Unable to review a token", "err", reply.problem());
                return null;
            }
            known = parse(answer, audience);
            cache.put(question, known, keepNanos);
        }
        return known.orElse(null);
    }

    private static Optional<User> parse(byte[] answer, String audience) {
        try {
            JsonNode status = MAPPER.readTree(answer).path("status");
            // A server that does not know of audiences names none: then it has not looked at them.
            if (!status.path("authenticated").asBoolean() || !names(status.path("audiences"), audience)) {
                return Optional.empty();
            }
            JsonNode user = status.path("user");
            List<String> groups = new ArrayList<>();
            user.path("groups").forEach(group -> groups.add(group.asText()));
            Map<String, List<String>> extra = new HashMap<>();
            user.path("extra").properties().forEach(field -> {
                List<String> values = new ArrayList<>();
                field.getValue().forEach(value -> values.add(value.asText()));
                extra.put(field.getKey(), values);
            });
            User found =
                    new User(user.path("username").asText(), user.path("uid").asText(), groups, extra);
            return Optional.of(found.authenticated());
        } catch (IOException e) {
            LOG.error(e, "A token review cannot be read");
            return Optional.empty();
        }
    }

    private static boolean names(JsonNode audiences, String audience) {
        if (audience.isEmpty()) {
            return true;
        }
        for (JsonNode named : audiences) {
            if (named.asText().equals(audience)) {
                return true;
            }
        }
        return false;
    }

    private static String digest(String token) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
