package dev.customscheduler.config;

import java.util.Set;

/**
 * What a configuration is judged for.
 *
 * @param version for {@link RuntimeType#BUNDLED} the version whose semantics it has, always
 *     {@link KubernetesVersion#NEWEST}
 * @param pluginVolume names of plugins that the jars of a plugin volume define; a name that is neither built in nor
 *     defined by its args nor here does not exist
 * @param notImplemented default plugins that the Bundled runtime does not implement yet: accepted, with a warning that
 *     names them
 */
public record Target(
        RuntimeType runtime, KubernetesVersion version, Set<String> pluginVolume, Set<String> notImplemented) {
    public Target {
        pluginVolume = Set.copyOf(pluginVolume);
        notImplemented = Set.copyOf(notImplemented);
    }

    /** kube-scheduler of that version. */
    public static Target kubeScheduler(KubernetesVersion version) {
        return new Target(RuntimeType.KUBE_SCHEDULER, version, Set.of(), Set.of());
    }

    /** The Bundled runtime, without a plugin volume. */
    public static Target bundled() {
        return new Target(RuntimeType.BUNDLED, KubernetesVersion.NEWEST, Set.of(), Set.of());
    }

    /** The same with the plugins that a plugin volume's jars define. */
    public Target withPluginVolume(Set<String> names) {
        return new Target(runtime, version, names, notImplemented);
    }

    /** The same with the default plugins that the runtime lacks. */
    public Target withNotImplemented(Set<String> names) {
        return new Target(runtime, version, pluginVolume, names);
    }

    /** Whether this is the Bundled runtime. */
    public boolean isBundled() {
        return runtime == RuntimeType.BUNDLED;
    }
}
