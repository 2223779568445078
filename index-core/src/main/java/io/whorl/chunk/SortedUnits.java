package io.whorl.chunk;

import java.util.Arrays;

/**
 * A sliding window of units that can be read in the order of their unsigned UTF-8 bytes. The order is kept from chunk
 * to chunk, so that only new units are sorted: moving a long window by one unit takes a merge, and a new chunk of n
 * units takes n log n.
 */
final class SortedUnits {
    /** The bytes of the units in text order; unit u of the window is {@code bytes[ends[u] .. ends[u + 1] - 1]}. */
    private byte[] bytes = new byte[256];

    private int[] ends = new int[16];
    private int count;
    /** The indexes of the units: first the sorted ones, then those added since, in text order. */
    private int[] order = new int[15];

    private int[] spare = new int[15];
    private int sorted;

    void clear() {
        count = 0;
        sorted = 0;
    }

    int count() {
        return count;
    }

    byte[] bytes() {
        return bytes;
    }

    /** The start of the i-th unit in order in {@link #bytes()}. Valid after {@link #sort()}. */
    int start(int i) {
        return ends[order[i]];
    }

    int end(int i) {
        return ends[order[i] + 1];
    }

    void add(byte[] source, int from, int to) {
        int used = ends[count];
        int size = to - from;
        if (used + size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(used + size, bytes.length * 2));
        }
        if (count == order.length) {
            order = Arrays.copyOf(order, count * 2);
            spare = new int[count * 2];
            ends = Arrays.copyOf(ends, count * 2 + 1);
        }
        System.arraycopy(source, from, bytes, used, size);
        order[count] = count;
        ends[++count] = used + size;
    }

    void dropOldest(int units) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (order[i] >= units) {
                order[kept++] = order[i] - units;
            }
        }
        int from = ends[units];
        System.arraycopy(bytes, from, bytes, 0, ends[count] - from);
        for (int u = units; u <= count; u++) {
            ends[u - units] = ends[u] - from;
        }
        count = kept;
        sorted = kept;
    }

    void sort() {
        mergeSort(sorted, count);
        merge(0, sorted, count);
        sorted = count;
    }

    private void mergeSort(int from, int to) {
        if (to - from > 1) {
            int middle = (from + to) >>> 1;
            mergeSort(from, middle);
            mergeSort(middle, to);
            merge(from, middle, to);
        }
    }

    private void merge(int from, int middle, int to) {
        System.arraycopy(order, from, spare, from, middle - from);
        int left = from;
        int right = middle;
        for (int at = from; left < middle; at++) {
            order[at] = right < to && compare(order[right], spare[left]) < 0 ? order[right++] : spare[left++];
        }
    }

    private int compare(int u, int v) {
        return Arrays.compareUnsigned(bytes, ends[u], ends[u + 1], bytes, ends[v], ends[v + 1]);
    }
}
