package dev.customscheduler.cli.validate;

import dev.customscheduler.cli.CommandFailure;
import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.config.Target;
import dev.customscheduler.manifests.Environment;
import org.jspecify.annotations.Nullable;

/** What the options {@code --runtime} and {@code --kubernetes-version} say. */
public final class Targets {
    private Targets() {}

    /** The Bundled runtime of this build. */
    public static Target bundled() {
        return Target.bundled()
                .withNotImplemented(Environment.defaults("development").notImplemented());
    }

    /**
     * The target of a bare configuration file.
     *
     * @param runtime {@code KubeScheduler} or {@code Bundled}; null is KubeScheduler
     * @param version null is the newest known
     */
    public static Target of(@Nullable String runtime, @Nullable String version) {
        KubernetesVersion kubernetes = version(version);
        if (runtime == null || runtime.equalsIgnoreCase("KubeScheduler")) {
            return Target.kubeScheduler(kubernetes);
        }
        if (runtime.equalsIgnoreCase("Bundled")) {
            return bundled();
        }
        throw CommandFailure.usage("--runtime: \"" + runtime + "\" is not one of KubeScheduler, Bundled");
    }

    /** The version that the option names, or the newest. */
    static KubernetesVersion version(@Nullable String version) {
        if (version == null) {
            return KubernetesVersion.NEWEST;
        }
        return KubernetesVersion.parse(version)
                .orElseThrow(() -> CommandFailure.usage("--kubernetes-version: \"" + version + "\" is no version from "
                        + KubernetesVersion.OLDEST + " to " + KubernetesVersion.NEWEST + ", such as 1.37"));
    }
}
