package dev.customscheduler.runtime.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.customscheduler.config.Extender;
import dev.customscheduler.config.ExtenderTlsConfig;
import dev.customscheduler.runtime.testing.ExtenderServer;
import dev.customscheduler.runtime.tls.Pem;
import dev.customscheduler.runtime.tls.ReloadingKeyManager;
import dev.customscheduler.runtime.tls.Trust;
import dev.customscheduler.testbed.controlplane.Pki;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An extender's TLS settings against real HTTPS servers. */
class ExtenderTlsTest {
    @TempDir
    Path dir;

    private static ExtenderServer serve(Pki pki, boolean clientCertificate, String... hosts) throws Exception {
        Pki.Identity identity = pki.server("server-" + String.join("-", hosts), List.of(hosts));
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(
                new KeyManager[] {new ReloadingKeyManager(identity.certificate(), identity.key())},
                new TrustManager[] {Trust.authorities(Pem.certificates(Files.readAllBytes(pki.authorityCertificate())))
                },
                null);
        return ExtenderServer.https(tls, clientCertificate).on("f", question -> "{\"ok\": true}");
    }

    private static String ask(ExtenderServer server, boolean enableHttps, @Nullable ExtenderTlsConfig tls)
            throws IOException {
        Extender stated = new Extender(
                server.url(),
                "f",
                "",
                "",
                0,
                "",
                enableHttps,
                Optional.ofNullable(tls),
                Duration.ofSeconds(60),
                true,
                List.of(),
                false);
        ExtenderClient client = new ExtenderClient(stated, "extenders[0].tlsConfig");
        try {
            return client.post("f", "{}".getBytes(StandardCharsets.UTF_8)).toString();
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static ExtenderTlsConfig tls(boolean insecure, String serverName, String caFile, String caData) {
        return new ExtenderTlsConfig(insecure, serverName, "", "", caFile, "", "", caData);
    }

    private static String base64(Path file) throws IOException {
        return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
    }

    @Test
    void believesAnAuthorityFromAFileOrFromData() throws Exception {
        Pki pki = new Pki(dir);
        try (ExtenderServer server = serve(pki, false, "127.0.0.1")) {
            String ca = pki.authorityCertificate().toString();
            assertThat(ask(server, true, tls(false, "", ca, ""))).isEqualTo("{\"ok\":true}");
            assertThat(ask(server, true, tls(false, "", "/nowhere", base64(pki.authorityCertificate()))))
                    .isEqualTo("{\"ok\":true}");
            Pki stranger = new Pki(dir.resolve("stranger"));
            assertThat(ask(
                            server,
                            true,
                            tls(false, "", stranger.authorityCertificate().toString(), "")))
                    .startsWith("Post \"" + server.url());
            assertThat(ask(server, false, null)).contains("certification path");
        }
    }

    @Test
    void verifiesNothingWhereInsecureOrEnabledWithoutAnAuthority() throws Exception {
        Pki pki = new Pki(dir);
        try (ExtenderServer server = serve(pki, false, "elsewhere.example")) {
            assertThat(ask(server, true, null)).isEqualTo("{\"ok\":true}");
            assertThat(ask(server, false, tls(true, "", "", ""))).isEqualTo("{\"ok\":true}");
            assertThat(ask(
                            server,
                            true,
                            tls(false, "", pki.authorityCertificate().toString(), "")))
                    .contains("127.0.0.1");
        }
    }

    @Test
    void checksTheNameThatIsToldInTheUrlsPlace() throws Exception {
        Pki pki = new Pki(dir);
        String ca = pki.authorityCertificate().toString();
        try (ExtenderServer server = serve(pki, false, "board.example")) {
            assertThat(ask(server, true, tls(false, "BOARD.example", ca, ""))).isEqualTo("{\"ok\":true}");
            assertThat(server.serverNames()).containsExactly("board.example");
            assertThat(ask(server, true, tls(false, "desk.example", ca, "")))
                    .contains("not valid for tlsConfig.serverName desk.example");
        }
        try (ExtenderServer server = serve(pki, false, "*.example")) {
            assertThat(ask(server, true, tls(false, "board.example", ca, ""))).isEqualTo("{\"ok\":true}");
            assertThat(ask(server, true, tls(false, "a.board.example", ca, ""))).contains("not valid");
        }
    }

    @Test
    void presentsAClientCertificate() throws Exception {
        Pki pki = new Pki(dir);
        Pki.Identity client = pki.client("client", "scheduler", "extenders");
        String ca = pki.authorityCertificate().toString();
        try (ExtenderServer server = serve(pki, true, "127.0.0.1")) {
            assertThat(ask(server, true, tls(false, "", ca, ""))).startsWith("Post ");
            ExtenderTlsConfig files = new ExtenderTlsConfig(
                    false, "", client.certificate().toString(), client.key().toString(), ca, "", "", "");
            assertThat(ask(server, true, files)).isEqualTo("{\"ok\":true}");
            ExtenderTlsConfig data = new ExtenderTlsConfig(
                    false, "", "", "", ca, base64(client.certificate()), base64(client.key()), "");
            assertThat(ask(server, true, data)).isEqualTo("{\"ok\":true}");
        }
    }

    @Test
    void saysWhichFileCannotBeUsed() throws Exception {
        try (ExtenderServer server = ExtenderServer.http()) {
            assertThatThrownBy(() -> ask(server, true, tls(false, "", "/nowhere/ca.crt", "")))
                    .hasMessageContaining("extenders[0].tlsConfig.caFile")
                    .hasMessageContaining("/nowhere/ca.crt");
            Path empty = Files.writeString(dir.resolve("empty.crt"), "");
            assertThatThrownBy(() -> ask(server, true, tls(false, "", empty.toString(), "")))
                    .hasMessageContaining("no PEM block of type CERTIFICATE");
        }
    }
}
