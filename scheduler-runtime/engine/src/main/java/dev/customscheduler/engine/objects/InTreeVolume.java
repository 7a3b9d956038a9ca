package dev.customscheduler.engine.objects;

import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Volume;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An in-tree volume as the CSI driver that took over sees it.
 *
 * @param plugin the in-tree plugin
 * @param handle the driver's handle
 * @param error why it cannot be translated, or null
 */
public record InTreeVolume(
        InTreePlugin plugin, String handle, @Nullable String error) {
    static final String ZONE = "topology.kubernetes.io/zone";
    static final String BETA_ZONE = "failure-domain.beta.kubernetes.io/zone";
    /** Between the zones of a label that names several. */
    static final String SEPARATOR = "__";

    private static final Pattern EBS_ID = Pattern.compile("vol-[^/]*");
    private static final String UNSPECIFIED = "UNSPECIFIED";

    private static InTreeVolume of(InTreePlugin plugin, String handle) {
        return new InTreeVolume(plugin, handle, null);
    }

    private static InTreeVolume failed(InTreePlugin plugin, String error) {
        return new InTreeVolume(plugin, "", error);
    }

    /** A pod's inline volume, or null where it is no such volume. */
    public static @Nullable InTreeVolume of(Volume volume) {
        InTreePlugin plugin = InTreePlugin.of(volume.kind());
        if (plugin == null) {
            return null;
        }
        return switch (plugin) {
            case AWS_EBS -> ebs(volume.source());
            case GCE_PD -> of(plugin, gceHandle("zones", UNSPECIFIED, volume.source()));
            case AZURE_DISK -> azure(volume.source(), volume.details().getFirst());
            case CINDER, PORTWORX -> of(plugin, volume.source());
        };
    }

    /** An EBS volume: its ID, alone or in a URL {@code aws://zone/id}. */
    static InTreeVolume ebs(String id) {
        if (!id.startsWith("aws://")) {
            return of(InTreePlugin.AWS_EBS, id);
        }
        String bare;
        try {
            String path = new URI(id).getPath();
            bare = trimmed(path == null ? "" : path);
        } catch (URISyntaxException e) {
            return failed(
                    InTreePlugin.AWS_EBS,
                    "failed to translate Kubernetes ID to EBS Volume ID Invalid disk name (" + id + "): "
                            + e.getMessage());
        }
        return EBS_ID.matcher(bare).matches()
                ? of(InTreePlugin.AWS_EBS, bare)
                : failed(
                        InTreePlugin.AWS_EBS,
                        "failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (" + id
                                + ")");
    }

    private static String trimmed(String path) {
        int from = 0;
        int to = path.length();
        while (from < to && path.charAt(from) == '/') {
            from++;
        }
        while (to > from && path.charAt(to - 1) == '/') {
            to--;
        }
        return path.substring(from, to);
    }

    /** An Azure disk; only managed ones have a driver. The API server's default is Shared. */
    static InTreeVolume azure(String uri, String kind) {
        return kind.equalsIgnoreCase("Managed")
                ? of(InTreePlugin.AZURE_DISK, uri)
                : failed(InTreePlugin.AZURE_DISK, "kind(" + kind + ") is not supported in csi migration");
    }

    static InTreeVolume cinder(String id) {
        return of(InTreePlugin.CINDER, id);
    }

    static InTreeVolume portworx(String id) {
        return of(InTreePlugin.PORTWORX, id);
    }

    /** A GCE disk of a persistent volume, whose labels tell whether it is in one zone or in several. */
    static InTreeVolume gce(String disk, Labels labels) {
        String label = labels.get(BETA_ZONE);
        if (label == null || label.isEmpty()) {
            label = labels.get(ZONE);
        }
        if (label == null || label.isEmpty()) {
            return of(InTreePlugin.GCE_PD, gceHandle("zones", UNSPECIFIED, disk));
        }
        String[] zones = label.split(SEPARATOR, -1);
        if (zones.length == 1) {
            return of(InTreePlugin.GCE_PD, gceHandle("zones", label, disk));
        }
        Set<String> regions = new TreeSet<>();
        for (String zone : zones) {
            String[] parts = zone.split("-", -1);
            if (parts.length != 3) {
                return failed(
                        InTreePlugin.GCE_PD,
                        "failed to get region from zones: zone in unexpected format, expected:"
                                + " {locale}-{region}-{zone}, got: " + zone);
            }
            regions.add(parts[0] + "-" + parts[1]);
        }
        if (regions.size() != 1) {
            StringBuilder got = new StringBuilder("map[");
            regions.forEach(
                    r -> got.append(got.length() > 4 ? " " : "").append(r).append(":{}"));
            return failed(
                    InTreePlugin.GCE_PD,
                    "failed to get region from zones: multiple or no regions gotten from zones, got: " + got + "]");
        }
        return of(InTreePlugin.GCE_PD, gceHandle("regions", regions.iterator().next(), disk));
    }

    private static String gceHandle(String kind, String place, String disk) {
        return "projects/" + UNSPECIFIED + "/" + kind + "/" + place + "/disks/" + disk;
    }
}
