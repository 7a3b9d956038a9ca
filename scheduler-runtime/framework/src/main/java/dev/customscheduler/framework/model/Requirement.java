package dev.customscheduler.framework.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One condition on a label: {@code key operator values}.
 *
 * @param key the label's key
 * @param operator how the label is compared
 * @param values what it is compared with; one integer for Gt and Lt, none for Exists and DoesNotExist
 */
public record Requirement(String key, Operator operator, List<String> values) {

    /** Kubernetes' own operators of label and node selectors. */
    public enum Operator {
        /** The label has one of the values. */
        In,
        /** The label is absent or has none of the values. */
        NotIn,
        /** The label is present. */
        Exists,
        /** The label is absent. */
        DoesNotExist,
        /** The label is an integer above the value. */
        Gt,
        /** The label is an integer below the value. */
        Lt
    }

    /** Whether labels satisfy the condition. */
    public boolean matches(Labels labels) {
        return matchesValue(labels.get(key));
    }

    /** Whether the label's value satisfies the condition; null stands for a label that is absent. */
    public boolean matchesValue(@Nullable String value) {
        return switch (operator) {
            case In -> value != null && contains(value);
            case NotIn -> value == null || !contains(value);
            case Exists -> value != null;
            case DoesNotExist -> value == null;
            case Gt -> value != null && compare(value) > 0;
            case Lt -> value != null && compare(value) < 0;
        };
    }

    private boolean contains(String value) {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).equals(value)) {
                return true;
            }
        }
        return false;
    }

    /** Compares as integers; what is not an integer compares as equal, which satisfies neither Gt nor Lt. */
    private int compare(String value) {
        try {
            return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
        } catch (NumberFormatException notAnInteger) {
            return 0;
        }
    }
}
