package dev.customscheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.config.ConfigurationResult.Refused;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever bytes come in, findings come out: no exception, no hang, no more memory than the text warrants. */
class DecoderFuzzTest {
    private static final Target TARGET = Target.kubeScheduler(KubernetesVersion.NEWEST);
    private static final String SOUND = """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            profiles:
            - &p {schedulerName: "a", plugins: {score: {enabled: [{name: NodeResourcesFit, weight: 2}]}}}
            - <<: *p
              pluginConfig:
              - name: NodeResourcesFit
                args:
                  scoringStrategy: {type: MostAllocated}
            extenders:
            - urlPrefix: 'http://x'
              httpTimeout: 5s  # soon
            """;
    private static final String ALPHABET =
            " \t\n\r-:,{}[]&*!|>'\"%@`#?<.~0123456789eEaAnyxX\u0000\u00a0\u2028\ufeff\ud83d\ude00";

    private static ConfigurationResult read(byte[] bytes) {
        ConfigurationResult result = ConfigurationReader.read(bytes, Source.file("f"), TARGET);
        if (result instanceof Refused refused) {
            assertThat(refused.findings()).anyMatch(finding -> finding.severity() == Severity.ERROR);
        }
        return result;
    }

    private static ConfigurationResult read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void damagedTextsAreJudged(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1_000; i++) {
            StringBuilder text = new StringBuilder(SOUND);
            for (int edits = 1 + random.nextInt(6); edits > 0; edits--) {
                int at = random.nextInt(text.length());
                String piece = ALPHABET.substring(random.nextInt(ALPHABET.length()));
                String inserted = piece.substring(0, Math.min(piece.length(), 1 + random.nextInt(3)));
                switch (random.nextInt(3)) {
                    case 0 -> text.insert(at, inserted);
                    case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(20)));
                    default -> text.replace(at, at + 1, inserted);
                }
                if (text.isEmpty()) {
                    text.append('x');
                }
            }
            assertThat(read(text.toString())).as("seed %d, text %d", seed, i).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anyBytesAreJudged(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1_000; i++) {
            byte[] bytes =
                    random.nextBoolean() ? new byte[random.nextInt(300)] : SOUND.getBytes(StandardCharsets.UTF_8);
            if (bytes.length < 300) {
                random.nextBytes(bytes);
            } else {
                for (int edits = 1 + random.nextInt(8); edits > 0; edits--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
            }
            assertThat(read(bytes)).as("seed %d, bytes %d", seed, i).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- ", "{\"a\":", "{\"a\":[", "? ", "&a [", "!x [", "- - ", "a:\n "})
    void deepNestingIsRefused(String opening) {
        assertThat(read(opening.repeat(100_000))).isInstanceOf(Refused.class);
        assertThat(read("apiVersion: kubescheduler.config.k8s.io/v1\nx: " + opening.repeat(50_000)))
                .isInstanceOf(Refused.class);
    }

    @Test
    void indentedNestingIsRefused() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1_500; i++) {
            text.repeat(' ', i).append("a:\n");
        }
        assertThat(read(text.toString())).isInstanceOf(Refused.class);
    }

    @Test
    void aliasBombsAreRefused() {
        StringBuilder lists = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        StringBuilder objects = new StringBuilder("a0: &a0 {k0: x, k1: x, k2: x, k3: x}\n");
        for (int i = 1; i < 30; i++) {
            String before = "*a" + (i - 1);
            lists.append("a")
                    .append(i)
                    .append(": &a")
                    .append(i)
                    .append(" [")
                    .append((before + ", ").repeat(9))
                    .append(before)
                    .append("]\n");
            objects.append("a")
                    .append(i)
                    .append(": &a")
                    .append(i)
                    .append(" {x: ")
                    .append(before)
                    .append(", y: ")
                    .append(before)
                    .append("}\n");
        }
        assertThat(read(lists.toString())).isInstanceOf(Refused.class);
        assertThat(read(objects.toString())).isInstanceOf(Refused.class);
        StringBuilder merges = new StringBuilder("b: &b {");
        for (int i = 0; i < 2_000; i++) {
            merges.append("k").append(i).append(": 1, ");
        }
        merges.append("}\nc: [");
        merges.append("{<<: *b}, ".repeat(2_000)).append("]\n");
        assertThat(read(merges.toString())).isInstanceOf(Refused.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: &a [*a]",
                "&a {b: *a}",
                "*a",
                "a: *",
                "<<: *x",
                "<<: 1",
                "<<: [1]",
                "? {a: b}\n: c",
                "~: 1",
                "%YAML 9.9\n---\na",
                "---\n---\n",
                ""
            })
    void oddYamlIsRefused(String text) {
        assertThat(read(text)).isInstanceOf(Refused.class);
    }

    @Test
    void whatIsTooLargeIsRefused() {
        assertThat(read(new byte[5 << 20])).isInstanceOf(Refused.class);
        assertThat(read("x".repeat(4_000_000))).isInstanceOf(Refused.class);
        assertThat(read("a: " + "1".repeat(3_000_000))).isInstanceOf(Refused.class);
        assertThat(read("{\"a\": " + "1".repeat(3_000_000) + "}")).isInstanceOf(Refused.class);
    }
}
