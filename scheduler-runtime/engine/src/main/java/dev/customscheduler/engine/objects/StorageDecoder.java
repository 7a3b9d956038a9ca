package dev.customscheduler.engine.objects;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.engine.decode.Quantity;
import dev.customscheduler.engine.decode.SelectorReader;
import dev.customscheduler.engine.objects.CsiObjects.Attachment;
import dev.customscheduler.engine.objects.CsiObjects.Capacity;
import dev.customscheduler.engine.objects.CsiObjects.CsiDriver;
import dev.customscheduler.engine.objects.CsiObjects.CsiNode;
import dev.customscheduler.framework.model.LabelSelector;
import dev.customscheduler.framework.model.NodeSelector;
import dev.customscheduler.framework.model.Requirement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads claims, volumes and what belongs to them. */
final class StorageDecoder extends SelectorReader {
    private static final String CLASS_ANNOTATION = "/metadata/annotations/volume.beta.kubernetes.io~1storage-class";

    private static String text(JsonNode object, String pointer) {
        return object.at(pointer).asText("");
    }

    private static String className(JsonNode object) {
        String old = text(object, CLASS_ANNOTATION);
        return old.isEmpty() ? text(object, "/spec/storageClassName") : old;
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> all = new HashSet<>();
        list.forEach(e -> all.add(e.asText()));
        return Set.copyOf(all);
    }

    private static String mode(JsonNode object) {
        String mode = text(object, "/spec/volumeMode");
        return mode.isEmpty() ? "Filesystem" : mode;
    }

    private static long bytes(JsonNode value, long absent) throws IOException {
        if (value.isMissingNode() || value.isNull()) {
            return absent;
        }
        try {
            return Quantity.units(value.asText());
        } catch (NumberFormatException | ArithmeticException e) {
            throw new IOException("not a quantity: " + value.asText(), e);
        }
    }

    private @Nullable LabelSelector optionalSelector(JsonNode node) throws IOException {
        if (!node.isObject()) {
            return null;
        }
        try (JsonParser p = node.traverse()) {
            p.nextToken();
            return labelSelector(p);
        }
    }

    Claim claim(JsonNode o) throws IOException {
        String owner = "";
        for (JsonNode reference : o.at("/metadata/ownerReferences")) {
            owner = reference.path("controller").asBoolean()
                    ? reference.path("uid").asText()
                    : owner;
        }
        return new Claim(
                ObjectDecoder.namespace(o),
                ObjectDecoder.name(o),
                text(o, "/metadata/uid"),
                text(o, "/metadata/resourceVersion"),
                text(o, "/spec/volumeName"),
                className(o),
                texts(o.at("/spec/accessModes")),
                mode(o),
                text(o, "/spec/volumeAttributesClassName"),
                bytes(o.at("/spec/resources/requests/storage"), -1),
                optionalSelector(o.at("/spec/selector")),
                text(o, "/status/phase"),
                o.at("/metadata/deletionTimestamp").isTextual(),
                o.at("/metadata/annotations/pv.kubernetes.io~1bind-completed").isTextual(),
                !o.at("/metadata/annotations").isEmpty(),
                text(o, "/metadata/annotations/volume.kubernetes.io~1selected-node"),
                owner);
    }

    PersistentVolume volume(JsonNode o) throws IOException {
        JsonNode claim = o.at("/spec/claimRef");
        NodeSelector affinity = null;
        JsonNode required = o.at("/spec/nodeAffinity/required");
        if (required.isObject()) {
            try (JsonParser p = required.traverse()) {
                p.nextToken();
                affinity = nodeSelector(p);
            }
        }
        return new PersistentVolume(
                ObjectDecoder.name(o),
                text(o, "/metadata/resourceVersion"),
                ObjectDecoder.labels(o.at("/metadata/labels")),
                bytes(o.at("/spec/capacity/storage"), 0),
                className(o),
                texts(o.at("/spec/accessModes")),
                mode(o),
                text(o, "/spec/volumeAttributesClassName"),
                o.at("/metadata/deletionTimestamp").isTextual(),
                text(o, "/status/phase"),
                claim.isObject()
                        ? new PersistentVolume.ClaimRef(
                                claim.path("namespace").asText(""),
                                claim.path("name").asText(""),
                                claim.path("uid").asText(""))
                        : null,
                affinity,
                text(o, "/spec/csi/driver"),
                text(o, "/spec/csi/volumeHandle"),
                inTree(o));
    }

