package dev.customscheduler.runtime.extender;

import java.net.InetAddress;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Believes a server whose certificate is for a given name, whatever the URL says: {@code tlsConfig.serverName}. The JDK
 * checks a certificate against the URL's host only, so the chain is left to another trust manager and the name is
 * checked here: against the certificate's alternative names (RFC 6125; a wildcard stands for the first label), never
 * its common name.
 */
final class ServerNameTrust extends X509ExtendedTrustManager {
    private static final int DNS = 2;
    private static final int ADDRESS = 7;
    private static final Pattern ADDRESSES = Pattern.compile("[0-9.]+|.*:.*");

    private final X509ExtendedTrustManager chains;
    private final String name;

    ServerNameTrust(X509ExtendedTrustManager chains, String name) {
        this.chains = chains;
        this.name = name;
    }

    /** Whether a name is an IP address rather than a host's name. */
    static boolean isAddress(String name) {
        return ADDRESSES.matcher(name).matches();
    }

    private void check(X509Certificate[] chain, String authType) throws CertificateException {
        chains.checkServerTrusted(chain, authType);
        Collection<List<?>> names = chain[0].getSubjectAlternativeNames();
        if (names != null) {
            for (List<?> entry : names) {
                if (entry.get(1) instanceof String value && matches((Integer) entry.get(0), value)) {
                    return;
                }
            }
        }
        throw new CertificateException("the certificate is not valid for tlsConfig.serverName " + name
                + ", its alternative names are " + (names == null ? List.of() : names));
    }

    private boolean matches(int type, String value) {
        if (isAddress(name)) {
            return type == ADDRESS && InetAddress.ofLiteral(name).equals(InetAddress.ofLiteral(value));
        }
        if (type != DNS) {
            return false;
        }
        String wanted = name.toLowerCase(Locale.ROOT);
        String given = value.toLowerCase(Locale.ROOT);
        if (!given.startsWith("*.")) {
            return given.equals(wanted);
        }
        int dot = wanted.indexOf('.');
        return dot > 0 && wanted.substring(dot).equals(given.substring(1));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        chains.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        chains.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        chains.checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return chains.getAcceptedIssuers();
    }
}
