package dev.customscheduler.testbed.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A folder whose files change all at once, laid out as a kubelet does it: the files are links into {@code ..data},
 * which is a link that is replaced.
 */
final class AtomicDirectory {
    private static final String DATA = "..data";

    private final Path directory;
    private Map<String, Content> current = Map.of();
    private int generation;
    private boolean written;

    /** A file's bytes and its permission bits. */
    record Content(byte[] bytes, int mode) {
        boolean same(Content other) {
            return mode == other.mode && Arrays.equals(bytes, other.bytes);
        }
    }

    AtomicDirectory(Path directory) {
        this.directory = directory;
    }

    /** Makes these, by relative path, the folder's files; does nothing if they are already. */
    synchronized void write(Map<String, Content> files) throws IOException {
        if (written && same(files)) {
            return;
        }
        Files.createDirectories(directory);
        String name = "..generation_" + generation++;
        Path payload = Files.createDirectory(directory.resolve(name));
        for (Map.Entry<String, Content> file : files.entrySet()) {
            Path path = payload.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue().bytes());
            Files.setPosixFilePermissions(path, permissions(file.getValue().mode()));
        }
        Path data = directory.resolve(DATA);
        Path old =
                Files.exists(data, LinkOption.NOFOLLOW_LINKS) ? directory.resolve(Files.readSymbolicLink(data)) : null;
        Path next = Files.createSymbolicLink(directory.resolve("..data_tmp"), Path.of(name));
        Files.move(next, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        for (String file : files.keySet()) {
            String top = Path.of(file).getName(0).toString();
            Path link = directory.resolve(top);
            if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
                Files.createSymbolicLink(link, Path.of(DATA, top));
            }
        }
        for (String file : current.keySet()) {
            Path link = directory.resolve(Path.of(file).getName(0));
            if (!Files.exists(link)) {
                Files.deleteIfExists(link);
            }
        }
        if (old != null) {
            delete(old);
        }
        current = new TreeMap<>(files);
        written = true;
    }

    private boolean same(Map<String, Content> files) {
        if (!files.keySet().equals(current.keySet())) {
            return false;
        }
        for (Map.Entry<String, Content> file : files.entrySet()) {
            Content known = current.get(file.getKey());
            if (known == null || !known.same(file.getValue())) {
                return false;
            }
        }
        return true;
    }

    static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> set = EnumSet.noneOf(PosixFilePermission.class);
        PosixFilePermission[] all = PosixFilePermission.values();
        for (int i = 0; i < all.length; i++) {
            if ((mode >> (8 - i) & 1) == 1) {
                set.add(all[i]);
            }
        }
        return set;
    }

    static void delete(Path tree) throws IOException {
        try (var paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
