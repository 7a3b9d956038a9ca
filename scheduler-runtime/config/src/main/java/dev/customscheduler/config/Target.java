package dev.customscheduler.config;

import java.util.Map;
import java.util.Set;

/**
 * What a configuration is judged for.
 *
 * @param version for {@link RuntimeType#BUNDLED} the version whose semantics it has, always
 *     {@link KubernetesVersion#NEWEST}
 * @param added plugins that are there beside those built in, by name, with the extension points each implements (none:
 *     unknown, any point is taken): those of a plugin volume's jars
 * @param outOfTree whether the image may have plugins that nobody told of: a name that does not exist is a warning
 *     then, not an error
 * @param notImplemented plugins that the Bundled runtime does not implement yet: accepted, with a warning that names
 *     them
 */
public record Target(
        RuntimeType runtime,
        KubernetesVersion version,
        Map<String, Set<ExtensionPoint>> added,
        boolean outOfTree,
        Set<String> notImplemented) {
    public Target {
        added = Map.copyOf(added);
        notImplemented = Set.copyOf(notImplemented);
    }

    /** kube-scheduler of that version. */
    public static Target kubeScheduler(KubernetesVersion version) {
        return new Target(RuntimeType.KUBE_SCHEDULER, version, Map.of(), false, Set.of());
    }

    /** The Bundled runtime, without a plugin volume. */
    public static Target bundled() {
        return new Target(RuntimeType.BUNDLED, KubernetesVersion.NEWEST, Map.of(), false, Set.of());
    }

    /** The same with the plugins that a plugin volume's jars define. */
    public Target withAdded(Map<String, Set<ExtensionPoint>> plugins) {
        return new Target(runtime, version, plugins, outOfTree, notImplemented);
    }

    /** The same for an image that may have more plugins compiled in, or a plugin volume that cannot be looked into. */
    public Target withOutOfTree() {
        return new Target(runtime, version, added, true, notImplemented);
    }

    /** The same with the plugins that the runtime lacks. */
    public Target withNotImplemented(Set<String> names) {
        return new Target(runtime, version, added, outOfTree, names);
    }

    /** Whether this is the Bundled runtime. */
    public boolean isBundled() {
        return runtime == RuntimeType.BUNDLED;
    }
}
