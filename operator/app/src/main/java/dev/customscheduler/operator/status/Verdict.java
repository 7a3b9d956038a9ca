package dev.customscheduler.operator.status;

/**
 * The state of one condition.
 *
 * @param status True, False or Unknown
 * @param reason why
 * @param message the same for people; may be empty
 */
public record Verdict(Status status, Reason reason, String message) {
    /** A condition's three values. */
    public enum Status {
        /** It holds. */
        True,
        /** It does not hold. */
        False,
        /** It was not looked at. */
        Unknown
    }

    /**
     * It holds.
     *
     * @param reason why
     * @param message the same for people
     * @return the verdict
     */
    public static Verdict yes(Reason reason, String message) {
        return new Verdict(Status.True, reason, message);
    }

    /**
     * It does not hold.
     *
     * @param reason why
     * @param message the same for people
     * @return the verdict
     */
    public static Verdict no(Reason reason, String message) {
        return new Verdict(Status.False, reason, message);
    }

    /**
     * It was not looked at.
     *
     * @param message why not
     * @return the verdict
     */
    public static Verdict unknown(String message) {
        return new Verdict(Status.Unknown, Reason.NotChecked, message);
    }

    /**
     * Whether it holds.
     *
     * @return true for True
     */
    public boolean holds() {
        return status == Status.True;
    }
}
