package dev.customscheduler.build;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.ImportOrderer;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks that every Java source below a folder is formatted by palantir-java-format, or formats it.
 *
 * <p>Runs in the toolchain's JDK: the formatter parses with the compiler of the JVM it runs in, and Maven's own may be
 * too old for the sources.
 */
public final class Format {
    private static final Set<String> SKIPPED = Set.of("target", ".git", "node_modules");

    private Format() {}

    /**
     * Exits with 1 when a file is unformatted and the mode is {@code check}.
     *
     * @param args the mode ({@code check} or {@code apply}) and the folder
     * @throws IOException when a source cannot be read or written
     * @throws FormatterException when a source does not parse
     */
    public static void main(String[] args) throws IOException, FormatterException {
        boolean apply = args[0].equals("apply");
        Formatter formatter = Formatter.createFormatter(JavaFormatterOptions.builder()
                .style(JavaFormatterOptions.Style.PALANTIR)
                .formatJavadoc(true)
                .build());
        List<Path> changed = new ArrayList<>();
        for (Path file : sources(Path.of(args[1]))) {
            String source = Files.readString(file);
            String formatted = formatter.formatSource(RemoveUnusedImports.removeUnusedImports(
                    ImportOrderer.reorderImports(source, JavaFormatterOptions.Style.PALANTIR)));
            if (!formatted.equals(source)) {
                changed.add(file);
                if (apply) {
                    Files.writeString(file, formatted);
                }
            }
        }
        if (!changed.isEmpty() && !apply) {
            System.err.println("Not formatted (mvn -pl build-tools process-classes -Dformat=apply formats them):");
            changed.forEach(file -> System.err.println("  " + file));
            System.exit(1);
        }
    }

    private static List<Path> sources(Path root) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
                return SKIPPED.contains(dir.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort(null);
        return found;
    }
}
