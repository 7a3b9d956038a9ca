package dev.customscheduler.framework.model;

import java.util.List;

/**
 * A container of a pod.
 *
 * @param name its name
 * @param image its image
 * @param requests what it requests; what the manifest only limits is requested too, as the API server defaults it
 * @param limits its limits
 * @param ports the ports that it takes on the node
 * @param restartable whether an init container keeps running beside the others (a sidecar)
 */
public record Container(
        String name,
        String image,
        ResourceList requests,
        ResourceList limits,
        List<HostPort> ports,
        boolean restartable) {}
