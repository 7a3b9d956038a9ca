package dev.customscheduler.runtime.serving;

import com.sun.net.httpserver.HttpsExchange;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** Finds out who makes a request: by client certificate, else by bearer token, else nobody. */
final class Authenticator {
    /** The header that {@code csched explain} shows its token in. */
    static final String POD_TOKEN = "Custom-Scheduler-Token";

    /** The audience of tokens that are good for explanations only. */
    static final String POD_AUDIENCE = "explain.customscheduler.dev";

    private static final String BEARER = "bearer ";

    private final @Nullable ClientCertificates certificates;
    private final @Nullable TokenReviewer tokens;

    Authenticator(@Nullable ClientCertificates certificates, @Nullable TokenReviewer tokens) {
        this.certificates = certificates;
        this.tokens = tokens;
    }

    /** The user; {@link User#ANONYMOUS} where nothing was shown; null where what was shown is not accepted. */
    @Nullable
    User authenticate(HttpsExchange exchange) throws InterruptedException {
        ClientCertificates authorities = certificates;
        if (authorities != null) {
            try {
                if (exchange.getSSLSession().getPeerCertificates() instanceof X509Certificate[] chain) {
                    User user = authorities.user(chain, exchange.getRequestHeaders());
                    if (user != null) {
                        return user;
                    }
                }
            } catch (SSLPeerUnverifiedException e) {
                // The usual case: the client showed no certificate.
            }
        }
        return ofBearer(exchange);
    }

    /**
     * The user for what is said of pods: as {@link #authenticate}, but a token in the header {@link #POD_TOKEN} comes
     * first. The API server's pod proxy takes the Authorization header away, and a token that is meant for
     * {@link #POD_AUDIENCE} is good for nothing else, so that it can be shown to a pod.
     */
    @Nullable
    User authenticateForPods(HttpsExchange exchange) throws InterruptedException {
        String token = exchange.getRequestHeaders().getFirst(POD_TOKEN);
        TokenReviewer reviewer = tokens;
        if (token == null || token.isBlank() || reviewer == null) {
            return authenticate(exchange);
        }
        User meant = reviewer.review(token.strip(), POD_AUDIENCE);
        return meant == null ? reviewer.review(token.strip()) : meant;
    }

    private @Nullable User ofBearer(HttpsExchange exchange) throws InterruptedException {
        String header = exchange.getRequestHeaders().getFirst("Authorization");
        if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return User.ANONYMOUS;
        }
        String token = header.substring(BEARER.length()).strip();
        if (token.isEmpty()) {
            return User.ANONYMOUS;
        }
        TokenReviewer reviewer = tokens;
        return reviewer == null ? User.ANONYMOUS : reviewer.review(token);
    }
}
