package dev.customscheduler.engine.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.customscheduler.framework.model.Volume;
import dev.customscheduler.framework.model.Volume.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a pod's volumes; those that scheduling does not look at are passed over. */
class VolumeReader extends SelectorReader {

    List<Volume> volumes(JsonParser p) throws IOException {
        List<Volume> kept = new ArrayList<>(1);
        if (p.currentToken() != JsonToken.START_ARRAY) {
            p.skipChildren();
            return kept;
        }
        while (p.nextToken() != JsonToken.END_ARRAY) {
            Volume v = volume(p);
            if (v != null) {
                kept.add(v);
            }
        }
        return kept;
    }

    private static @Nullable Kind kind(String field) {
        return switch (field) {
            case "persistentVolumeClaim" -> Kind.PersistentVolumeClaim;
            case "ephemeral" -> Kind.Ephemeral;
            case "image" -> Kind.Image;
            case "csi" -> Kind.Csi;
            case "gcePersistentDisk" -> Kind.GcePersistentDisk;
            case "awsElasticBlockStore" -> Kind.AwsElasticBlockStore;
            case "azureDisk" -> Kind.AzureDisk;
            case "azureFile" -> Kind.AzureFile;
            case "cinder" -> Kind.Cinder;
            case "portworxVolume" -> Kind.Portworx;
            case "vsphereVolume" -> Kind.Vsphere;
            case "rbd" -> Kind.Rbd;
            case "iscsi" -> Kind.Iscsi;
            default -> null;
        };
    }

    private @Nullable Volume volume(JsonParser p) throws IOException {
        String name = "";
        Kind kind = null;
        Source source = new Source();
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                if (field.equals("name")) {
                    name = text(p);
                    continue;
                }
                Kind found = kind(field);
                if (found == null) {
                    p.skipChildren();
                } else {
                    kind = found;
                    source = source(p);
                }
            }
        }
        return kind == null ? null : source.volume(name, kind);
    }

    /** All that any kind's source states. */
    private static final class Source {
        private String name = "";
        private boolean readOnly;
        private String pool = "";
        private String lun = "";
        private String kind = "";
        private List<String> monitors = List.of();

        Volume volume(String volumeName, Kind kind) {
            List<String> details = new ArrayList<>(monitors);
            if (kind == Kind.Rbd) {
                details.addFirst(pool.isEmpty() ? "rbd" : pool);
            } else if (kind == Kind.Iscsi) {
                details = List.of(lun);
            } else if (kind == Kind.AzureDisk) {
                details = List.of(this.kind.isEmpty() ? "Shared" : this.kind);
            }
            return new Volume(volumeName, kind, name, readOnly, List.copyOf(details));
        }
    }

    private Source source(JsonParser p) throws IOException {
        Source s = new Source();
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "claimName",
                            "reference",
                            "driver",
                            "pdName",
                            "volumeID",
                            "diskURI",
                            "shareName",
                            "volumePath",
                            "image",
                            "iqn" -> s.name = text(p);
                    case "readOnly" -> s.readOnly = bool(p);
                    case "pool" -> s.pool = text(p);
                    case "lun" -> s.lun = text(p);
                    case "kind" -> s.kind = text(p);
                    case "monitors" -> s.monitors = texts(p);
                    default -> p.skipChildren();
                }
            }
        }
        return s;
    }
}
