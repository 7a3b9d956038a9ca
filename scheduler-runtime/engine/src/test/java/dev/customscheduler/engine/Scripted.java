package dev.customscheduler.engine;

import dev.customscheduler.config.EffectivePlugin;
import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.framework.BindPlugin;
import dev.customscheduler.framework.Code;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.FilterPlugin;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PermitPlugin;
import dev.customscheduler.framework.PermitResult;
import dev.customscheduler.framework.PostBindPlugin;
import dev.customscheduler.framework.PreBindPlugin;
import dev.customscheduler.framework.PreFilterExtensions;
import dev.customscheduler.framework.PreFilterPlugin;
import dev.customscheduler.framework.PreFilterResult;
import dev.customscheduler.framework.PreScorePlugin;
import dev.customscheduler.framework.ReservePlugin;
import dev.customscheduler.framework.ScorePlugin;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A plugin for all extension points that says what a test told it to: Success where it was told nothing, Skip for Bind.
 * It writes each call, as in {@code A.Reserve}, into a list that several share.
 */
final class Scripted
        implements PreFilterPlugin,
                FilterPlugin,
                PreScorePlugin,
                ScorePlugin,
                ReservePlugin,
                PermitPlugin,
                PreBindPlugin,
                BindPlugin,
                PostBindPlugin,
                PreFilterExtensions {
    private static final List<ExtensionPoint> POINTS = List.of(
            ExtensionPoint.PRE_FILTER,
            ExtensionPoint.FILTER,
            ExtensionPoint.PRE_SCORE,
            ExtensionPoint.SCORE,
            ExtensionPoint.RESERVE,
            ExtensionPoint.PERMIT,
            ExtensionPoint.PRE_BIND,
            ExtensionPoint.BIND,
            ExtensionPoint.POST_BIND);

    private final String name;
    private final List<String> calls;
    private final Map<String, Status> says = new ConcurrentHashMap<>();
    private volatile @Nullable Set<String> nodes;
    private volatile Duration timeout = Duration.ofHours(1);
    private volatile long score;

    Scripted(String name, List<String> calls) {
        this.name = name;
        this.calls = calls;
    }

    /**
     * A profile of these plugins at all points, before whatever {@code more} has, with PrioritySort and DefaultBinder.
     */
    static EffectiveProfile profile(List<Scripted> plugins, Map<ExtensionPoint, String> more) {
        Map<ExtensionPoint, List<EffectivePlugin>> points = new EnumMap<>(ExtensionPoint.class);
        for (ExtensionPoint point : POINTS) {
            List<EffectivePlugin> all = new ArrayList<>();
            plugins.forEach(plugin -> all.add(new EffectivePlugin(plugin.name, 1)));
            points.put(point, all);
        }
        points.computeIfAbsent(ExtensionPoint.BIND, point -> new ArrayList<>())
                .add(new EffectivePlugin("DefaultBinder", 0));
        points.put(ExtensionPoint.QUEUE_SORT, List.of(new EffectivePlugin("PrioritySort", 0)));
        more.forEach((point, plugin) ->
                points.computeIfAbsent(point, p -> new ArrayList<>()).add(new EffectivePlugin(plugin, 1)));
        return new EffectiveProfile("default-scheduler", OptionalInt.empty(), points, Map.of());
    }

    static PluginRegistry registry(List<Scripted> plugins) {
        PluginRegistry registry = PluginRegistry.builtIn();
        for (Scripted plugin : plugins) {
            registry = registry.with(plugin.name, (args, context) -> plugin);
        }
        return registry;
    }

    Scripted says(String point, Status status) {
        says.put(point, status);
        return this;
    }

    Scripted only(String... names) {
        nodes = Set.of(names);
        return this;
    }

    Scripted waits(Duration atMost) {
        timeout = atMost;
        return says("Permit", Status.of(Code.Wait, name));
    }

    Scripted scores(long value) {
        score = value;
        return this;
    }

    private Status at(String point, Status otherwise) {
        calls.add(name + "." + point);
        Status status = says.getOrDefault(point, otherwise);
        if (status.cause() instanceof IllegalStateException thrown) {
            throw thrown;
        }
        return status;
    }

    private Status at(String point) {
        return at(point, Status.success());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public PreFilterResult preFilter(CycleState state, Pod pod, List<NodeInfo> all) {
        Status status = at("PreFilter");
        return status.isSuccess() ? new PreFilterResult(status, nodes) : PreFilterResult.of(status);
    }

    @Override
    public PreFilterExtensions preFilterExtensions() {
        return this;
    }

    @Override
    public Status addPod(CycleState state, Pod pod, Pod added, NodeInfo node) {
        return at("AddPod");
    }

    @Override
    public Status removePod(CycleState state, Pod pod, Pod removed, NodeInfo node) {
        return at("RemovePod");
    }

    @Override
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        return at("Filter");
    }

    @Override
    public Status preScore(CycleState state, Pod pod, List<NodeInfo> all) {
        return at("PreScore");
    }

    @Override
    public long score(CycleState state, Pod pod, NodeInfo node) {
        at("Score");
        return score;
    }

    @Override
    public Status reserve(CycleState state, Pod pod, String node) {
        return at("Reserve");
    }

    @Override
    public void unreserve(CycleState state, Pod pod, String node) {
        at("Unreserve");
    }

    @Override
    public PermitResult permit(CycleState state, Pod pod, String node) {
        return new PermitResult(at("Permit"), timeout);
    }

    @Override
    public Status preBindPreFlight(CycleState state, Pod pod, String node) {
        return at("PreBindPreFlight");
    }

    @Override
    public Status preBind(CycleState state, Pod pod, String node) {
        return at("PreBind");
    }

    @Override
    public Status bind(CycleState state, Pod pod, String node) {
        return at("Bind", Status.skip());
    }

    @Override
    public void postBind(CycleState state, Pod pod, String node) {
        at("PostBind");
    }
}
