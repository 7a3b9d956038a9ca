package dev.customscheduler.operator.cluster;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The objects that a resource owns, found by nothing but their owner reference. */
record OwnedObjects(KubernetesClient client, String namespace) {

    /** All of them, by kind and name. */
    Map<String, HasMetadata> of(CustomScheduler owner) {
        var all = new ArrayList<HasMetadata>();
        all.addAll(client.serviceAccounts().inNamespace(namespace).list().getItems());
        all.addAll(client.rbac().clusterRoles().list().getItems());
        all.addAll(client.rbac().clusterRoleBindings().list().getItems());
        all.addAll(client.rbac().roles().inNamespace(namespace).list().getItems());
        all.addAll(client.rbac().roleBindings().inNamespace(namespace).list().getItems());
        all.addAll(
                client.rbac().roleBindings().inNamespace("kube-system").list().getItems());
        all.addAll(client.leases().inNamespace(namespace).list().getItems());
        all.addAll(client.configMaps().inNamespace(namespace).list().getItems());
        all.addAll(client.services().inNamespace(namespace).list().getItems());
        all.addAll(client.apps().deployments().inNamespace(namespace).list().getItems());
        all.addAll(client.policy()
                .v1()
                .podDisruptionBudget()
                .inNamespace(namespace)
                .list()
                .getItems());
        all.addAll(
                client.network().networkPolicies().inNamespace(namespace).list().getItems());
        var byName = new TreeMap<String, HasMetadata>();
        all.stream()
                .filter(o -> o.getMetadata().getOwnerReferences().stream()
                        .anyMatch(r -> r.getUid().equals(owner.getMetadata().getUid())))
                .forEach(o -> byName.put(o.getKind() + " " + o.getMetadata().getName(), o));
        return byName;
    }

    /** Their resource versions. */
    static List<String> versions(Map<String, HasMetadata> objects) {
        return objects.entrySet().stream()
                .map(e -> e.getKey() + " " + e.getValue().getMetadata().getResourceVersion())
                .toList();
    }
}
