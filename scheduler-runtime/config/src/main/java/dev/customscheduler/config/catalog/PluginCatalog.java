package dev.customscheduler.config.catalog;

import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.config.KubernetesVersion;
import dev.customscheduler.config.Plugin;
import dev.customscheduler.config.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The plugins that are compiled into a scheduler, what each implements, and which run by default. Read from
 * kube-scheduler's registry and each plugin's methods, version by version, with feature gates at their defaults; the
 * tests hold it against the real code.
 */
public final class PluginCatalog {
    /**
     * Name; first and last minor version; extension points, those that came or went later with {@code @first} or
     * {@code @first-last}.
     */
    private static final List<String> IN_TREE = List.of(
            "AzureDiskLimits 25 31 filter preFilter@28",
            "CinderLimits 25 31 filter preFilter@28",
            "DefaultBinder 25 99 bind",
            "DefaultPreemption 25 99 postFilter preEnqueue@32 podGroupPostFilter@37",
            "DeferredPodScheduling 37 99 preFilter filter permit",
            "DynamicResources 26 99 preFilter filter postFilter reserve preScore@26-31 postBind@26-31 preEnqueue@28 preBind@30 score@35"
                    + " podGroupPostFilter@37",
            "EBSLimits 25 31 filter preFilter@28",
            "GCEPDLimits 25 31 filter preFilter@28",
            "GangScheduling 35 99 preEnqueue permit reserve@35-35",
            "ImageLocality 25 99 score",
            "InterPodAffinity 25 99 preFilter filter preScore score",
            "NodeAffinity 25 99 preFilter filter preScore score",
            "NodeDeclaredFeatures 35 99 preFilter filter",
            "NodeName 25 99 filter preFilter@37",
            "NodePorts 25 99 preFilter filter",
            "NodeResourcesBalancedAllocation 25 99 score preScore@27",
            "NodeResourcesFit 25 99 preFilter filter score preScore@27 placementScore@36",
            "NodeUnschedulable 25 99 filter preFilter@37",
            "NodeVolumeLimits 25 99 filter preFilter@28",
            "PodGroupPodsCount 36 99 placementScore",
            "PodTopologySpread 25 99 preFilter filter preScore score",
            "PrioritySort 25 99 queueSort",
            "SchedulingGates 26 99 preEnqueue",
            "SelectorSpread 25 28 preScore score",
            "TaintToleration 25 99 filter preScore score preFilter@37",
            "TopologyPlacementGenerator 36 99 placementGenerate",
            "VolumeBinding 25 99 preFilter filter reserve preBind score preScore@30",
            "VolumeRestrictions 25 99 preFilter filter",
            "VolumeZone 25 99 filter preFilter@27");

    private static final List<String> BUNDLED_ONLY = List.of("NetworkAwareBinder 37 99 bind");

    private final KubernetesVersion version;
    private final Map<String, Set<ExtensionPoint>> plugins = new LinkedHashMap<>();

    private PluginCatalog(KubernetesVersion version) {
        this.version = version;
    }

    /** The plugins built into the target. */
    public static PluginCatalog of(Target target) {
        PluginCatalog catalog = new PluginCatalog(target.version());
        IN_TREE.forEach(catalog::add);
        if (target.isBundled()) {
            BUNDLED_ONLY.forEach(catalog::add);
        }
        return catalog;
    }

    private void add(String line) {
        String[] words = line.split(" ");
        if (version.minor() < Integer.parseInt(words[1]) || version.minor() > Integer.parseInt(words[2])) {
            return;
        }
        EnumSet<ExtensionPoint> points = EnumSet.noneOf(ExtensionPoint.class);
        for (String word : Arrays.asList(words).subList(3, words.length)) {
            String[] field = word.split("[@-]");
            int first = field.length > 1 ? Integer.parseInt(field[1]) : 0;
            int last = field.length > 2 ? Integer.parseInt(field[2]) : 99;
            ExtensionPoint point = ExtensionPoint.ofField(field[0]);
            if (point != null && version.minor() >= first && version.minor() <= last) {
                points.add(point);
            }
        }
        plugins.put(words[0], points);
    }

    /** The extension points that the version's documents have. */
    public Set<ExtensionPoint> extensionPoints() {
        EnumSet<ExtensionPoint> points = EnumSet.noneOf(ExtensionPoint.class);
        for (ExtensionPoint point : ExtensionPoint.values()) {
            if (version.atLeast(since(point))) {
                points.add(point);
            }
        }
        return points;
    }

    /** The minor version of Kubernetes that brought an extension point, 25 for all older ones. */
    public static int since(ExtensionPoint point) {
        return switch (point) {
            case PRE_ENQUEUE -> 26;
            case PLACEMENT_GENERATE, PLACEMENT_SCORE -> 36;
            case POD_GROUP_POST_FILTER -> 37;
            default -> 25;
        };
    }

    /** The names of all of them. */
    public Set<String> names() {
        return plugins.keySet();
    }

    /** Whether there is a plugin of that name. */
    public boolean has(String plugin) {
        return plugins.containsKey(plugin);
    }

    /** The extension points it implements; none if it does not exist. */
    public Set<ExtensionPoint> points(String plugin) {
        return plugins.getOrDefault(plugin, Set.of());
    }

    /** The last minor version of Kubernetes that has a plugin which this one no longer has. */
    public Optional<KubernetesVersion> removedAfter(String plugin) {
        return IN_TREE.stream()
                .map(line -> line.split(" "))
                .filter(words -> words[0].equals(plugin) && Integer.parseInt(words[2]) < version.minor())
                .map(words -> new KubernetesVersion(Integer.parseInt(words[2])))
                .findFirst();
    }

