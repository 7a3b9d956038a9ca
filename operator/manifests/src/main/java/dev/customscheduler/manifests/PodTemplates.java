package dev.customscheduler.manifests;

import dev.customscheduler.crds.v1alpha1.DeploymentOverrides;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pods of a scheduler: restricted pod security, nothing but the configuration mounted, probes over HTTPS. */
final class PodTemplates {
    static final String CONTAINER = "scheduler";
    static final String CONFIG_VOLUME = "config";
    static final String CONFIG_DIRECTORY = "/etc/custom-scheduler";

    /** From this minor version on kube-scheduler tells being alive from being ready; before there is /healthz. */
    private static final int LIVEZ_FROM = 31;

    /** The user of images without one of their own: nobody, by the convention of the distroless images. */
    private static final long NON_ROOT = 65532;

    private PodTemplates() {}

    static PodTemplateSpec of(Scheduler scheduler) {
        DeploymentOverrides parts = scheduler.spec().deploymentOrDefault();
        Map<String, String> labels = new LinkedHashMap<>(PodParts.orEmpty(parts.podLabels()));
        labels.putAll(Names.podLabels(scheduler.name()));
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations.put("kubectl.kubernetes.io/default-container", CONTAINER);
        annotations.putAll(PodParts.orEmpty(parts.podAnnotations()));
        List<Container> containers = new ArrayList<>();
        containers.add(container(scheduler, parts));
        containers.addAll(PodParts.orEmpty(parts.sidecars()));
        return new PodTemplateSpecBuilder()
                .withNewMetadata()
                .withLabels(labels)
                .withAnnotations(annotations)
                .endMetadata()
                .withNewSpec()
                .withServiceAccountName(scheduler.name())
                .withAutomountServiceAccountToken(true)
                .withTerminationGracePeriodSeconds(30L)
                .withPriorityClassName(parts.priorityClassName())
                .withNodeSelector(parts.nodeSelector())
                .withTolerations(parts.tolerations())
                .withAffinity(parts.affinity() == null ? apart(scheduler) : parts.affinity())
                .withTopologySpreadConstraints(parts.topologySpreadConstraints())
                .withImagePullSecrets(parts.imagePullSecrets())
                .withSecurityContext(new PodSecurityContextBuilder()
                        .withRunAsNonRoot(true)
                        .withRunAsUser(NON_ROOT)
                        .withRunAsGroup(NON_ROOT)
                        .withNewSeccompProfile()
                        .withType("RuntimeDefault")
                        .endSeccompProfile()
                        .build())
                .withContainers(containers)
                .withVolumes(volumes(scheduler, parts))
                .endSpec()
                .build();
    }

    private static Container container(Scheduler scheduler, DeploymentOverrides parts) {
        String live = scheduler.version().atLeast(LIVEZ_FROM) ? "/livez" : "/healthz";
        List<VolumeMount> mounts = new ArrayList<>();
        mounts.add(new VolumeMountBuilder()
                .withName(CONFIG_VOLUME)
                .withMountPath(CONFIG_DIRECTORY)
                .withReadOnly(true)
                .build());
        mounts.addAll(PodParts.orEmpty(parts.volumeMounts()));
        return new ContainerBuilder()
                .withName(CONTAINER)
                .withImage(scheduler.image())
                .withCommand(scheduler.isBundled() ? List.of() : List.of("kube-scheduler"))
                .withArgs(CommandLine.args(scheduler))
                .withEnv(PodParts.orEmpty(parts.env()))
                .addNewPort()
                .withName(Scheduler.PORT_NAME)
                .withContainerPort(Scheduler.PORT)
                .withProtocol("TCP")
                .endPort()
                .withStartupProbe(probe(live, 2, 60))
                .withLivenessProbe(probe(live, 10, 6))
                .withReadinessProbe(probe(ready(scheduler, live), 5, 3))
                .withResources(parts.resources() == null ? resources(scheduler) : parts.resources())
                .withSecurityContext(restricted())
                .withVolumeMounts(mounts)
                .build();
    }

    /**
     * A standby that fills its caches only when it leads is never ready by kube-scheduler's own word, and a rollout
     * would wait for it for ever.
     */
    private static String ready(Scheduler scheduler, String live) {
        boolean lazy = scheduler.configuration().delayCacheUntilActive()
                && scheduler.lease().isPresent();
        return lazy || !scheduler.version().atLeast(LIVEZ_FROM) ? live : "/readyz";
    }

    private static List<Volume> volumes(Scheduler scheduler, DeploymentOverrides parts) {
        List<Volume> volumes = new ArrayList<>();
        volumes.add(new VolumeBuilder()
                .withName(CONFIG_VOLUME)
                .withNewConfigMap()
                .withName(scheduler.revision())
                .endConfigMap()
                .build());
        volumes.addAll(PodParts.orEmpty(parts.volumes()));
        return volumes;
    }

    private static Probe probe(String path, int periodSeconds, int failureThreshold) {
        return new ProbeBuilder()
                .withNewHttpGet()
                .withPath(path)
                .withPort(new IntOrString(Scheduler.PORT_NAME))
                .withScheme("HTTPS")
                .endHttpGet()
                .withPeriodSeconds(periodSeconds)
                .withTimeoutSeconds(5)
                .withFailureThreshold(failureThreshold)
                .build();
    }

    /**
     * Requests only: a scheduler's memory grows with its cluster, and one that is killed for a limit places nothing.
     * The bundled runtime gets a limit all the same, since its heap is sized by it.
     */
    private static ResourceRequirements resources(Scheduler scheduler) {
        if (scheduler.isBundled()) {
            return new ResourceRequirementsBuilder()
                    .addToRequests("cpu", new Quantity("200m"))
                    .addToRequests("memory", new Quantity("512Mi"))
                    .addToLimits("memory", new Quantity("2Gi"))
                    .build();
        }
        return new ResourceRequirementsBuilder()
                .addToRequests("cpu", new Quantity("100m"))
                .addToRequests("memory", new Quantity("128Mi"))
                .build();
    }

    private static SecurityContext restricted() {
        return new SecurityContextBuilder()
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .build();
    }

    /** Replicas prefer different nodes, and share one where there is no other. */
    private static Affinity apart(Scheduler scheduler) {
        return new AffinityBuilder()
                .withNewPodAntiAffinity()
                .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                .withWeight(100)
                .withNewPodAffinityTerm()
                .withTopologyKey("kubernetes.io/hostname")
                .withNewLabelSelector()
                .withMatchLabels(Names.selector(scheduler.name()))
                .endLabelSelector()
                .endPodAffinityTerm()
                .endPreferredDuringSchedulingIgnoredDuringExecution()
                .endPodAntiAffinity()
                .build();
    }
}
