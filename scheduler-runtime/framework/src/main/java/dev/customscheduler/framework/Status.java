package dev.customscheduler.framework;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a plugin's call: a code, the reasons that users read, and the plugin that gave it. Immutable. Filters
 * are called for every node, so a plugin makes its statuses once and returns the same instances.
 */
public final class Status {
    private static final Status SUCCESS = new Status(Code.Success, List.of(), "", null);
    private static final Status SKIP = new Status(Code.Skip, List.of(), "", null);

    private final Code code;
    private final List<String> reasons;
    private final String plugin;
    private final @Nullable Throwable cause;

    private Status(Code code, List<String> reasons, String plugin, @Nullable Throwable cause) {
        this.code = code;
        this.reasons = reasons;
        this.plugin = plugin;
        this.cause = cause;
    }

    /** The pod may go on. */
    public static Status success() {
        return SUCCESS;
    }

    /** The plugin has nothing to say. */
    public static Status skip() {
        return SKIP;
    }

    /**
     * A status of {@code code}.
     *
     * @param plugin the name of the plugin, or the empty string, for which the framework then puts the name
     */
    public static Status of(Code code, String plugin, String... reasons) {
        return new Status(code, List.of(reasons), plugin, null);
    }

    /** Does not fit now. */
    public static Status unschedulable(String plugin, String... reasons) {
        return of(Code.Unschedulable, plugin, reasons);
    }

    /** Does not fit, and evicting pods does not help. */
    public static Status unresolvable(String plugin, String... reasons) {
        return of(Code.UnschedulableAndUnresolvable, plugin, reasons);
    }

    /** A failure. */
    public static Status error(String plugin, String message) {
        return of(Code.Error, plugin, message);
    }

    /** A failure with the exception that caused it. */
    public static Status error(String plugin, Throwable cause) {
        String message = cause.getMessage();
        return new Status(Code.Error, List.of(message == null ? cause.toString() : message), plugin, cause);
    }

    /** The code. */
    public Code code() {
        return code;
    }

    /** The reasons, each a short text that is counted over the nodes. */
    public List<String> reasons() {
        return reasons;
    }

    /** The plugin that gave the status, empty if nobody said. */
    public String plugin() {
        return plugin;
    }

    /** The exception behind an {@link Code#Error}, or null. */
    public @Nullable Throwable cause() {
        return cause;
    }

    /** This status in the name of {@code name}. */
    public Status withPlugin(String name) {
        return plugin.equals(name) || this == SUCCESS ? this : new Status(code, reasons, name, cause);
    }

    /** Whether the pod may go on. */
    public boolean isSuccess() {
        return code == Code.Success;
    }

    /** Whether the plugin has nothing to say. */
    public boolean isSkip() {
        return code == Code.Skip;
    }

    /** Whether a Permit plugin wants the pod to wait. */
    public boolean isWait() {
        return code == Code.Wait;
    }

    /** Whether the pod does not fit: not a failure, but an answer. */
    public boolean isRejected() {
        return code == Code.Unschedulable || code == Code.UnschedulableAndUnresolvable || code == Code.Pending;
    }

    /** The reasons as one text. */
    public String message() {
        return String.join(", ", reasons);
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof Status s
                && code == s.code
                && reasons.equals(s.reasons)
                && plugin.equals(s.plugin)
                && cause == s.cause;
    }

    @Override
    public int hashCode() {
        return Objects.hash(code, reasons, plugin);
    }

    @Override
    public String toString() {
        return code + (plugin.isEmpty() ? "" : " by " + plugin) + (reasons.isEmpty() ? "" : ": " + message());
    }
}
