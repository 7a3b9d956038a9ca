package dev.customscheduler.manifests;

import dev.customscheduler.config.Finding;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a CustomScheduler comes to. */
public sealed interface Outcome {
    /** Everything there is to say, errors first. Paths begin at the resource's root. */
    List<Finding> findings();

    /**
     * The objects that the resource stands for, without owner references and namespaced as they are to be applied. The
     * records' own objects are shared: a caller that changes one copies it first.
     *
     * @param namespace where the scheduler lives
     * @param claims what it takes for itself
     * @param configurationVersion the apiVersion in which the configuration was written
     * @param leaseRole empty without leader election, like its binding
     * @param lease empty without leader election, and where the lease is kube-scheduler's own, which is not ours to
     *     make
     * @param disruptionBudget empty where there is one replica or the resource says so
     * @param networkPolicy empty where the resource says so
     * @param serviceMonitor empty where the API is not served or the resource says so
     * @param rules every rule of the roles above and of the role in kube-system that is bound, in their order
     * @param warnings what is accepted but probably not meant
     */
    record Rendered(
            String namespace,
            Claims claims,
            String configurationVersion,
            ServiceAccount serviceAccount,
            ClusterRole clusterRole,
            ClusterRoleBinding clusterRoleBinding,
            RoleBinding authenticationReader,
            Optional<Role> leaseRole,
            Optional<RoleBinding> leaseRoleBinding,
            Optional<Lease> lease,
            ConfigMap configMap,
            Deployment deployment,
            Service service,
            Optional<PodDisruptionBudget> disruptionBudget,
            Optional<NetworkPolicy> networkPolicy,
            Optional<GenericKubernetesResource> serviceMonitor,
            List<ExplainedRule> rules,
            List<Finding> warnings)
            implements Outcome {
        /** Copies the lists. */
        public Rendered {
            rules = List.copyOf(rules);
            warnings = List.copyOf(warnings);
        }

        /** The revision: the name of the ConfigMap, which derives from its content. */
        public String revision() {
            return configMap.getMetadata().getName();
        }

        /**
         * All objects in an order in which they can be applied: what is referred to comes first, and bindings come
         * after what they bind.
         */
        public List<HasMetadata> objects() {
            List<HasMetadata> objects = new ArrayList<>();
            objects.add(serviceAccount);
            objects.add(clusterRole);
            leaseRole.ifPresent(objects::add);
            lease.ifPresent(objects::add);
            objects.add(configMap);
            objects.add(service);
            objects.add(clusterRoleBinding);
            objects.add(authenticationReader);
            leaseRoleBinding.ifPresent(objects::add);
            objects.add(deployment);
            disruptionBudget.ifPresent(objects::add);
            networkPolicy.ifPresent(objects::add);
            serviceMonitor.ifPresent(objects::add);
            return objects;
        }

        @Override
        public List<Finding> findings() {
            return warnings;
        }
    }

    /** Nothing can be made of the resource. At least one finding is an error. */
    record Refused(List<Finding> findings) implements Outcome {
        /** Copies the list. */
        public Refused {
            findings = List.copyOf(findings);
        }
    }
}
