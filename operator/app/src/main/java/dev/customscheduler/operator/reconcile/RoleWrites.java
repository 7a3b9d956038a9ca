package dev.customscheduler.operator.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers when the roles and bindings of each resource were last written by this process. */
final class RoleWrites {
    private final Map<String, Instant> last = new ConcurrentHashMap<>();

    void note(String uid, HasMetadata written, Instant now) {
        if (written instanceof ClusterRole
                || written instanceof ClusterRoleBinding
                || written instanceof Role
                || written instanceof RoleBinding) {
            last.put(uid, now);
        }
    }

    Instant last(String uid) {
        return last.getOrDefault(uid, Instant.EPOCH);
    }

    void forget(String uid) {
        last.remove(uid);
    }
}
