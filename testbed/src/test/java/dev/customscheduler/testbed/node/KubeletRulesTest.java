package dev.customscheduler.testbed.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The small rules of Kubernetes that the process node follows. */
class KubeletRulesTest {
    @ParameterizedTest
    @CsvSource({
        "$(A), a",
        "x$(A)y$(B), xaybb",
        "$(C), $(C)",
        "$$(A), $(A)",
        "$$$(A), $a",
        "$A, $A",
        "$(A, $(A",
        "a$, a$",
    })
    void expandsReferences(String text, String expanded) {
        assertThat(Expansion.expand(text, Map.of("A", "a", "B", "bb"))).isEqualTo(expanded);
    }

    @ParameterizedTest
    @CsvSource({
        "busybox, busybox",
        "busybox:1.36, busybox",
        "host:5000/team/app, host:5000/team/app",
        "host:5000/team/app:1@sha256:abc, host:5000/team/app",
    })
    void tellsImagesApartByRepository(String reference, String repository) {
        assertThat(Images.repository(reference)).isEqualTo(repository);
    }

    @Test
    void commandReplacesTheEntryPointAndArgsFollow() {
        LocalImage image = LocalImage.program(Path.of("/bin/tool")).command("other", List.of("/bin/java", "-cp", "x"));
        assertThat(image.argv(List.of(), List.of("a"))).containsExactly("/bin/tool", "a");
        assertThat(image.argv(List.of("tool", "b"), List.of("a"))).containsExactly("/bin/tool", "b", "a");
        assertThat(image.argv(List.of("other"), List.of("a"))).containsExactly("/bin/java", "-cp", "x", "a");
        assertThat(image.argv(List.of("/bin/absolute"), List.of())).containsExactly("/bin/absolute");
    }

    @Test
    void restartsAtOnceThenWithDoublingPauses() {
        Backoff backoff = new Backoff(Backoff.Settings.kubelet());
        Duration run = Duration.ofSeconds(1);
        assertThat(List.of(backoff.after(run), backoff.after(run), backoff.after(run)))
                .containsExactly(Duration.ZERO, Duration.ofSeconds(10), Duration.ofSeconds(20));
        for (int i = 0; i < 10; i++) {
            assertThat(backoff.after(run)).isLessThanOrEqualTo(Duration.ofMinutes(5));
        }
        assertThat(backoff.after(Duration.ofMinutes(11))).isEqualTo(Duration.ZERO);
    }

    @Test
    void changesTheFilesOfAVolumeAllAtOnce(@TempDir Path folder) throws IOException {
        AtomicDirectory volume = new AtomicDirectory(folder);
        volume.write(Map.of("a", content("one"), "deep/b", content("two")));
        assertThat(folder.resolve("a")).hasContent("one").isSymbolicLink();
        assertThat(folder.resolve("deep/b")).hasContent("two");
        Path first = Files.readSymbolicLink(folder.resolve("..data"));

        volume.write(Map.of("a", content("one"), "deep/b", content("two")));
        assertThat(Files.readSymbolicLink(folder.resolve("..data"))).isEqualTo(first);

        volume.write(Map.of("a", content("three")));
        assertThat(folder.resolve("a")).hasContent("three");
        assertThat(Files.exists(folder.resolve("deep"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
        assertThat(folder.resolve(first)).doesNotExist();
    }

    private static AtomicDirectory.Content content(String text) {
        return new AtomicDirectory.Content(text.getBytes(StandardCharsets.UTF_8), 0644);
    }
}
