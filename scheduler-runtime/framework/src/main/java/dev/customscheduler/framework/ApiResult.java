package dev.customscheduler.framework;

/**
 * How a write to the cluster ended.
 *
 * @param outcome the kind of ending
 * @param message what the API server said, empty for {@link Outcome#OK}
 */
public record ApiResult(Outcome outcome, String message) {

    /** Kinds of endings. */
    public enum Outcome {
        /** Done. */
        OK,
        /** The object is not there (any more), or is another one of the same name. */
        NOT_FOUND,
        /** The object's state does not allow it: assigned already, deleting, gated. */
        CONFLICT,
        /** Refused for lack of permission, or as invalid. */
        REFUSED,
        /** The API server did not answer, or failed. */
        UNAVAILABLE
    }

    private static final ApiResult DONE = new ApiResult(Outcome.OK, "");

    /** Done. */
    public static ApiResult ok() {
        return DONE;
    }

    /** Whether it is done. */
    public boolean isOk() {
        return outcome == Outcome.OK;
    }
}
