package dev.customscheduler.testbed.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Kubeconfig files that carry everything in themselves: the authority's certificate and a bearer token. */
public final class Kubeconfig {
    private Kubeconfig() {}

    /** Writes one, readable by its owner only, replacing an older one. */
    public static Path write(
            Path file, URI server, Path authority, String user, String token, @Nullable String namespace) {
        try {
            String content = """
                    apiVersion: v1
                    kind: Config
                    clusters:
                    - name: testbed
                      cluster:
                        server: %s
                        certificate-authority-data: %s
                    users:
                    - name: %s
                      user:
                        token: %s
                    contexts:
                    - name: testbed
                      context:
                        cluster: testbed
                        user: %s
                        namespace: %s
                    current-context: testbed
                    """.formatted(
                            server,
                            Base64.getEncoder().encodeToString(Files.readAllBytes(authority)),
                            quoted(user),
                            token,
                            quoted(user),
                            namespace == null ? "default" : namespace);
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.write(file, content.getBytes(StandardCharsets.UTF_8));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String quoted(String value) {
        return '"' + value + '"';
    }
}
