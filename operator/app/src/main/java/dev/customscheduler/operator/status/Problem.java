package dev.customscheduler.operator.status;

/**
 * Something that keeps a scheduler from being as declared.
 *
 * @param reason which of the fixed reasons
 * @param needsChange whether it stays until somebody changes something; otherwise the operator tries again and it may
 *     pass by itself
 * @param message what is wrong, where, and what to do
 */
public record Problem(Reason reason, boolean needsChange, String message) {
    /**
     * A problem that stays until somebody changes something.
     *
     * @param reason which of the fixed reasons
     * @param message what is wrong, where, and what to do
     * @return the problem
     */
    public static Problem stalled(Reason reason, String message) {
        return new Problem(reason, true, message);
    }

    /**
     * A problem that may pass by itself.
     *
     * @param reason which of the fixed reasons
     * @param message what is wrong and what is awaited
     * @return the problem
     */
    public static Problem passing(Reason reason, String message) {
        return new Problem(reason, false, message);
    }
}
