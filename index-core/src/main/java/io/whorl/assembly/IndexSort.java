package io.whorl.assembly;

/**
 * A stable merge sort of the numbers 0 to n − 1 by a comparison of the elements with these indexes. It does not box,
 * and takes linear time if they are sorted already.
 */
public final class IndexSort {
    /** Compares the elements with two indexes. */
    public interface Order {
        int compare(int a, int b);
    }

    private IndexSort() {}

    public static int[] sorted(int n, Order order) {
        int[] from = new int[n];
        for (int i = 0; i < n; i++) {
            from[i] = i;
        }
        int[] to = new int[n];
        // Longs, because the sums exceed an int beyond 2^30 documents.
        for (long width = 1; width < n; width *= 2) {
            for (long low = 0; low < n; low += 2 * width) {
                merge(from, to, (int) low, (int) Math.min(low + width, n), (int) Math.min(low + 2 * width, n), order);
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static void merge(int[] from, int[] to, int low, int middle, int high, Order order) {
        if (middle == high || order.compare(from[middle - 1], from[middle]) <= 0) {
            System.arraycopy(from, low, to, low, high - low);
            return;
        }
        int a = low;
        int b = middle;
        for (int i = low; i < high; i++) {
            to[i] = b == high || a < middle && order.compare(from[a], from[b]) <= 0 ? from[a++] : from[b++];
        }
    }
}
