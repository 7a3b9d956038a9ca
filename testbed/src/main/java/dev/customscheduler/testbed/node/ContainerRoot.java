package dev.customscheduler.testbed.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A container's view of the file system: this machine's, with the volumes at their mount paths, in a mount namespace of
 * its own.
 *
 * <p>The root is a tmpfs into which every top-level folder of the machine is bound. Where a mount path does not exist
 * yet, the top-level folder above it gets an overlay, in which it can be made without anybody else seeing it.
 */
final class ContainerRoot {
    private static final String DROP_PRIVILEGES =
            "setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all --";

    private record Mount(Path source, Path target, boolean readOnly) {}

    private ContainerRoot() {}

    /** The command that gives up every privilege before it runs another. */
    static List<String> dropPrivileges() {
        return List.of(DROP_PRIVILEGES.split(" "));
    }

    /**
     * Writes the shell script that makes the file system and then runs its arguments in it.
     *
     * @param directory the container's own
     * @return the script
     */
    static Path write(Path directory, Pod pod, Container container, Volumes volumes, Map<String, String> environment)
            throws IOException, ConfigurationMissing {
        List<Mount> mounts = new ArrayList<>();
        for (VolumeMount mount : container.getVolumeMounts()) {
            Path target = resolved(Path.of(mount.getMountPath()).normalize());
            mounts.add(new Mount(
                    source(pod, mount, volumes, environment), target, Boolean.TRUE.equals(mount.getReadOnly())));
        }
        mounts.sort(Comparator.comparing(m -> m.target().getNameCount()));
        Set<String> overlays = new TreeSet<>();
        for (Mount mount : mounts) {
            if (!Files.exists(mount.target()) && mount.target().getNameCount() > 1) {
                overlays.add("/" + mount.target().getName(0));
            }
        }
        Path root = Files.createDirectories(directory.resolve("root"));
        Path script = directory.resolve("start.sh");
        Files.writeString(
                script,
                script(
                        root,
                        directory.resolve("setup-failed"),
                        overlays,
                        mounts,
                        container.getWorkingDir(),
                        pod.getMetadata().getName()));
        return script;
    }

    private static String script(
            Path root,
            Path failed,
            Set<String> overlays,
            List<Mount> mounts,
            @Nullable String workingDirectory,
            String hostname) {
        StringBuilder sh = new StringBuilder("set -e\ntrap 'touch " + quoted(failed) + "' EXIT\n");
        sh.append("echo ").append(hostname).append(" > /proc/sys/kernel/hostname\n");
        sh.append("new=").append(quoted(root)).append('\n');
        sh.append("mount -t tmpfs -o mode=755 container \"$new\"\nmkdir \"$new/.upper\"\n");
        sh.append("for entry in /* /.[!.]*; do\n  to=$new$entry\n");
        sh.append("  if [ -L \"$entry\" ]; then ln -s \"$(readlink \"$entry\")\" \"$to\"\n");
        sh.append("  elif [ -d \"$entry\" ]; then\n    mkdir -p \"$to\"\n    case $entry in\n");
        for (String overlay : overlays) {
            sh.append("    ").append(quoted(Path.of(overlay))).append(")\n");
            sh.append("      mkdir -p \"$new/.upper$entry/up\" \"$new/.upper$entry/work\"\n");
            sh.append(
                            "      mount -t overlay -o \"lowerdir=$entry,upperdir=$new/.upper$entry/up,workdir=$new/.upper$entry/work\"")
                    .append(" container \"$to\" ;;\n");
        }
        sh.append("    *) mount --rbind \"$entry\" \"$to\" ;;\n    esac\n  fi\ndone\n");
        for (Mount mount : mounts) {
            String target = "\"$new\"" + quoted(mount.target());
            if (Files.isDirectory(mount.source())) {
                sh.append("mkdir -p ").append(target).append('\n');
            } else {
                sh.append("mkdir -p \"$new\"")
                        .append(quoted(mount.target().resolve("..").normalize()))
                        .append('\n');
                sh.append("[ -e ")
                        .append(target)
                        .append(" ] || : > ")
                        .append(target)
                        .append('\n');
            }
            sh.append("mount --bind ")
                    .append(quoted(mount.source()))
                    .append(' ')
                    .append(target)
                    .append('\n');
            if (mount.readOnly()) {
                sh.append("mount -o remount,ro,bind ").append(target).append('\n');
            }
        }
        String directory = workingDirectory == null ? "/" : workingDirectory;
        sh.append("exec chroot \"$new\" env -C ")
                .append(quoted(Path.of(directory)))
                .append(' ');
        sh.append(DROP_PRIVILEGES).append(" \"$@\"\n");
        return sh.toString();
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

    private static String quoted(Path path) {
        return "'" + path.toString().replace("'", "'\\''") + "'";
    }
}
