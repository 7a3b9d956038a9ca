package dev.customscheduler.testbed.tools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder with a go.mod, and what is read from it: the versions it pins and a fingerprint of all that decides the
 * binary.
 */
record GoModule(String name, Path directory) {
    /** Names the folder that holds controlplane/, kwok/ and oracle/, for installations that are not a checkout. */
    static final String MODULES_PROPERTY = "customscheduler.testbed.modules";

    private static final Pattern GO = Pattern.compile("(?m)^go (\\S+)$");

    /**
     * Finds the module of that name: under {@value #MODULES_PROPERTY} if set, else in the checkout around the working
     * directory.
     */
    static GoModule find(String name) {
        String configured = System.getProperty(MODULES_PROPERTY);
        if (configured != null) {
            Path directory = Path.of(configured, name);
            if (!Files.isRegularFile(directory.resolve("go.mod"))) {
                throw new ToolException("no " + directory.resolve("go.mod") + ": " + MODULES_PROPERTY
                        + " must name the folder that holds controlplane, kwok and oracle");
            }
            return new GoModule(name, directory);
        }
        Path start = Path.of("").toAbsolutePath();
        for (Path at = start; at != null; at = at.getParent()) {
            Path directory = at.resolve("testbed").resolve(name);
            if (Files.isRegularFile(directory.resolve("go.mod"))) {
                return new GoModule(name, directory);
            }
        }
        throw new ToolException("testbed/" + name + "/go.mod is in none of the folders above " + start
                + ": run from a checkout, or name the folder that holds it with -D" + MODULES_PROPERTY);
    }

    /** The pinned version of a required module, as go.mod has it ({@code v1.37.2}). */
    Optional<String> version(String required) {
        Matcher m = Pattern.compile("(?m)^(?:require )?\\s*" + Pattern.quote(required) + " (v\\S+)")
                .matcher(goMod());
        return m.find() ? Optional.of(m.group(1)) : Optional.empty();
    }

    /** The oldest Go that builds it. */
    String goVersion() {
        Matcher m = GO.matcher(goMod());
        if (!m.find()) {
            throw new ToolException(directory.resolve("go.mod") + " has no go line");
        }
        return m.group(1);
    }

    /**
     * The linker's flags: Kubernetes' programs get the version that go.mod pins stamped in, as its own release build
     * does, so that {@code /version} and {@code kubectl version} tell the truth.
     */
    String linkerFlags() {
        StringBuilder flags = new StringBuilder("-s -w");
        version("k8s.io/kubernetes").ifPresent(v -> {
            String[] parts = v.substring(1).split("\\.", 3);
            for (String at : List.of("k8s.io/component-base/version", "k8s.io/client-go/pkg/version")) {
                stamp(flags, at, "gitVersion", v);
                stamp(flags, at, "gitMajor", parts[0]);
                stamp(flags, at, "gitMinor", parts[1]);
                stamp(flags, at, "gitTreeState", "clean");
            }
        });
        version("helm.sh/helm/v3").ifPresent(v -> stamp(flags, "helm.sh/helm/v3/internal/version", "version", v));
        return flags.toString();
    }

    private static void stamp(StringBuilder flags, String goPackage, String variable, String value) {
        flags.append(" -X ")
                .append(goPackage)
                .append('.')
                .append(variable)
                .append('=')
                .append(value);
    }

    /** Sixteen hex digits that change with go.mod, go.sum, the Go sources beside them, the flags or the platform. */
    String fingerprint() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (var files = Files.list(directory)) {
                for (Path file : files.filter(GoModule::decides).sorted().toList()) {
                    digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
                    digest.update(Files.readAllBytes(file));
                }
            }
            String rest = linkerFlags() + System.getProperty("os.name") + System.getProperty("os.arch");
            digest.update(rest.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean decides(Path file) {
        String name = file.getFileName().toString();
        return name.equals("go.mod") || name.equals("go.sum") || name.endsWith(".go");
    }

    private String goMod() {
        try {
            return Files.readString(directory.resolve("go.mod"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
