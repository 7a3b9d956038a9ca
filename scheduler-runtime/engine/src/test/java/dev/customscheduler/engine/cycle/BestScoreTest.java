package dev.customscheduler.engine.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The winners that kube-scheduler's heap gives, observed on the real one. */
class BestScoreTest {

    @ParameterizedTest
    @CsvSource({"5 7 9 9, 3", "1 2 9 9 9, 3", "4 4 4 4 4 4, 0", "7, 0", "1 3 2, 1"})
    void theHeapsRootWins(String scores, int winner) {
        String[] parts = scores.split(" ");
        long[] all = new long[parts.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = Long.parseLong(parts[i]);
        }
        assertThat(BestScore.winner(all, new int[all.length], all.length)).isEqualTo(winner);
    }

    @ParameterizedTest
    @CsvSource({"0, 99, 99", "0, 1000, 420", "0, 5000, 500", "10, 250, 100", "10, 1200, 120", "100, 5000, 5000"})
    void theSearchEndsAfterEnoughNodes(int percentage, int nodes, int wanted) {
        assertThat(NodesToFind.of(percentage, nodes)).isEqualTo(wanted);
    }
}
