package dev.customscheduler.runtime.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.customscheduler.runtime.tls.Identity;
import dev.customscheduler.runtime.tls.Pem;
import dev.customscheduler.runtime.tls.ReloadingKeyManager;
import dev.customscheduler.runtime.tls.Trust;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A kubeconfig file's current context: a server with its certificate authority, and a user with a token, a token file
 * or a client certificate. What a scheduler's kubeconfig has no use for (exec, auth-provider, impersonation, a
 * password, a proxy) is refused by name and not passed over.
 */
final class Kubeconfig {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final List<String> USER_UNSUPPORTED =
            List.of("exec", "auth-provider", "as", "as-uid", "as-groups", "as-user-extra", "username", "password");
    private static final List<String> CLUSTER_UNSUPPORTED = List.of("tls-server-name", "proxy-url");

    private final Path file;

    private Kubeconfig(Path file) {
        this.file = file;
    }

    static Access load(Path file, String master) throws IOException {
        return new Kubeconfig(file).read(master);
    }

    private Access read(String master) throws IOException {
        JsonNode root;
        try {
            root = YAML.readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException e) {
            throw new IOException(
                    file + ":" + e.getLocation().getLineNr() + ": not a kubeconfig: " + e.getOriginalMessage(), e);
        }
        String context = root.path("current-context").asText();
        if (context.isEmpty()) {
            throw wrong("current-context", "is empty: name the context to use");
        }
        JsonNode chosen = named(root, "contexts", "context", context);
        String clusterName = chosen.path("cluster").asText();
        String userName = chosen.path("user").asText();
        JsonNode cluster = named(root, "clusters", "cluster", clusterName);
        JsonNode user = userName.isEmpty() ? YAML.createObjectNode() : named(root, "users", "user", userName);
        refuse(cluster, CLUSTER_UNSUPPORTED, "clusters[name=" + clusterName + "].cluster");
        refuse(user, USER_UNSUPPORTED, "users[name=" + userName + "].user");
        String server = master.isEmpty() ? cluster.path("server").asText() : master;
        if (server.isEmpty()) {
            throw wrong("clusters[name=" + clusterName + "].cluster.server", "is empty");
        }
        if (server.endsWith("/")) {
            server = server.substring(0, server.length() - 1);
        }
        SSLContext tls = AccessLoader.context(identity(user, userName), trust(cluster, clusterName));
        return new Access(URI.create(server), tls, token(user), file.toString());
    }

    private AccessLoader.TrustMaker trust(JsonNode cluster, String name) throws IOException {
        if (cluster.path("insecure-skip-tls-verify").asBoolean()) {
            return Trust::everyone;
        }
        byte[] ca = material(cluster, "certificate-authority", "clusters[name=" + name + "].cluster");
        return ca == null ? Trust::system : () -> Trust.authorities(Pem.certificates(ca));
    }

    private @Nullable KeyManager identity(JsonNode user, String name) throws IOException {
        String path = "users[name=" + name + "].user";
        try {
            String certificateFile = user.path("client-certificate").asText();
            String keyFile = user.path("client-key").asText();
            if (!certificateFile.isEmpty()
                    && !keyFile.isEmpty()
                    && !user.has("client-certificate-data")
                    && !user.has("client-key-data")) {
                return new ReloadingKeyManager(relative(certificateFile), relative(keyFile));
            }
            byte[] certificate = material(user, "client-certificate", path);
            byte[] key = material(user, "client-key", path);
            if (certificate == null && key == null) {
                return null;
            }
            if (certificate == null || key == null) {
                throw wrong(path, "needs client-certificate and client-key together");
            }
            return new ReloadingKeyManager(new Identity(Pem.privateKey(key), Pem.certificates(certificate)));
        } catch (GeneralSecurityException e) {
            throw wrong(path, "the client certificate cannot be used: " + e.getMessage());
        }
    }

    private TokenSource token(JsonNode user) throws IOException {
        String token = user.path("token").asText();
        String tokenFile = user.path("tokenFile").asText();
        if (!tokenFile.isEmpty()) {
            return TokenSource.file(relative(tokenFile));
        }
        return token.isEmpty() ? TokenSource.none() : TokenSource.of(token);
    }

    private byte @Nullable [] material(JsonNode holder, String field, String path) throws IOException {
        String inline = holder.path(field + "-data").asText();
        if (!inline.isEmpty()) {
            try {
                return Base64.getDecoder().decode(inline);
            } catch (IllegalArgumentException e) {
                throw wrong(path + "." + field + "-data", "is not base64");
            }
        }
        String named = holder.path(field).asText();
        return named.isEmpty() ? null : Files.readAllBytes(relative(named));
    }

    private Path relative(String name) {
        return file.toAbsolutePath().resolveSibling(name);
    }

    private JsonNode named(JsonNode root, String list, String field, String name) throws IOException {
        for (JsonNode entry : root.path(list)) {
            if (entry.path("name").asText().equals(name)) {
                return entry.path(field);
            }
        }
        throw wrong(list, "has no entry named \"" + name + "\"");
    }

    private void refuse(JsonNode holder, List<String> unsupported, String path) throws IOException {
        for (String field : unsupported) {
            if (holder.hasNonNull(field)) {
                throw wrong(
                        path + "." + field,
                        "is not supported by this runtime: use a token, a tokenFile or a client certificate");
            }
        }
    }

    private IOException wrong(String path, String message) {
        return new IOException(file + ": " + path + ": " + message);
    }
}
