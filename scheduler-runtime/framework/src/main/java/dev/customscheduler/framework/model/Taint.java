package dev.customscheduler.framework.model;

/**
 * A taint of a node.
 *
 * @param key the key
 * @param value the value, maybe empty
 * @param effect {@link #NO_SCHEDULE}, {@link #PREFER_NO_SCHEDULE} or {@link #NO_EXECUTE}
 */
public record Taint(String key, String value, String effect) {
    /** No new pod without a toleration. */
    public static final String NO_SCHEDULE = "NoSchedule";
    /** Better no new pod without a toleration. */
    public static final String PREFER_NO_SCHEDULE = "PreferNoSchedule";
    /** No pod without a toleration, running ones neither. */
    public static final String NO_EXECUTE = "NoExecute";

    /** Whether the taint keeps intolerant pods off the node. */
    public boolean repels() {
        return effect.equals(NO_SCHEDULE) || effect.equals(NO_EXECUTE);
    }
}
