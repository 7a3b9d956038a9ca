package dev.customscheduler.config;

import org.jspecify.annotations.Nullable;

/**
 * The extension points of a profile, in the order in which kube-scheduler's {@code Plugins} lists them.
 * {@link #MULTI_POINT} is no point of its own: its plugins spread over all the others.
 */
public enum ExtensionPoint {
    PRE_ENQUEUE("preEnqueue", "PreEnqueuePlugin"),
    QUEUE_SORT("queueSort", "QueueSortPlugin"),
    PRE_FILTER("preFilter", "PreFilterPlugin"),
    FILTER("filter", "FilterPlugin"),
    POST_FILTER("postFilter", "PostFilterPlugin"),
    PRE_SCORE("preScore", "PreScorePlugin"),
    SCORE("score", "ScorePlugin"),
    RESERVE("reserve", "ReservePlugin"),
    PERMIT("permit", "PermitPlugin"),
    PRE_BIND("preBind", "PreBindPlugin"),
    BIND("bind", "BindPlugin"),
    POST_BIND("postBind", "PostBindPlugin"),
    PLACEMENT_GENERATE("placementGenerate", "PlacementGeneratePlugin"),
    PLACEMENT_SCORE("placementScore", "PlacementScorePlugin"),
    POD_GROUP_POST_FILTER("podGroupPostFilter", "PodGroupPostFilterPlugin"),
    MULTI_POINT("multiPoint", "");

    private final String field;
    private final String pluginType;

    ExtensionPoint(String field, String pluginType) {
        this.field = field;
        this.pluginType = pluginType;
    }

    /** The field of {@code profiles[].plugins}, such as {@code preFilter}. */
    public String field() {
        return field;
    }

    /**
     * Upstream's name of what a plugin at this point is, such as {@code PreFilterPlugin}; empty for
     * {@link #MULTI_POINT}.
     */
    public String pluginType() {
        return pluginType;
    }

    /** The point whose field has that name, or null. */
    public static @Nullable ExtensionPoint ofField(String field) {
        for (ExtensionPoint point : values()) {
            if (point.field.equals(field)) {
                return point;
            }
        }
        return null;
    }
}
