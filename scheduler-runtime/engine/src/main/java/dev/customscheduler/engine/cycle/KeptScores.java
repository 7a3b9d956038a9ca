package dev.customscheduler.engine.cycle;

import dev.customscheduler.engine.attempts.AttemptLog;
import dev.customscheduler.engine.attempts.ScoreTable;
import dev.customscheduler.engine.profile.Profile;
import dev.customscheduler.framework.NodeInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes from one attempt's scores those of the best nodes, so that what is kept does not grow with the cluster. */
final class KeptScores {
    /** Of how many nodes scores are kept. */
    static final int MOST = AttemptLog.BEST;

    private KeptScores() {}

    static ScoreTable of(Profile profile, NodeInfo[] nodes, long[] @Nullable [] byPlugin, long[] totals, int winner) {
        int[] best = best(nodes.length, totals, winner);
        List<String> plugins = new ArrayList<>(byPlugin.length);
        for (int p = 0; p < byPlugin.length; p++) {
            if (byPlugin[p] != null) {
                plugins.add(profile.score().get(p).name());
            }
        }
        String[] names = new String[best.length];
        long[] sums = new long[best.length];
        long[] scores = new long[best.length * plugins.size()];
        int at = 0;
        for (int i = 0; i < best.length; i++) {
            names[i] = nodes[best[i]].name();
            sums[i] = totals[best[i]];
            for (int p = 0; p < byPlugin.length; p++) {
                long[] own = byPlugin[p];
                if (own != null) {
                    scores[at++] = own[best[i]] * profile.weights().get(p);
                }
            }
        }
        return new ScoreTable(List.copyOf(plugins), names, sums, scores);
    }

    /** The positions of the best nodes in falling order, the winner first. */
    private static int[] best(int nodes, long[] totals, int winner) {
        int[] best = new int[Math.min(MOST, nodes)];
        best[0] = winner;
        int n = 1;
        for (int i = 0; i < nodes; i++) {
            if (i == winner || (n == best.length && totals[i] <= totals[best[n - 1]])) {
                continue;
            }
            int at = n < best.length ? n++ : n - 1;
            while (at > 1 && totals[i] > totals[best[at - 1]]) {
                best[at] = best[at - 1];
                at--;
            }
            best[at] = i;
        }
        return best;
    }
}
