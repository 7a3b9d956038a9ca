package dev.customscheduler.runtime.contest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.runtime.testing.Comparison.Seen;
import dev.customscheduler.runtime.testing.Contender;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The two contenders. What is seen of the real one is what is expected of the other. */
record Contest(Contender real, Contender tested) implements AutoCloseable {

    /** Has both do it. */
    void both(Consumer<Contender> step) {
        step.accept(real);
        step.accept(tested);
    }

    /** Waits until the condition holds of both. */
    void await(String what, Predicate<Contender> condition) {
        both(contender -> contender.await(what, () -> condition.test(contender)));
    }

    /** Both have the same to show of the pods whose names match. Gives what that is. */
    SortedMap<String, Seen> same(String stage, String pods) {
        return same(stage, pods, UnaryOperator.identity());
    }

    /** The same, but only of that part of it which does not depend on time. */
    SortedMap<String, Seen> same(String stage, String pods, UnaryOperator<Seen> part) {
        SortedMap<String, Seen> expected = look(real, pods, part);
        expected.forEach((pod, seen) -> System.out.println(stage + ": " + pod + " " + seen));
        assertThat(expected).as(stage).isNotEmpty();
        SortedMap<String, Seen> actual = look(tested, pods, part);
        expected.forEach((pod, seen) ->
                assertThat(actual.get(pod)).as(stage + ": " + pod).isEqualTo(seen));
        assertThat(actual).as(stage).hasSameSizeAs(expected);
        return expected;
    }

    private static SortedMap<String, Seen> look(Contender contender, String pods, UnaryOperator<Seen> part) {
        SortedMap<String, Seen> all = contender.look(pods);
        all.replaceAll((pod, seen) -> part.apply(seen));
        return all;
    }

    /** What is seen but for the events of attempts that failed. */
    static Seen withoutFailures(Seen seen) {
        return new Seen(
                seen.node(),
                seen.nominated(),
                seen.conditions(),
                seen.events().stream()
                        .filter(event -> !event.contains("FailedScheduling"))
                        .toList());
    }

    /** What is seen but for the nominated node. */
    static Seen withoutNomination(Seen seen) {
        return new Seen(seen.node(), "", seen.conditions(), seen.events());
    }

    /** Both have the same value of a sample, and it is the expected one. */
    void same(String family, String labels, double expected) {
        both(contender -> assertThat(contender.metric(family, labels))
                .as(contender.who() + " " + family + " " + labels)
                .isEqualTo(expected));
    }

    @Override
    public void close() {
        try (tested) {
            real.close();
        }
    }
}
