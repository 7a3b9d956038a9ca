package dev.customscheduler.engine.plugins;

import java.util.Comparator;
import java.util.List;

/**
 * Sorts as Go's sort package does: a pattern-defeating quicksort (https://arxiv.org/pdf/2106.05123.pdf) that does not
 * keep the order of equal elements from thirteen elements on. Where kube-scheduler sorts so, the order of equals
 * decides, so it takes the same comparisons and swaps to come to the same decision.
 */
final class GoSort<T> {
    /** What the choice of a pivot says of the order. */
    private enum Hint {
        UNKNOWN,
        INCREASING,
        DECREASING
    }

    private static final int SHORT = 12;
    private static final int LONG = 50;
    private static final int MOST_SWAPS = 12;
    private static final int SHIFTS = 5;

    private final List<T> data;
    private final Comparator<? super T> order;
    private int swaps;

    private GoSort(List<T> data, Comparator<? super T> order) {
        this.data = data;
        this.order = order;
    }

    static <T> void sort(List<T> data, Comparator<? super T> order) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(data.size());
        new GoSort<>(data, order).sort(0, data.size(), bits);
    }

    private boolean less(int i, int j) {
        return order.compare(data.get(i), data.get(j)) < 0;
    }

    private void swap(int i, int j) {
        data.set(i, data.set(j, data.get(i)));
    }

    private void sort(int from, int to, int badPivotsLeft) {
        int a = from;
        int b = to;
        int limit = badPivotsLeft;
        boolean balanced = true;
        boolean partitioned = true;
        while (true) {
            int length = b - a;
            if (length <= SHORT) {
                insertionSort(a, b);
                return;
            }
            if (limit == 0) {
                heapSort(a, b);
                return;
            }
            if (!balanced) {
                scatter(a, length);
                limit--;
            }
            int pivot = pivot(a, length);
            Hint hint = swaps == 0 ? Hint.INCREASING : swaps == MOST_SWAPS ? Hint.DECREASING : Hint.UNKNOWN;
            if (hint == Hint.DECREASING) {
                reverse(a, b);
                pivot = b - 1 - (pivot - a);
                hint = Hint.INCREASING;
            }
            if (balanced && partitioned && hint == Hint.INCREASING && nearlySorted(a, b)) {
                return;
            }
            if (a > 0 && !less(a - 1, pivot)) {
                a = partitionEqual(a, b, pivot);
                continue;
            }
            partitioned = false;
            int mid = partition(a, b, pivot);
            if (mid < 0) {
                partitioned = true;
                mid = -mid - 1;
            }
            int left = mid - a;
            int right = b - mid;
            balanced = Math.min(left, right) >= length / 8;
            if (left < right) {
                sort(a, mid, limit);
                a = mid + 1;
            } else {
                sort(mid + 1, b, limit);
                b = mid;
            }
        }
    }

    private void insertionSort(int a, int b) {
        for (int i = a + 1; i < b; i++) {
            for (int j = i; j > a && less(j, j - 1); j--) {
                swap(j, j - 1);
            }
        }
    }

    private void heapSort(int a, int b) {
        int n = b - a;
        for (int i = (n - 1) / 2; i >= 0; i--) {
            siftDown(i, n, a);
        }
        for (int i = n - 1; i >= 0; i--) {
            swap(a, a + i);
            siftDown(0, i, a);
        }
    }

    private void siftDown(int from, int n, int first) {
        int root = from;
        for (int child = 2 * root + 1; child < n; child = 2 * root + 1) {
            if (child + 1 < n && less(first + child, first + child + 1)) {
                child++;
            }
            if (!less(first + root, first + child)) {
                return;
            }
            swap(first + root, first + child);
            root = child;
        }
    }

    /** Moves three elements of the middle elsewhere, by chance that depends on the length only. */
    private void scatter(int a, int length) {
        long random = length;
        int mask = (1 << (Integer.SIZE - Integer.numberOfLeadingZeros(length))) - 1;
        int middle = a + length / 4 * 2;
        for (int i = middle - 1; i <= middle + 1; i++) {
            random ^= random << 13;
            random ^= random >>> 7;
            random ^= random << 17;
            int other = (int) (random & mask);
            swap(i, a + (other >= length ? other - length : other));
        }
    }

    /** The position of the pivot; counts in {@link #swaps} how far the looked at elements are out of order. */
    private int pivot(int a, int length) {
        swaps = 0;
        int i = a + length / 4;
        int j = a + length / 4 * 2;
        int k = a + length / 4 * 3;
        if (length >= LONG) {
            i = median(i - 1, i, i + 1);
            j = median(j - 1, j, j + 1);
            k = median(k - 1, k, k + 1);
        }
        return median(i, j, k);
    }

    private int median(int first, int second, int third) {
        int a = first;
        int b = second;
        int c = third;
        if (less(b, a)) {
            swaps++;
            int t = a;
            a = b;
            b = t;
        }
        if (less(c, b)) {
            swaps++;
            b = c;
        }
        if (less(b, a)) {
            swaps++;
            b = a;
        }
        return b;
    }

    private void reverse(int a, int b) {
        for (int i = a, j = b - 1; i < j; i++, j--) {
            swap(i, j);
        }
    }

    /** Where the pivot came to stand; one less than its negation where nothing had to be moved. */
    private int partition(int a, int b, int pivot) {
        swap(a, pivot);
        int i = a + 1;
        int j = b - 1;
        boolean moved = false;
        while (true) {
            while (i <= j && less(i, a)) {
                i++;
            }
            while (i <= j && !less(j, a)) {
                j--;
            }
            if (i > j) {
                break;
            }
            swap(i++, j--);
            moved = true;
        }
        swap(j, a);
        return moved ? j : -j - 1;
    }

    /** Moves what equals the pivot, than which nothing is less, to the front; gives where the rest begins. */
    private int partitionEqual(int a, int b, int pivot) {
        swap(a, pivot);
        int i = a + 1;
        int j = b - 1;
        while (true) {
            while (i <= j && !less(a, i)) {
                i++;
            }
            while (i <= j && less(a, j)) {
                j--;
            }
            if (i > j) {
                return i;
            }
            swap(i++, j--);
        }
    }

    /** Sorts what is almost sorted with a few shifts; gives whether it is sorted then. */
    private boolean nearlySorted(int a, int b) {
        int i = a + 1;
        for (int shift = 0; shift < SHIFTS; shift++) {
            while (i < b && !less(i, i - 1)) {
                i++;
            }
            if (i == b) {
                return true;
            }
            if (b - a < LONG) {
                return false;
            }
            swap(i, i - 1);
            if (i - a >= 2) {
                for (int j = i - 1; j >= 1 && less(j, j - 1); j--) {
                    swap(j, j - 1);
                }
            }
            if (b - i >= 2) {
                for (int j = i + 1; j < b && less(j, j - 1); j++) {
                    swap(j, j - 1);
                }
            }
        }
        return false;
    }
}
