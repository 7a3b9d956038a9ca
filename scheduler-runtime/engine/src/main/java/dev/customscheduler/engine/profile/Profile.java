package dev.customscheduler.engine.profile;

import dev.customscheduler.framework.BindPlugin;
import dev.customscheduler.framework.ClusterEventWithHint;
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
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A profile as it runs: its plugins by extension point, in order. One instance of a plugin serves all its points.
 *
 * @param name the scheduler name
 * @param percentageOfNodesToScore the profile's own percentage, or -1
 * @param preEnqueue the PreEnqueue plugins
 * @param queueSort the QueueSort plugin
 * @param preFilter the PreFilter plugins
 * @param filter the Filter plugins
 * @param postFilter the PostFilter plugins
 * @param preScore the PreScore plugins
 * @param score the Score plugins
 * @param weights the weight of each Score plugin
 * @param reserve the Reserve plugins
 * @param permit the Permit plugins
 * @param preBind the PreBind plugins
 * @param bind the Bind plugins
 * @param postBind the PostBind plugins
 * @param plugins all plugins by name
 * @param events which events each plugin asks to be woken by; one that does not say wants everything
 * @param missing the default plugins that the profile names and that are not built in
 */
public record Profile(
        String name,
        int percentageOfNodesToScore,
        List<PreEnqueuePlugin> preEnqueue,
        QueueSortPlugin queueSort,
        List<PreFilterPlugin> preFilter,
        List<FilterPlugin> filter,
        List<PostFilterPlugin> postFilter,
        List<PreScorePlugin> preScore,
        List<ScorePlugin> score,
        List<Integer> weights,
        List<ReservePlugin> reserve,
        List<PermitPlugin> permit,
        List<PreBindPlugin> preBind,
        List<BindPlugin> bind,
        List<PostBindPlugin> postBind,
        Map<String, Plugin> plugins,
        Map<String, List<ClusterEventWithHint>> events,
        Set<String> missing) {}
