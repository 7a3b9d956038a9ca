package dev.customscheduler.engine.profile;

import dev.customscheduler.config.EffectivePlugin;
import dev.customscheduler.config.EffectiveProfile;
import dev.customscheduler.config.ExtensionPoint;
import dev.customscheduler.engine.extender.Extenders;
import dev.customscheduler.framework.BindPlugin;
import dev.customscheduler.framework.ClusterEventWithHint;
import dev.customscheduler.framework.EnqueueExtensions;
import dev.customscheduler.framework.FilterPlugin;
import dev.customscheduler.framework.PermitPlugin;
import dev.customscheduler.framework.Plugin;
import dev.customscheduler.framework.PostBindPlugin;
import dev.customscheduler.framework.PostFilterPlugin;
import dev.customscheduler.framework.PreBindPlugin;
import dev.customscheduler.framework.PreEnqueuePlugin;
import dev.customscheduler.framework.PreFilterPlugin;
import dev.customscheduler.framework.PreScorePlugin;
import dev.customscheduler.framework.QueueSortPlugin;
import dev.customscheduler.framework.ReservePlugin;
import dev.customscheduler.framework.ScorePlugin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Makes the plugins of an effective profile and puts them in their places. */
public final class ProfileBuilder {
    /** No default profile has it, but a pod of a group must not be placed as if it were alone. */
    private static final String GANGS = "GangScheduling";

    private final EffectiveProfile profile;
    private final PluginRegistry registry;
    private final PluginContext context;
    private final Map<String, Plugin> plugins = new LinkedHashMap<>();
    private final Set<String> missing = new TreeSet<>();

    private ProfileBuilder(EffectiveProfile profile, PluginRegistry registry, PluginContext context) {
        this.profile = profile;
        this.registry = registry;
        this.context = context;
    }

    /**
     * Makes the profile.
     *
     * @throws IllegalArgumentException where nobody knows a plugin, where a plugin does not serve its extension point,
     *     or where there is not exactly one QueueSort and at least one Bind plugin; the message is for users
     */
    public static Profile build(EffectiveProfile profile, PluginRegistry registry, PluginContext context) {
        return new ProfileBuilder(profile, registry, context).build();
    }

    private Profile build() {
        List<QueueSortPlugin> queueSort = at(ExtensionPoint.QUEUE_SORT, QueueSortPlugin.class);
        if (queueSort.size() != 1) {
            throw new IllegalArgumentException("only one queue sort plugin required for profile with scheduler name \""
                    + profile.schedulerName() + "\", but got " + queueSort.size());
        }
        List<PreFilterPlugin> preFilter = at(ExtensionPoint.PRE_FILTER, PreFilterPlugin.class);
        List<FilterPlugin> filter = at(ExtensionPoint.FILTER, FilterPlugin.class);
        List<PreScorePlugin> preScore = at(ExtensionPoint.PRE_SCORE, PreScorePlugin.class);
        List<PostFilterPlugin> postFilter = at(ExtensionPoint.POST_FILTER, PostFilterPlugin.class);
        List<PreEnqueuePlugin> preEnqueue = at(ExtensionPoint.PRE_ENQUEUE, PreEnqueuePlugin.class);
        List<ReservePlugin> reserve = at(ExtensionPoint.RESERVE, ReservePlugin.class);
        List<PermitPlugin> permit = at(ExtensionPoint.PERMIT, PermitPlugin.class);
        List<PreBindPlugin> preBind = at(ExtensionPoint.PRE_BIND, PreBindPlugin.class);
        List<BindPlugin> bind = at(ExtensionPoint.BIND, BindPlugin.class);
        List<PostBindPlugin> postBind = at(ExtensionPoint.POST_BIND, PostBindPlugin.class);
        if (bind.isEmpty()) {
            throw new IllegalArgumentException("at least one bind plugin is needed for profile with scheduler name \""
                    + profile.schedulerName() + "\"");
        }
        List<ScorePlugin> score = new ArrayList<>();
        List<Integer> weights = new ArrayList<>();
        for (EffectivePlugin p : profile.at(ExtensionPoint.SCORE)) {
            if (!isMissing(p.name())) {
                score.add(cast(plugin(p.name()), ScorePlugin.class, ExtensionPoint.SCORE));
                weights.add(p.weight() == 0 ? 1 : p.weight());
            }
        }
        return new Profile(
                profile.schedulerName(),
                profile.percentageOfNodesToScore().orElse(-1),
                preEnqueue,
                queueSort.getFirst(),
                withGuards(preFilter),
                filter,
                postFilter,
                preScore,
                List.copyOf(score),
                List.copyOf(weights),
                reserve,
                permit,
                preBind,
                bind,
                postBind,
                Map.copyOf(plugins),
                events(),
                Set.copyOf(missing));
    }

    /**
     * Puts a guard for each missing plugin before all other PreFilter plugins, so that its message is the one that
     * users see.
     */
    private List<PreFilterPlugin> withGuards(List<PreFilterPlugin> preFilter) {
        List<PreFilterPlugin> all = new ArrayList<>();
        Set<String> names = new TreeSet<>(profile.plugins());
        boolean gangs = names.contains(GANGS);
        names.add(GANGS);
        for (String name : names) {
            PodNeed need = registry.need(name);
            if (need != null && isMissing(name)) {
                MissingPlugin guard = new MissingPlugin(name, need);
                if (gangs || !name.equals(GANGS)) {
                    missing.add(name);
                }
                plugins.put(name, guard);
                all.add(guard);
            }
        }
        all.addAll(preFilter);
        return List.copyOf(all);
    }

    private boolean isMissing(String name) {
        return registry.factory(name) == null && registry.need(name) != null;
    }

    private <T extends Plugin> List<T> at(ExtensionPoint point, Class<T> type) {
        List<T> all = new ArrayList<>();
        for (EffectivePlugin p : profile.at(point)) {
            if (!isMissing(p.name())) {
                all.add(cast(plugin(p.name()), type, point));
            }
        }
        return List.copyOf(all);
    }

    private static <T extends Plugin> T cast(Plugin plugin, Class<T> type, ExtensionPoint point) {
        if (!type.isInstance(plugin)) {
            throw new IllegalArgumentException(
                    "plugin \"" + plugin.name() + "\" does not extend " + point.pluginType() + " plugin");
        }
        return type.cast(plugin);
    }

    private Plugin plugin(String name) {
        Plugin known = plugins.get(name);
        if (known == null) {
            PluginFactory factory = registry.factory(name);
            if (factory == null) {
                throw new IllegalArgumentException("plugin \"" + name + "\" does not exist");
            }
            known = factory.create(profile.args(name), context);
            plugins.put(name, known);
        }
        return known;
    }

    private static boolean mayReject(Plugin p) {
        return p instanceof PreEnqueuePlugin
                || p instanceof PreFilterPlugin
                || p instanceof FilterPlugin
                || p instanceof ReservePlugin
                || p instanceof PermitPlugin;
    }

    private Map<String, List<ClusterEventWithHint>> events() {
        Map<String, List<ClusterEventWithHint>> all = new HashMap<>();
        for (Plugin p : plugins.values()) {
            if (p instanceof EnqueueExtensions e) {
                all.put(p.name(), List.copyOf(e.eventsToRegister()));
            } else if (mayReject(p)) {
                all.put(p.name(), ClusterEventWithHint.EVERYTHING);
            }
        }
        if (!context.extenders().isEmpty()) {
            all.put(Extenders.PLUGIN, ClusterEventWithHint.EVERYTHING);
        }
        return Map.copyOf(all);
    }
}
