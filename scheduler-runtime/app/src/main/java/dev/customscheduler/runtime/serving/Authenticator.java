package dev.customscheduler.runtime.serving;

import com.sun.net.httpserver.HttpsExchange;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** Finds out who makes a request: by client certificate, else by bearer token, else nobody. */
final class Authenticator {
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
