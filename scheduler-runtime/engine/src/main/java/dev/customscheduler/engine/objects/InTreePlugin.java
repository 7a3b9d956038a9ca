package dev.customscheduler.engine.objects;

import dev.customscheduler.framework.model.Volume;
import org.jspecify.annotations.Nullable;

/**
 * The in-tree volume plugins whose volumes a CSI driver serves nowadays and kube-scheduler 1.37 treats as that
 * driver's. For Azure files and vSphere volumes, which have drivers too, it does not.
 */
public enum InTreePlugin {
    AWS_EBS("kubernetes.io/aws-ebs", "ebs.csi.aws.com", "topology.ebs.csi.aws.com/zone"),
    GCE_PD("kubernetes.io/gce-pd", "pd.csi.storage.gke.io", "topology.gke.io/zone"),
    AZURE_DISK("kubernetes.io/azure-disk", "disk.csi.azure.com", ""),
    CINDER("kubernetes.io/cinder", "cinder.csi.openstack.org", "topology.cinder.csi.openstack.org/zone"),
    PORTWORX("kubernetes.io/portworx-volume", "pxd.portworx.com", "");

    private final String pluginName;
    private final String driver;
    private final String topologyKey;

    InTreePlugin(String pluginName, String driver, String topologyKey) {
        this.pluginName = pluginName;
        this.driver = driver;
        this.topologyKey = topologyKey;
    }

    /** The plugin's name, as storage classes state it. */
    public String pluginName() {
        return pluginName;
    }

    /** The CSI driver that took over. */
    public String driver() {
        return driver;
    }

    /** The node label that the driver uses for zones; empty where volumes keep their affinity as it is. */
    String topologyKey() {
        return topologyKey;
    }

    /** The plugin of that name, or null. */
    public static @Nullable InTreePlugin named(String name) {
        for (InTreePlugin p : values()) {
            if (p.pluginName.equals(name)) {
                return p;
            }
        }
        return null;
    }

    /** Whether a storage class of that provisioner makes in-tree volumes, of these or of other migrated plugins. */
    public static boolean isProvisioner(String name) {
        return named(name) != null
                || name.equals("kubernetes.io/azure-file")
                || name.equals("kubernetes.io/vsphere-volume");
    }

    /** The plugin of a pod's inline volume, or null. */
    public static @Nullable InTreePlugin of(Volume.Kind kind) {
        return switch (kind) {
            case AwsElasticBlockStore -> AWS_EBS;
            case GcePersistentDisk -> GCE_PD;
            case AzureDisk -> AZURE_DISK;
            case Cinder -> CINDER;
            case Portworx -> PORTWORX;
            default -> null;
        };
    }
}
