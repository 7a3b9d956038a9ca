package dev.customscheduler.engine.parity;

import java.util.Map;

/** Makes volumes that pods state themselves, without a claim. */
final class PodVolumes {
    private PodVolumes() {}

    /** One of any kind that scheduling looks at. */
    static Map<String, Object> inline(Dice dice, String name) {
        boolean readOnly = dice.chance(0.5);
        return switch (dice.between(0, 8)) {
            case 0, 1 ->
                Map.of("name", name, "gcePersistentDisk", Map.of("pdName", dice.of("d1", "d2"), "readOnly", readOnly));
            case 2, 3 ->
                Map.of(
                        "name",
                        name,
                        "awsElasticBlockStore",
                        Map.of(
                                "volumeID",
                                dice.of("vol-1", "vol-1", "aws://z1/vol-1", "aws://z2/vol-2"),
                                "readOnly",
                                readOnly));
            case 4 ->
                Map.of(
                        "name",
                        name,
                        "rbd",
                        Map.of(
                                "image",
                                dice.of("i1", "i2"),
                                "pool",
                                dice.of("rbd", "other"),
                                "monitors",
                                dice.some(2, java.util.List.of("m1", "m2", "m3")),
                                "readOnly",
                                readOnly));
            case 5 ->
                Map.of(
                        "name",
                        name,
                        "iscsi",
                        Map.of(
                                "targetPortal",
                                "10.0.0.1",
                                "iqn",
                                dice.of("iqn.a", "iqn.b"),
                                "lun",
                                dice.between(0, 1),
                                "readOnly",
                                readOnly));
            case 6 ->
                Map.of(
                        "name",
                        name,
                        "azureDisk",
                        Map.of("diskName", "a", "diskURI", dice.of("/disks/a", "/disks/b"), "kind", "Managed"));
            case 7 -> Map.of("name", name, "cinder", Map.of("volumeID", dice.of("c1", "c2")));
            default ->
                dice.chance(0.5)
                        ? Map.of("name", name, "portworxVolume", Map.of("volumeID", dice.of("x1", "x2")))
                        : Map.of("name", name, "emptyDir", Map.of());
        };
    }
}
