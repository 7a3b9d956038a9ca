package dev.customscheduler.runtime.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.ApiReply;
import dev.customscheduler.runtime.client.ApiRequest;
import dev.customscheduler.runtime.flags.Flags;
import dev.customscheduler.runtime.logging.Klog;
import dev.customscheduler.runtime.tls.Pem;
import dev.customscheduler.runtime.tls.Trust;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.naming.NamingException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Users by client certificate: the common name is the user, organizations are groups. A front proxy with a certificate
 * of its own authority names the user in headers.
 *
 * <p>The authorities come from {@code --client-ca-file} and {@code --requestheader-client-ca-file}, and unless
 * {@code --authentication-skip-lookup} from the ConfigMap kube-system/extension-apiserver-authentication, looked up
 * again every minute because clusters rotate them.
 */
final class ClientCertificates implements AutoCloseable {
    private static final String LOOKUP = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
    private static final Duration AGAIN = Duration.ofMinutes(1);
    private static final Klog LOG = Klog.of("authentication");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Flags flags;
    private final @Nullable ApiClient client;
    private final Thread refresher;
    private volatile Authorities current = new Authorities(null, null, List.of(), List.of(), List.of(), List.of());
    private volatile boolean stopped;
    private String lastProblem = "";

    private record Authorities(
            @Nullable X509ExtendedTrustManager clients,
            @Nullable X509ExtendedTrustManager proxies,
            List<String> proxyNames,
            List<String> userHeaders,
            List<String> groupHeaders,
            List<String> extraPrefixes) {}

    /**
     * Makes it with the authorities of the flags and of one look-up.
     *
     * @param client null where there is nobody to look up from
     * @throws IOException where a file cannot be read, or the look-up fails and may not
     */
    ClientCertificates(Flags flags, @Nullable ApiClient client) throws IOException, InterruptedException {
        this.flags = flags;
        this.client = flags.bool("authentication-skip-lookup") ? null : client;
        String problem = refresh();
        if (!problem.isEmpty()) {
            if (!flags.bool("authentication-tolerate-lookup-failure")) {
                throw new IOException("unable to look up the client certificate authorities: " + problem);
            }
            report(problem);
        }
        this.refresher = Thread.ofVirtual().name("client-ca").start(this::keepFresh);
    }

    private void keepFresh() {
        while (!stopped && client != null) {
            try {
                Thread.sleep(AGAIN);
                report(refresh());
            } catch (InterruptedException e) {
                return;
            } catch (IOException e) {
                report(String.valueOf(e.getMessage()));
            }
        }
    }

    private void report(String problem) {
        if (!problem.isEmpty() && !problem.equals(lastProblem)) {
            LOG.warn("Unable to look up the client certificate authorities in the cluster", "err", problem);
        }
        lastProblem = problem;
    }

    /** Reads all sources again; returns what kept the cluster's from being read, or nothing. */
    private String refresh() throws IOException, InterruptedException {
        List<X509Certificate> clients = new ArrayList<>();
        List<X509Certificate> proxies = new ArrayList<>();
        List<String> names = new ArrayList<>(flags.strings("requestheader-allowed-names"));
        List<String> users = flags.strings("requestheader-username-headers");
        List<String> groups = flags.strings("requestheader-group-headers");
        List<String> prefixes = flags.strings("requestheader-extra-headers-prefix");
        String problem = "";
        try {
            addFile(clients, flags.string("client-ca-file"));
            addFile(proxies, flags.string("requestheader-client-ca-file"));
            if (client != null) {
                ApiReply reply = client.send(ApiRequest.get(LOOKUP).within(Duration.ofSeconds(10)));
                if (reply instanceof ApiReply.Done(int ignored, byte[] body)) {
                    JsonNode data = MAPPER.readTree(body).path("data");
                    addText(clients, data.path("client-ca-file").asText());
                    addText(proxies, data.path("requestheader-client-ca-file").asText());
                    names.addAll(
                            strings(data.path("requestheader-allowed-names").asText()));
                    users = orElse(
                            strings(data.path("requestheader-username-headers").asText()), users);
                    groups = orElse(
                            strings(data.path("requestheader-group-headers").asText()), groups);
                    prefixes = orElse(
                            strings(data.path("requestheader-extra-headers-prefix")
                                    .asText()),
                            prefixes);
                } else {
                    problem = reply.problem();
                }
            }
            current = new Authorities(
                    clients.isEmpty() ? null : Trust.authorities(clients),
                    proxies.isEmpty() ? null : Trust.authorities(proxies),
                    List.copyOf(names),
                    users,
                    groups,
                    prefixes);
        } catch (GeneralSecurityException e) {
            throw new IOException("a client certificate authority cannot be used: " + e.getMessage(), e);
        }
        return problem;
    }

