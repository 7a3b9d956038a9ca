package dev.customscheduler.framework.model;

import java.util.List;

/**
 * A volume of a pod of a kind that scheduling looks at. Config maps, secrets, projected volumes and the like are left
 * out.
 *
 * @param name the volume's name in the pod
 * @param kind what it is
 * @param source what it refers to: a claim's, disk's or driver's name, an image, a volume ID; for an ephemeral volume
 *     empty
 * @param readOnly whether the pod only reads it
 * @param details more of the source, by kind: Iscsi the LUN; AzureDisk the kind; Rbd the pool and the monitors
 */
public record Volume(String name, Kind kind, String source, boolean readOnly, List<String> details) {

    /** The kinds of volumes that scheduling looks at. */
    public enum Kind {
        /** A claim of the pod's namespace, {@code source} is its name. */
        PersistentVolumeClaim,
        /** A claim that is made for the pod and named after the pod and the volume. */
        Ephemeral,
        /** An OCI image, {@code source} is its reference. */
        Image,
        /** An inline volume of a CSI driver, {@code source} is the driver. */
        Csi,
        /** A GCE disk, {@code source} is its name. */
        GcePersistentDisk,
        /** An EBS volume, {@code source} is its ID. */
        AwsElasticBlockStore,
        /** An Azure disk, {@code source} is its URI. */
        AzureDisk,
        /** A Cinder volume, {@code source} is its ID. */
        Cinder,
        /** A Portworx volume, {@code source} is its ID. */
        Portworx,
        /** A vSphere volume, {@code source} is its path. */
        Vsphere,
        /** An Azure file share, {@code source} is its name. */
        AzureFile,
        /** A Ceph RBD image, {@code source} is its name. */
        Rbd,
        /** An iSCSI target, {@code source} is its IQN. */
        Iscsi
    }
}
