package dev.customscheduler.runtime.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A private key and the certificate chain that goes with it. Prints as its subject: the key is never shown.
 *
 * @param key the private key
 * @param chain the certificate, then its issuers
 */
public record Identity(PrivateKey key, List<X509Certificate> chain) {
    public Identity {
        chain = List.copyOf(chain);
    }

    @Override
    public String toString() {
        return "Identity[" + chain.getFirst().getSubjectX500Principal() + "]";
    }
}