    private static void addFile(List<X509Certificate> to, String file) throws IOException, GeneralSecurityException {
        if (!file.isEmpty()) {
            to.addAll(Pem.certificates(Files.readAllBytes(Path.of(file))));
        }
    }

    private static void addText(List<X509Certificate> to, String pem) throws GeneralSecurityException {
        if (!pem.isEmpty()) {
            to.addAll(Pem.certificates(pem.getBytes(StandardCharsets.US_ASCII)));
        }
    }

    private static List<String> strings(String jsonArray) throws IOException {
        List<String> values = new ArrayList<>();
        if (!jsonArray.isEmpty()) {
            MAPPER.readTree(jsonArray).forEach(value -> values.add(value.asText()));
        }
        return values;
    }

    private static List<String> orElse(List<String> first, List<String> otherwise) {
        return first.isEmpty() ? otherwise : first;
    }

    /** The user of a certificate chain, or null where no authority stands behind it. */
    @Nullable
    User user(X509Certificate[] chain, Headers headers) {
        Authorities authorities = current;
        if (trusted(authorities.proxies(), chain)) {
            User named = proxied(authorities, chain[0], headers);
            if (named != null) {
                return named;
            }
        }
        if (!trusted(authorities.clients(), chain)) {
            return null;
        }
        String name = attributes(chain[0], "CN").stream().findFirst().orElse("");
        return name.isEmpty() ? null : new User(name, "", attributes(chain[0], "O"), Map.of()).authenticated();
    }

    private static @Nullable User proxied(Authorities authorities, X509Certificate proxy, Headers headers) {
        List<String> proxyNames = attributes(proxy, "CN");
        if (!authorities.proxyNames().isEmpty() && proxyNames.stream().noneMatch(authorities.proxyNames()::contains)) {
            return null;
        }
        String name = null;
        for (String header : authorities.userHeaders()) {
            String value = headers.getFirst(header);
            if (value != null && !value.isEmpty()) {
                name = value;
                break;
            }
        }
        if (name == null) {
            return null;
        }
        List<String> groups = new ArrayList<>();
        for (String header : authorities.groupHeaders()) {
            List<String> values = headers.get(header);
            if (values != null) {
                groups.addAll(values);
            }
        }
        Map<String, List<String>> extra = new TreeMap<>();
        for (String prefix : authorities.extraPrefixes()) {
            String lower = prefix.toLowerCase(Locale.ROOT);
            headers.forEach((header, values) -> {
                String key = header.toLowerCase(Locale.ROOT);
                if (key.startsWith(lower)) {
                    extra.put(key.substring(lower.length()), List.copyOf(values));
                }
            });
        }
        return new User(name, "", groups, extra).authenticated();
    }

    private static boolean trusted(@Nullable X509ExtendedTrustManager authority, X509Certificate[] chain) {
        if (authority == null || chain.length == 0) {
            return false;
        }
        try {
            authority.checkClientTrusted(chain, chain[0].getPublicKey().getAlgorithm());
            return true;
        } catch (CertificateException e) {
            if (LOG.v(5)) {
                LOG.info("Client certificate not trusted", "err", e.getMessage());
            }
            return false;
        }
    }

    private static List<String> attributes(X509Certificate certificate, String type) {
        Principal subject = certificate.getSubjectX500Principal();
        List<String> values = new ArrayList<>();
        try {
            for (Rdn rdn : new LdapName(subject.getName()).getRdns()) {
                var all = rdn.toAttributes().get(type);
                for (int i = 0; all != null && i < all.size(); i++) {
                    values.add(String.valueOf(all.get(i)));
                }
            }
        } catch (NamingException e) {
            LOG.error(e, "A client certificate's subject cannot be read");
        }
        return values;
    }

    @Override
    public void close() {
        stopped = true;
        refresher.interrupt();
    }
}
