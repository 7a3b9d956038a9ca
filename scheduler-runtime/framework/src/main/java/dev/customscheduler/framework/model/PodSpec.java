package dev.customscheduler.framework.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a pod asks for, without what differs between the pods of one workload (name, node, status). Decoders keep one
 * instance for all pods of equal shape, so that what is derived from a spec is computed once, and two pods with the
 * same instance are the same to every plugin that reads only the spec.
 */
public final class PodSpec {
    private final Builder b;
    private final Object[] identity;
    private final int hash;
    private @Nullable PodFootprint footprint;
    private @Nullable ResourceList scoringRequests;
    private @Nullable List<HostPort> hostPorts;

    private PodSpec(Builder b) {
        this.b = b;
        this.identity = new Object[] {
            b.schedulerName,
            b.priority,
            b.preemptionPolicy,
            b.nodeSelector,
            b.nodeAffinity == null ? "" : b.nodeAffinity,
            b.podAffinity,
            b.podAntiAffinity,
            b.tolerations,
            b.topologySpreadConstraints,
            b.containers,
            b.initContainers,
            b.overhead,
            b.podLevelRequests,
            b.podLevelLimits,
            b.schedulingGates,
            b.volumes,
            b.resourceClaims,
            b.schedulingGroup,
            b.hostNetwork,
            b.os,
            b.requiredFeatures
        };
        this.hash = Arrays.hashCode(identity);
    }

    /** A builder of a spec without any wishes. */
    public static Builder builder() {
        return new Builder();
    }

    /** The scheduler that the pod asks for. */
    public String schedulerName() {
        return b.schedulerName;
    }

    /** The pod's priority. */
    public int priority() {
        return b.priority;
    }

    /** Whether the pod may preempt others. */
    public PreemptionPolicy preemptionPolicy() {
        return b.preemptionPolicy;
    }

    /** Labels that the node must have. */
    public Labels nodeSelector() {
        return b.nodeSelector;
    }

    /** The node affinity, or null. */
    public @Nullable NodeAffinity nodeAffinity() {
        return b.nodeAffinity;
    }

    /** Pods to be near to. */
    public PodAffinityTerm.Terms podAffinity() {
        return b.podAffinity;
    }

    /** Pods to be away from. */
    public PodAffinityTerm.Terms podAntiAffinity() {
        return b.podAntiAffinity;
    }

    /** The tolerations. */
    public List<Toleration> tolerations() {
        return b.tolerations;
    }

    /** The pod's own spread constraints. */
    public List<TopologySpreadConstraint> topologySpreadConstraints() {
        return b.topologySpreadConstraints;
    }

    /** The containers. */
    public List<Container> containers() {
        return b.containers;
    }

    /** The init containers, sidecars among them. */
    public List<Container> initContainers() {
        return b.initContainers;
    }

    /** What the runtime class adds. */
    public ResourceList overhead() {
        return b.overhead;
    }

    /** The requests of the pod as a whole. */
    public ResourceList podLevelRequests() {
        return b.podLevelRequests;
    }

    /** The limits of the pod as a whole. */
    public ResourceList podLevelLimits() {
        return b.podLevelLimits;
    }

    /** The names of the gates that hold the pod back. */
    public List<String> schedulingGates() {
        return b.schedulingGates;
    }

    /** The volumes that scheduling looks at. */
    public List<Volume> volumes() {
        return b.volumes;
    }

    /** The names by which the pod refers to resource claims. */
    public List<String> resourceClaims() {
        return b.resourceClaims;
    }

    /** The group that the pod is scheduled with, or the empty string. */
    public String schedulingGroup() {
        return b.schedulingGroup;
    }

    /** Whether the pod uses the node's network. */
    public boolean hostNetwork() {
        return b.hostNetwork;
    }

    /** The operating system that the pod names, or the empty string. */
    public String os() {
        return b.os;
    }

    /** The node features that the pod cannot do without, as kubelets declare them. */
    public List<String> requiredFeatures() {
        return b.requiredFeatures;
    }

    /** What the pod takes of a node, by its spec alone. */
    public PodFootprint footprint() {
        PodFootprint f = footprint;
        if (f == null) {
            f = PodFootprint.of(
                    this,
                    (cpu, memory) -> PodRequests.aggregate(this, Container::requests, b.podLevelRequests, cpu, memory));
            footprint = f;
        }
        return f;
    }

    /**
     * The requests that resource scoring takes for the incoming pod: those of the containers, with
     * {@link PodRequests#DEFAULT_MILLI_CPU} and {@link PodRequests#DEFAULT_MEMORY} where a container states none, and
     * the overhead. Requests of the pod as a whole do not count here, as in kube-scheduler.
     */
    public ResourceList scoringRequests() {
        ResourceList r = scoringRequests;
        if (r == null) {
            r = PodRequests.aggregate(
                    this,
                    Container::requests,
                    ResourceList.none(),
                    PodRequests.DEFAULT_MILLI_CPU,
                    PodRequests.DEFAULT_MEMORY);
            scoringRequests = r;
        }
        return r;
    }

