package dev.customscheduler.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every resource under {@code golden/} comes to the objects in the file beside it, whole. With
 * {@code -Dgolden.regenerate=true} the files are written instead of compared; where the environment variable CI is set
 * that is refused.
 */
class GoldenTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

    static List<String> resources() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".expected.yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("resources")
    void comesToItsObjects(String file) throws IOException {
        Outcome.Rendered rendered = Resources.rendered(Resources.read(Files.readString(FOLDER.resolve(file))));
        StringBuilder text = new StringBuilder();
        rendered.warnings().forEach(warning -> text.append("# ").append(warning).append('\n'));
        text.append("# claims ").append(rendered.claims()).append('\n');
        for (HasMetadata object : rendered.objects()) {
            String yaml = Resources.SERIALIZATION.asYaml(object);
            text.append(yaml.startsWith("---") ? yaml : "---\n" + yaml);
        }
        Path expected = FOLDER.resolve(file.replace(".yaml", ".expected.yaml"));
        if (Boolean.getBoolean("golden.regenerate")) {
            assertThat(System.getenv("CI"))
                    .as("a CI build compares and never regenerates")
                    .isNull();
            Files.writeString(expected, text.toString());
        }
        assertThat(text.toString())
                .as("after a wanted change: mvn -pl operator/manifests -am test -Dtest=GoldenTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.regenerate=true, and read the difference")
                .isEqualTo(Files.readString(expected));
    }
}
