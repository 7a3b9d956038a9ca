package dev.customscheduler.testbed.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A container's view of the file system: this machine's, with the volumes at their mount paths, in a mount namespace of
 * its own.
 *
 * <p>The root is a tmpfs into which every top-level folder of the machine is bound. Where a mount path does not exist
 * yet, the folders above it are opened up, by an overlay or entry by entry, so that it can be made without anybody else
 * seeing it.
 */
final class ContainerRoot {
    private static final String DROP_PRIVILEGES =
            "setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all --";

    private static final String SCRIPT = "container-root.sh";

    private record Mount(Path source, Path target, boolean readOnly) {}

    private ContainerRoot() {}

    /** The command that gives up every privilege before it runs another. */
    static List<String> dropPrivileges() {
        return List.of(DROP_PRIVILEGES.split(" "));
    }

    /**
     * Writes down what the container's file system consists of.
     *
     * @param directory the container's own
     * @return the command that makes the file system and runs another in it, in a mount and a UTS namespace of their
     *     own
     */
    static List<String> prepare(
            Path directory, Pod pod, Container container, Volumes volumes, Map<String, String> environment)
            throws IOException, ConfigurationMissing {
        List<Mount> mounts = new ArrayList<>();
        for (VolumeMount mount : container.getVolumeMounts()) {
            Path target = resolved(Path.of(mount.getMountPath()).normalize());
            mounts.add(new Mount(
                    source(pod, mount, volumes, environment), target, Boolean.TRUE.equals(mount.getReadOnly())));
        }
        mounts.sort(Comparator.comparing(m -> m.target().getNameCount()));
        Set<String> open = new TreeSet<>();
        StringBuilder lines = new StringBuilder();
        for (Mount mount : mounts) {
            if (!Files.exists(mount.target())) {
                for (Path at = mount.target().getParent(); at != null && at.getNameCount() > 0; at = at.getParent()) {
                    if (Files.exists(at)) {
                        open.add(at.toString());
                    }
                }
            }
            lines.append(mount.readOnly() ? "ro\t" : "rw\t")
                    .append(Files.isDirectory(mount.source()) ? "dir\t" : "file\t")
                    .append(mount.source())
                    .append('\t')
                    .append(mount.target())
                    .append('\n');
        }
        Files.createDirectories(directory.resolve("root"));
        Files.writeString(directory.resolve("mounts"), lines);
        Files.write(directory.resolve("open"), open);
        Files.deleteIfExists(failed(directory));
        Path script = directory.resolve(SCRIPT);
        try (InputStream in = ContainerRoot.class.getResourceAsStream(SCRIPT)) {
            if (in == null) {
                throw new IllegalStateException(SCRIPT + " is not on the class path");
            }
            Files.write(script, in.readAllBytes());
        }
        String workingDirectory = container.getWorkingDir() == null ? "/" : container.getWorkingDir();
        return List.of(
                "sh", script.toString(), directory.toString(), pod.getMetadata().getName(), workingDirectory);
    }

    /** The file that exists if the file system could not be made. */
    static Path failed(Path directory) {
        return directory.resolve("failed");
    }

    private static Path source(Pod pod, VolumeMount mount, Volumes volumes, Map<String, String> environment)
            throws IOException, ConfigurationMissing {
        Volume volume = pod.getSpec().getVolumes().stream()
                .filter(v -> v.getName().equals(mount.getName()))
                .findFirst()
                .orElseThrow(() -> new ConfigurationMissing("volume \"" + mount.getName() + "\" not found"));
        Path source = volumes.path(volume);
        String subPath = mount.getSubPathExpr() != null
                ? Expansion.expand(mount.getSubPathExpr(), environment)
                : mount.getSubPath();
        if (subPath == null || subPath.isEmpty()) {
            return source;
        }
        Path inside = source.resolve(subPath);
        if (!Files.exists(inside)) {
            Files.createDirectories(inside);
        }
        return inside.toRealPath();
    }

    /** The path with the symbolic links of its existing part followed: /var/run is /run. */
    private static Path resolved(Path path) throws IOException {
        Path parent = path.getParent();
        if (parent == null || Files.exists(path)) {
            return path.toRealPath();
        }
        return resolved(parent).resolve(path.getFileName());
    }
}