    /** The node ports of the containers and sidecars. */
    public List<HostPort> hostPorts() {
        List<HostPort> ports = hostPorts;
        if (ports == null) {
            List<HostPort> all = new ArrayList<>();
            for (Container c : b.initContainers) {
                if (c.restartable()) {
                    all.addAll(c.ports());
                }
            }
            for (Container c : b.containers) {
                all.addAll(c.ports());
            }
            ports = List.copyOf(all);
            hostPorts = ports;
        }
        return ports;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return this == o || o instanceof PodSpec s && hash == s.hash && Arrays.equals(identity, s.identity);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Collects the parts of a {@link PodSpec}. Lists that are given are copied. */
    public static final class Builder {
        private String schedulerName = "default-scheduler";
        private Integer priority = 0;
        private PreemptionPolicy preemptionPolicy = PreemptionPolicy.PreemptLowerPriority;
        private Labels nodeSelector = Labels.none();
        private @Nullable NodeAffinity nodeAffinity;
        private PodAffinityTerm.Terms podAffinity = PodAffinityTerm.Terms.NONE;
        private PodAffinityTerm.Terms podAntiAffinity = PodAffinityTerm.Terms.NONE;
        private List<Toleration> tolerations = List.of();
        private List<TopologySpreadConstraint> topologySpreadConstraints = List.of();
        private List<Container> containers = List.of();
        private List<Container> initContainers = List.of();
        private ResourceList overhead = ResourceList.none();
        private ResourceList podLevelRequests = ResourceList.none();
        private ResourceList podLevelLimits = ResourceList.none();
        private List<String> schedulingGates = List.of();
        private List<Volume> volumes = List.of();
        private List<String> resourceClaims = List.of();
        private String schedulingGroup = "";
        private Boolean hostNetwork = false;
        private String os = "";
        private List<String> requiredFeatures = List.of();

        private Builder() {}

        /** Sets {@link PodSpec#schedulerName()}. */
        public Builder schedulerName(String name) {
            this.schedulerName = name;
            return this;
        }

        /** Sets {@link PodSpec#priority()}. */
        public Builder priority(int priority) {
            this.priority = priority;
            return this;
        }

        /** Sets {@link PodSpec#preemptionPolicy()}. */
        public Builder preemptionPolicy(PreemptionPolicy policy) {
            this.preemptionPolicy = policy;
            return this;
        }

        /** Sets {@link PodSpec#nodeSelector()}. */
        public Builder nodeSelector(Labels selector) {
            this.nodeSelector = selector;
            return this;
        }

        /** Sets {@link PodSpec#nodeAffinity()}. */
        public Builder nodeAffinity(@Nullable NodeAffinity affinity) {
            this.nodeAffinity = affinity;
            return this;
        }

        /** Sets {@link PodSpec#podAffinity()}. */
        public Builder podAffinity(PodAffinityTerm.Terms terms) {
            this.podAffinity = terms;
            return this;
        }

        /** Sets {@link PodSpec#podAntiAffinity()}. */
        public Builder podAntiAffinity(PodAffinityTerm.Terms terms) {
            this.podAntiAffinity = terms;
            return this;
        }

        /** Sets {@link PodSpec#tolerations()}. */
        public Builder tolerations(List<Toleration> tolerations) {
            this.tolerations = List.copyOf(tolerations);
            return this;
        }

        /** Sets {@link PodSpec#topologySpreadConstraints()}. */
        public Builder topologySpreadConstraints(List<TopologySpreadConstraint> constraints) {
            this.topologySpreadConstraints = List.copyOf(constraints);
            return this;
        }

        /** Sets {@link PodSpec#containers()}. */
        public Builder containers(List<Container> containers) {
            this.containers = List.copyOf(containers);
            return this;
        }

        /** Sets {@link PodSpec#initContainers()}. */
        public Builder initContainers(List<Container> containers) {
            this.initContainers = List.copyOf(containers);
            return this;
        }

        /** Sets {@link PodSpec#overhead()}. */
        public Builder overhead(ResourceList overhead) {
            this.overhead = overhead;
            return this;
        }

        /** Sets {@link PodSpec#podLevelRequests()}. */
        public Builder podLevelRequests(ResourceList requests) {
            this.podLevelRequests = requests;
            return this;
        }

        /** Sets {@link PodSpec#podLevelLimits()}. */
        public Builder podLevelLimits(ResourceList limits) {
            this.podLevelLimits = limits;
            return this;
        }

        /** Sets {@link PodSpec#schedulingGates()}. */
        public Builder schedulingGates(List<String> gates) {
            this.schedulingGates = List.copyOf(gates);
            return this;
        }

        /** Sets {@link PodSpec#volumes()}. */
        public Builder volumes(List<Volume> volumes) {
            this.volumes = List.copyOf(volumes);
            return this;
        }

        /** Sets {@link PodSpec#resourceClaims()}. */
        public Builder resourceClaims(List<String> claims) {
            this.resourceClaims = List.copyOf(claims);
            return this;
        }

        /** Sets {@link PodSpec#schedulingGroup()}. */
        public Builder schedulingGroup(String group) {
            this.schedulingGroup = group;
            return this;
        }

        /** Sets {@link PodSpec#hostNetwork()}. */
        public Builder hostNetwork(boolean hostNetwork) {
            this.hostNetwork = hostNetwork;
            return this;
        }

        /** Sets {@link PodSpec#os()}. */
        public Builder os(String os) {
            this.os = os;
            return this;
        }

        /** Sets {@link PodSpec#requiredFeatures()}. */
        public Builder requiredFeatures(List<String> features) {
            this.requiredFeatures = List.copyOf(features);
            return this;
        }

        /** What the containers that were set request together. */
        public ResourceList containerRequests() {
            return together(Container::requests);
        }

        /** What limits the containers that were set together. */
        public ResourceList containerLimits() {
            return together(Container::limits);
        }

        private ResourceList together(Function<Container, ResourceList> view) {
            PodSpec alone = PodSpec.builder()
                    .containers(containers)
                    .initContainers(initContainers)
                    .build();
            return PodRequests.containers(alone, view, 0, 0);
        }

        /** The spec. The builder must not be used again. */
        public PodSpec build() {
            return new PodSpec(this);
        }
    }
}
