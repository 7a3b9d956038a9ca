package dev.customscheduler.testbed.node;

import dev.customscheduler.testbed.process.Supervisor;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * What the parts of a pod share.
 *
 * @param pod its latest version
 * @param directory its files
 * @param logs a folder for each container
 * @param changed to be called when a container's state has changed
 */
record PodContext(
        Supplier<Pod> pod,
        PodNetwork.Attachment network,
        boolean root,
        Volumes volumes,
        Environment environment,
        Images images,
        Supervisor supervisor,
        PodEvents events,
        Backoff.Settings backoff,
        Path directory,
        Path logs,
        Runnable changed) {}
