package dev.customscheduler.framework;

import java.util.EnumSet;
import java.util.Set;

/**
 * A plugin. It implements the interfaces of the extension points that it takes part in. One instance serves all
 * attempts of one profile; Filter and Score may be called from several threads at once.
 *
 * <p>An exception that a plugin throws counts as {@link Code#Error} in its name.
 */
public interface Plugin {

    /** What an answer of a Filter or a Score depends on, beside the pod's spec, labels and namespace. */
    enum Reads {
        /** The node object: labels, taints, allocatable, images. */
        NODE,
        /** The pods on the node that is asked about. */
        PODS_ON_NODE,
        /** Pods on, or objects of, other nodes: the answer for a node changes with the cluster. */
        CLUSTER,
        /** Objects other than nodes and pods: claims, volumes, namespaces, services. */
        OBJECTS,
        /** More of the pod than its spec, labels and namespace: its name, its annotations, its document. */
        POD_IDENTITY
    }

    /** The name under which profiles enable the plugin. */
    String name();

    /**
     * What the answers of Filter and Score depend on. The engine keeps an answer and gives it again for a pod of equal
     * spec, labels and namespace while none of what is named here has changed; so name too much rather than too little.
     * The default names everything.
     */
    default Set<Reads> reads() {
        return EnumSet.allOf(Reads.class);
    }
}
