package dev.customscheduler.operator.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns verdicts into the conditions of a resource, with the conditions before as their only memory. */
final class Conditions {
    /** The API's bound for a message. */
    private static final int MESSAGE_LIMIT = 32_768;

    private Conditions() {}

    /**
     * The conditions to write, in the order of {@link ConditionType}; a condition of another type is kept as it is.
     *
     * @param previous the conditions before
     * @param verdicts one for each type
     * @param generation the generation of the spec that was judged
     * @param now the time of a change; only a condition whose status flips takes it
     */
    static List<Condition> merge(
            @Nullable List<Condition> previous, Map<ConditionType, Verdict> verdicts, long generation, Instant now) {
        var before = previous == null ? List.<Condition>of() : previous;
        var merged = new ArrayList<Condition>();
        for (var type : ConditionType.values()) {
            var verdict = Objects.requireNonNull(verdicts.get(type), type::type);
            String since = before.stream()
                    .filter(c -> type.type().equals(c.getType())
                            && verdict.status().name().equals(c.getStatus())
                            && c.getLastTransitionTime() != null)
                    .findFirst()
                    .map(Condition::getLastTransitionTime)
                    .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
            merged.add(new ConditionBuilder()
                    .withType(type.type())
                    .withStatus(verdict.status().name())
                    .withReason(verdict.reason().name())
                    .withMessage(shorten(verdict.message()))
                    .withObservedGeneration(generation)
                    .withLastTransitionTime(since)
                    .build());
        }
        before.stream().filter(c -> !ours(c)).forEach(merged::add);
        return merged;
    }

    private static boolean ours(Condition condition) {
        for (var type : ConditionType.values()) {
            if (type.type().equals(condition.getType())) {
                return true;
            }
        }
        return false;
    }

    private static String shorten(String message) {
        return message.length() <= MESSAGE_LIMIT ? message : message.substring(0, MESSAGE_LIMIT - 3) + "...";
    }
}