    /** The first minor version of Kubernetes that has a plugin which this one does not have yet. */
    public Optional<KubernetesVersion> addedIn(String plugin) {
        return IN_TREE.stream()
                .map(line -> line.split(" "))
                .filter(words -> words[0].equals(plugin) && Integer.parseInt(words[1]) > version.minor())
                .map(words -> new KubernetesVersion(Integer.parseInt(words[1])))
                .findFirst();
    }

    /** The MultiPoint plugins of a profile that says nothing, in v1 and v1beta3. */
    public List<Plugin> defaults(ApiVersion api) {
        List<Plugin> list = new ArrayList<>();
        if (version.atLeast(30)) {
            list.add(new Plugin("SchedulingGates", 0));
        }
        list.add(new Plugin("PrioritySort", 0));
        list.add(new Plugin(version.atLeast(37) ? "NodeName" : "NodeUnschedulable", 0));
        list.add(new Plugin(version.atLeast(37) ? "NodeUnschedulable" : "NodeName", 0));
        list.add(new Plugin("TaintToleration", 3));
        list.add(new Plugin("NodeAffinity", 2));
        list.add(new Plugin("NodePorts", 0));
        list.add(new Plugin("NodeResourcesFit", 1));
        list.add(new Plugin("VolumeRestrictions", 0));
        if (!version.atLeast(31)) {
            list.add(new Plugin("EBSLimits", 0));
            list.add(new Plugin("GCEPDLimits", 0));
        }
        list.add(new Plugin("NodeVolumeLimits", 0));
        if (!version.atLeast(31)) {
            list.add(new Plugin("AzureDiskLimits", 0));
        }
        list.add(new Plugin("VolumeBinding", 0));
        list.add(new Plugin("VolumeZone", 0));
        list.add(new Plugin("PodTopologySpread", 2));
        list.add(new Plugin("InterPodAffinity", 2));
        if (version.atLeast(34) && api == ApiVersion.V1) {
            list.add(new Plugin("DynamicResources", version.atLeast(35) ? 2 : 0));
        }
        list.add(new Plugin("DefaultPreemption", 0));
        list.add(new Plugin("NodeResourcesBalancedAllocation", 1));
        list.add(new Plugin("ImageLocality", 1));
        list.add(new Plugin("DefaultBinder", 0));
        if (version.minor() >= 27 && version.minor() < 30) {
            list.add(new Plugin("SchedulingGates", 0));
        }
        if (version.atLeast(36)) {
            list.add(new Plugin("NodeDeclaredFeatures", 0));
        }
        return list;
    }

    /** The plugins of a v1beta2 profile that says nothing, which had no MultiPoint yet. */
    public Map<ExtensionPoint, List<Plugin>> v1beta2Defaults() {
        Map<ExtensionPoint, List<Plugin>> sets = new LinkedHashMap<>();
        boolean from27 = version.atLeast(27);
        if (from27) {
            sets.put(ExtensionPoint.PRE_ENQUEUE, plugins("SchedulingGates"));
        }
        sets.put(ExtensionPoint.QUEUE_SORT, plugins("PrioritySort"));
        String zone = from27 ? "VolumeZone " : "";
        sets.put(
                ExtensionPoint.PRE_FILTER,
                plugins(
                        "NodeResourcesFit NodePorts VolumeRestrictions PodTopologySpread InterPodAffinity VolumeBinding "
                                + zone + "NodeAffinity"));
        sets.put(
                ExtensionPoint.FILTER,
                plugins(
                        "NodeUnschedulable NodeName TaintToleration NodeAffinity NodePorts NodeResourcesFit VolumeRestrictions EBSLimits"
                                + " GCEPDLimits NodeVolumeLimits AzureDiskLimits VolumeBinding VolumeZone PodTopologySpread InterPodAffinity"));
        sets.put(ExtensionPoint.POST_FILTER, plugins("DefaultPreemption"));
        String resources = from27 ? " NodeResourcesFit NodeResourcesBalancedAllocation" : "";
        sets.put(
                ExtensionPoint.PRE_SCORE,
                plugins("InterPodAffinity PodTopologySpread TaintToleration NodeAffinity" + resources));
        sets.put(
                ExtensionPoint.SCORE,
                List.of(
                        new Plugin("NodeResourcesBalancedAllocation", 1),
                        new Plugin("ImageLocality", 1),
                        new Plugin("InterPodAffinity", 1),
                        new Plugin("NodeResourcesFit", 1),
                        new Plugin("NodeAffinity", 1),
                        new Plugin("PodTopologySpread", 2),
                        new Plugin("TaintToleration", 1)));
        sets.put(ExtensionPoint.RESERVE, plugins("VolumeBinding"));
        sets.put(ExtensionPoint.PRE_BIND, plugins("VolumeBinding"));
        sets.put(ExtensionPoint.BIND, plugins("DefaultBinder"));
        return sets;
    }

    private static List<Plugin> plugins(String names) {
        return Arrays.stream(names.split(" ")).map(name -> new Plugin(name, 0)).toList();
    }

    /** Plugins that validation refuses by name although, or because, nothing of that name runs any more. */
    public Set<String> invalid(ApiVersion api) {
        if (api != ApiVersion.V1) {
            return Set.of();
        }
        if (version.atLeast(31)) {
            return Set.of("AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits");
        }
        return version.atLeast(29) ? Set.of() : Set.of("SelectorSpread");
    }
}
