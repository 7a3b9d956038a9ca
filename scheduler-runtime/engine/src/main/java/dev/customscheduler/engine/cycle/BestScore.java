package dev.customscheduler.engine.cycle;

/**
 * Which of several nodes of the best score wins. kube-scheduler puts the scores into a binary max-heap and takes the
 * root, so a tie goes to whoever the heap's construction leaves there; the same construction is done here on indexes.
 */
final class BestScore {
    private BestScore() {}

    /** The index of the winner among {@code n} scores; {@code tieBreak} decides ties first, the higher wins. */
    static int winner(long[] scores, int[] tieBreak, int n) {
        int[] heap = new int[n];
        for (int i = 0; i < n; i++) {
            heap[i] = i;
        }
        for (int i = n / 2 - 1; i >= 0; i--) {
            down(heap, i, scores, tieBreak);
        }
        return heap[0];
    }

    private static void down(int[] heap, int from, long[] scores, int[] tieBreak) {
        int i = from;
        while (true) {
            int child = 2 * i + 1;
            if (child >= heap.length) {
                return;
            }
            if (child + 1 < heap.length && above(heap[child + 1], heap[child], scores, tieBreak)) {
                child++;
            }
            if (!above(heap[child], heap[i], scores, tieBreak)) {
                return;
            }
            int swap = heap[i];
            heap[i] = heap[child];
            heap[child] = swap;
            i = child;
        }
    }

    private static boolean above(int a, int b, long[] scores, int[] tieBreak) {
        return scores[a] > scores[b] || (scores[a] == scores[b] && tieBreak[a] > tieBreak[b]);
    }
}
