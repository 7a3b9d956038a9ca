package dev.customscheduler.framework.model;

/**
 * A toleration of a pod.
 *
 * @param key the taint's key; empty with {@code Exists} for all keys
 * @param operator {@code Equal} (also when empty) or {@code Exists}
 * @param value the taint's value for {@code Equal}
 * @param effect the taint's effect; empty for all
 */
public record Toleration(String key, String operator, String value, String effect) {

    /** Whether {@code taint} is tolerated. */
    public boolean tolerates(Taint taint) {
        if (!effect.isEmpty() && !effect.equals(taint.effect())) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(taint.key())) {
            return false;
        }
        return switch (operator) {
            case "", "Equal" -> value.equals(taint.value());
            case "Exists" -> true;
            default -> false;
        };
    }
}
