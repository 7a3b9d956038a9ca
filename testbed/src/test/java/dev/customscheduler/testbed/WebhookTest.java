package dev.customscheduler.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.testbed.controlplane.Pki;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import dev.customscheduler.testbed.node.LocalImage;
import dev.customscheduler.testbed.node.ProcessNode;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The API server reaches a webhook by the name of its Service, through EndpointSlices, in a pod of the process node.
 */
@TestBedTest
class WebhookTest {
    @Test
    void reachesAWebhookByItsService(TestBed bed, @Namespace String namespace)
            throws IOException, GeneralSecurityException {
        KubernetesClient client = bed.client();
        List<Path> classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
        try (ProcessNode node = bed.processNode("webhook-node")
                .image("local/webhook", LocalImage.java(classPath, WebhookMain.class.getName()))
                .start()) {
            Pki.Identity identity = bed.pki().server("webhook", List.of("webhook." + namespace + ".svc"));
            for (HasMetadata object : manifests(bed, namespace, identity)) {
                client.resource(object).create();
            }
            try {
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(
                                () -> assertThat(refusal(client, namespace)).contains("refused by a pod"));
            } finally {
                client.admissionRegistration()
                        .v1()
                        .validatingWebhookConfigurations()
                        .withName(namespace)
                        .delete();
                client.nodes().withName(node.name()).delete();
            }
        }
    }

    private static String refusal(KubernetesClient client, String namespace) {
        try {
            client.resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withGenerateName("refused-")
                            .withNamespace(namespace)
                            .endMetadata()
                            .build())
                    .create();
            return "admitted";
        } catch (KubernetesClientException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static List<HasMetadata> manifests(TestBed bed, String namespace, Pki.Identity identity)
            throws IOException, GeneralSecurityException {
        String authority =
                Base64.getEncoder().encodeToString(Files.readAllBytes(bed.pki().authorityCertificate()));
        try (InputStream in = WebhookTest.class.getResourceAsStream("webhook.yaml")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("NAMESPACE", namespace)
                    .replace("AUTHORITY", authority)
                    .replace("STORE", Base64.getEncoder().encodeToString(store(identity)));
            return bed.client()
                    .load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                    .items();
        }
    }

    private static byte[] store(Pki.Identity identity) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        String pem = Files.readString(identity.key()).replaceAll("-----[A-Z ]+-----", "");
        var key = KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem)));
        try (InputStream in = Files.newInputStream(identity.certificate())) {
            Certificate certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
            store.setKeyEntry("own", key, "test".toCharArray(), new Certificate[] {certificate});
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        store.store(out, "test".toCharArray());
        return out.toByteArray();
    }
}
