package dev.customscheduler.engine.parity;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Seeded chance; seeds that follow one another have nothing in common. */
final class Dice {
    private final SplittableRandom random;

    Dice(long seed) {
        random = new SplittableRandom(seed);
    }

    boolean chance(double p) {
        return random.nextDouble() < p;
    }

    /** Between {@code low} and {@code high}, both included. */
    int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** So many different ones of {@code choices}, at most all. */
    <T> List<T> some(int count, List<T> choices) {
        List<T> left = new ArrayList<>(choices);
        List<T> taken = new ArrayList<>();
        while (taken.size() < count && !left.isEmpty()) {
            taken.add(left.remove(random.nextInt(left.size())));
        }
        return taken;
    }
}
