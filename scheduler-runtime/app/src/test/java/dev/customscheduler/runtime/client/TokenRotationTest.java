package dev.customscheduler.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.junit.Namespace;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@TestBedTest
class TokenRotationTest {
    private static final Pattern TOKEN = Pattern.compile("\"?token\"? *: *\"?([^\"\\s,}]+)\"?");

    @Test
    void readsTheTokenAgainWhenItIsRefused(TestBed bed, @Namespace String namespace, @TempDir Path dir)
            throws Exception {
        Path tokenFile = dir.resolve("token");
        account(bed, namespace, "old");
        account(bed, namespace, "new");
        String old = take(bed, namespace, "old", tokenFile);
        String kubeconfig = Files.readString(bed.kubeconfigFor(namespace, "old"));
        Matcher token = TOKEN.matcher(kubeconfig);
        assertThat(token.find()).isTrue();
        Path file = dir.resolve("kubeconfig");
        Files.writeString(file, token.replaceFirst("\"tokenFile\": \"token\""));
        try (ApiClient client = new ApiClient(AccessLoader.load(file.toString(), ""), new TokenBucket(-1, 1), "test")) {
            assertThat(whoAmI(client)).endsWith(":old");
            bed.client()
                    .serviceAccounts()
                    .inNamespace(namespace)
                    .withName("old")
                    .delete();
            assertThat(take(bed, namespace, "new", tokenFile)).isNotEqualTo(old);
            // The API server itself goes on believing a token for ten seconds.
            await().atMost(Duration.ofSeconds(60)).until(() -> whoAmI(client).endsWith(":new"));
        }
    }

    private static void account(TestBed bed, String namespace, String name) {
        bed.client()
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private static String take(TestBed bed, String namespace, String account, Path to) throws Exception {
        Matcher token = TOKEN.matcher(Files.readString(bed.kubeconfigFor(namespace, account)));
        assertThat(token.find()).isTrue();
        Files.writeString(to, token.group(1));
        return token.group(1);
    }

    /** A request that is forbidden, so that the answer names who made it. */
    private static String whoAmI(ApiClient client) throws InterruptedException {
        ApiReply reply = client.send(ApiRequest.get("/api/v1/nodes"));
        assertThat(reply).isInstanceOf(ApiReply.Refused.class);
        Matcher user = Pattern.compile("User \"([^\"]+)\"").matcher(reply.problem());
        assertThat(user.find()).as(reply.problem()).isTrue();
        return user.group(1);
    }
}
