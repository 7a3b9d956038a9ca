package dev.customscheduler.engine.objects;

import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Requirement;
import java.util.List;

/**
 * A StorageClass.
 *
 * @param name its name
 * @param provisioner who makes volumes
 * @param waitsForConsumer whether binding waits for a pod
 * @param allowedTopologies where volumes can be made: any one of the lists must match a node's labels; empty for
 *     anywhere
 */
public record StorageClass(
        String name, String provisioner, boolean waitsForConsumer, List<List<Requirement>> allowedTopologies) {
    private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

    /** Whether somebody makes volumes of this class. */
    public boolean provisions() {
        return !provisioner.isEmpty() && !provisioner.equals(NO_PROVISIONER);
    }

    /** Whether volumes can be made for a node with these labels. */
    public boolean allows(Labels node) {
        if (allowedTopologies.isEmpty()) {
            return true;
        }
        for (List<Requirement> term : allowedTopologies) {
            boolean all = !term.isEmpty();
            for (Requirement r : term) {
                all &= r.matches(node);
            }
            if (all) {
                return true;
            }
        }
        return false;
    }
}