    private static @Nullable InTreeVolume inTree(JsonNode o) {
        JsonNode spec = o.path("spec");
        if (spec.path("awsElasticBlockStore").isObject()) {
            return InTreeVolume.ebs(text(spec, "/awsElasticBlockStore/volumeID"));
        }
        if (spec.path("gcePersistentDisk").isObject()) {
            return InTreeVolume.gce(
                    text(spec, "/gcePersistentDisk/pdName"), ObjectDecoder.labels(o.at("/metadata/labels")));
        }
        if (spec.path("azureDisk").isObject()) {
            return InTreeVolume.azure(
                    text(spec, "/azureDisk/diskURI"), spec.at("/azureDisk/kind").asText("Shared"));
        }
        if (spec.path("cinder").isObject()) {
            return InTreeVolume.cinder(text(spec, "/cinder/volumeID"));
        }
        if (spec.path("portworxVolume").isObject()) {
            return InTreeVolume.portworx(text(spec, "/portworxVolume/volumeID"));
        }
        return null;
    }

    StorageClass storageClass(JsonNode o) {
        List<List<Requirement>> topologies = new ArrayList<>();
        for (JsonNode term : o.path("allowedTopologies")) {
            List<Requirement> all = new ArrayList<>();
            for (JsonNode e : term.path("matchLabelExpressions")) {
                List<String> values = new ArrayList<>();
                e.path("values").forEach(v -> values.add(v.asText()));
                all.add(new Requirement(e.path("key").asText(), Requirement.Operator.In, List.copyOf(values)));
            }
            topologies.add(List.copyOf(all));
        }
        return new StorageClass(
                ObjectDecoder.name(o),
                o.path("provisioner").asText(""),
                o.path("volumeBindingMode").asText("").equals("WaitForFirstConsumer"),
                List.copyOf(topologies));
    }

    CsiNode csiNode(JsonNode o) {
        Map<String, Integer> limits = new HashMap<>();
        for (JsonNode driver : o.at("/spec/drivers")) {
            limits.put(
                    driver.path("name").asText(),
                    driver.at("/allocatable/count").asInt(-1));
        }
        String migrated = text(o, "/metadata/annotations/storage.alpha.kubernetes.io~1migrated-plugins");
        return new CsiNode(ObjectDecoder.name(o), Map.copyOf(limits), Set.copyOf(Arrays.asList(migrated.split(","))));
    }

    CsiDriver csiDriver(JsonNode o) {
        return new CsiDriver(
                ObjectDecoder.name(o),
                o.at("/spec/storageCapacity").asBoolean(false),
                o.at("/spec/preventPodSchedulingIfMissing").asBoolean(false));
    }

    Capacity capacity(JsonNode o) throws IOException {
        LabelSelector topology = optionalSelector(o.path("nodeTopology"));
        long capacity = bytes(o.path("capacity"), -1);
        return new Capacity(
                ObjectDecoder.namespace(o) + "/" + ObjectDecoder.name(o),
                o.path("storageClassName").asText(""),
                topology == null ? LabelSelector.nothing() : topology,
                bytes(o.path("maximumVolumeSize"), capacity),
                Math.max(0, capacity));
    }

    Attachment attachment(JsonNode o) {
        return new Attachment(
                ObjectDecoder.name(o),
                text(o, "/spec/attacher"),
                text(o, "/spec/nodeName"),
                text(o, "/spec/source/persistentVolumeName"));
    }
}
