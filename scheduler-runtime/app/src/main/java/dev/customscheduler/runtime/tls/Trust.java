package dev.customscheduler.runtime.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Who is believed in a TLS handshake. */
public final class Trust {
    private Trust() {}

    /** Certificates that lead to one of {@code authorities}, host names checked where the connection asks for it. */
    public static X509ExtendedTrustManager authorities(List<X509Certificate> authorities)
            throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        try {
            store.load(null, null);
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
        for (int i = 0; i < authorities.size(); i++) {
            store.setCertificateEntry("ca" + i, authorities.get(i));
        }
        return first(store);
    }

    /** The authorities that the JDK ships with. */
    public static X509ExtendedTrustManager system() throws GeneralSecurityException {
        return first(null);
    }

    private static X509ExtendedTrustManager first(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509ExtendedTrustManager x509) {
                return x509;
            }
        }
        throw new GeneralSecurityException("the JDK has no X.509 trust manager");
    }

    /**
     * Believes every certificate: for a kubeconfig's {@code insecure-skip-tls-verify}, and for a server that asks for a
     * client certificate in the handshake and judges it afterwards.
     */
    public static X509ExtendedTrustManager everyone() {
        return new Everyone();
    }

    private static final class Everyone extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
