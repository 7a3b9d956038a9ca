package dev.customscheduler.manifests;

import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.config.LeaderElection;
import dev.customscheduler.config.RuntimeType;
import dev.customscheduler.config.Target;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.crds.v1alpha1.CustomSchedulerSpec;
import dev.customscheduler.crds.v1alpha1.RuntimeSpec;
import java.util.Optional;

/** Answers every question that a CustomScheduler leaves open, or says what is wrong with it. */
final class SchedulerResolver {
    private static final String DEFAULT_SCHEDULER = "default-scheduler";

    private final Environment environment;
    private final Findings findings;

    SchedulerResolver(Environment environment, Findings findings) {
        this.environment = environment;
        this.findings = findings;
    }

    /** Empty if there is an error, which is among the findings then. Every independent error is found. */
    Optional<Scheduler> resolve(CustomScheduler resource, Optional<ConfigurationDocument> referenced) {
        String name = Names.of(resource);
        CustomSchedulerSpec spec = resource.getSpec();
        String namespace = namespace(resource);
        RuntimeSpec runtime = spec.runtimeOrDefault();
        boolean bundled = runtime.typeOrDefault() == dev.customscheduler.crds.v1alpha1.RuntimeType.BUNDLED;
        Optional<KubernetesVersion> version = version(runtime, bundled);
        CommandLine.check(runtime, findings);
        PodParts.check(spec.deploymentOrDefault(), findings);
        if (version.isEmpty()) {
            return Optional.empty();
        }
        Target target = target(runtime, bundled, version.get());
        Optional<ConfigurationResolver.Resolved> configuration =
                new ConfigurationResolver(name, namespace, target, findings).resolve(spec, referenced);
        if (configuration.isEmpty()) {
            return Optional.empty();
        }
        ConfigurationResolver.Resolved resolved = configuration.get();
        Scheduler scheduler = new Scheduler(
                name,
                namespace,
                spec,
                bundled ? RuntimeType.BUNDLED : RuntimeType.KUBE_SCHEDULER,
                version.get(),
                image(runtime, bundled, version.get()),
                resolved.accepted().configuration(),
                resolved.accepted().profiles(),
                CanonicalDocument.of(resolved.document()),
                resolved.writtenVersion(),
                lease(resolved.accepted().configuration().leaderElection()));
        check(scheduler);
        return findings.hasErrors() ? Optional.empty() : Optional.of(scheduler);
    }

    private String namespace(CustomScheduler resource) {
        String wanted = resource.getSpec().namespace();
        if (wanted != null) {
            return wanted;
        }
        String chosen =
                resource.getStatus() == null ? null : resource.getStatus().namespace();
        return chosen == null ? environment.operatorNamespace() : chosen;
    }

    private Optional<KubernetesVersion> version(RuntimeSpec runtime, boolean bundled) {
        String written = runtime.version();
        if (bundled) {
            if (written != null) {
                findings.warning(
                        "spec.runtime.version",
                        "has no effect on the Bundled runtime, which behaves as " + KubernetesVersion.NEWEST
                                + ": remove it or set spec.runtime.type: KubeScheduler");
            }
            return Optional.of(KubernetesVersion.NEWEST);
        }
        if (written == null) {
            return Optional.of(environment.defaultVersion());
        }
        Optional<KubernetesVersion> version = KubernetesVersion.parse(written);
        if (version.isEmpty()) {
            findings.error(
                    "spec.runtime.version",
                    written + " is not supported: use a version from " + KubernetesVersion.OLDEST + " to "
                            + KubernetesVersion.NEWEST);
        }
        return version;
    }

    /** An image of the user's own may have plugins compiled in that nobody can know of here. */
    private Target target(RuntimeSpec runtime, boolean bundled, KubernetesVersion version) {
        if (bundled) {
            return Target.bundled().withNotImplemented(environment.notImplemented());
        }
        Target target = Target.kubeScheduler(version);
        return runtime.image() == null ? target : target.withOutOfTree();
    }

    private String image(RuntimeSpec runtime, boolean bundled, KubernetesVersion version) {
        if (runtime.image() != null) {
            return runtime.image();
        }
        if (bundled) {
            return environment.runtimeImage();
        }
        String written = runtime.version() == null ? version.toString() : runtime.version();
        String exact = written.startsWith("v") ? written.substring(1) : written;
        boolean patch = exact.indexOf('.') != exact.lastIndexOf('.');
        return environment.kubeSchedulerRepository() + ":v" + exact + (patch ? "" : ".0");
    }

    private static Optional<LeaseName> lease(LeaderElection election) {
        return election.leaderElect()
                ? Optional.of(new LeaseName(election.resourceNamespace(), election.resourceName()))
                : Optional.empty();
    }

    private void check(Scheduler scheduler) {
        CustomSchedulerSpec spec = scheduler.spec();
        if (scheduler.lease().isEmpty() && spec.replicasOrDefault() > 1) {
            findings.error(
                    path(spec, "leaderElection.leaderElect"),
                    "must not be false with spec.replicas: " + spec.replicasOrDefault()
                            + ": two active schedulers of one name overfill nodes; remove it or set spec.replicas: 1");
        }
        String kubeconfig = scheduler.configuration().clientConnection().kubeconfig();
        if (!kubeconfig.isEmpty()) {
            findings.error(
                    path(spec, "clientConnection.kubeconfig"),
                    "remove it: there is no file " + kubeconfig + " in the scheduler's pod, which uses its service"
                            + " account");
        }
        if (!spec.mayReplaceDefaultScheduler()) {
            checkReserved(scheduler);
        } else if (scheduler.schedulerNames().contains(DEFAULT_SCHEDULER)) {
            findings.warning(
                    "spec.replacesDefaultScheduler",
                    "the scheduler's own pods are scheduled by " + DEFAULT_SCHEDULER
                            + ", which is itself: when all of its replicas are gone at once, nothing places them");
        }
    }

    private void checkReserved(Scheduler scheduler) {
        int index = scheduler.schedulerNames().indexOf(DEFAULT_SCHEDULER);
        if (index >= 0) {
            findings.error(
                    path(scheduler.spec(), "profiles[" + index + "].schedulerName"),
                    DEFAULT_SCHEDULER
                            + " is the cluster's own scheduler, and two schedulers of one name overfill nodes:"
                            + " choose another name, or set spec.replacesDefaultScheduler: true once the other is gone");
        }
        if (scheduler.lease().filter(LeaseName.KUBE_SCHEDULER::equals).isPresent()) {
            findings.error(
                    path(scheduler.spec(), "leaderElection.resourceName"),
                    LeaseName.KUBE_SCHEDULER + " is the lease of the cluster's own scheduler, for which this one would"
                            + " wait for ever: remove leaderElection.resourceName and resourceNamespace, or set"
                            + " spec.replacesDefaultScheduler: true");
        }
    }

    private static String path(CustomSchedulerSpec spec, String field) {
        return spec.configuration() == null ? field : "spec.configuration." + field;
    }
}
