package io.whorl.hash;

import java.util.Arrays;

/**
 * The units of a document that unfinished chunks need, in one array with a space after each. Reused; not thread-safe.
 */
final class UnitWindow {
    /** The units. Eight bytes can be read at the start of every unit. */
    byte[] bytes = new byte[1 << 14];
    /** The positions of the spaces: unit k is {@code bytes[edge[k] + 1] .. bytes[edge[k + 1] - 1]}. The first is -1. */
    int[] edge = new int[1 << 12];

    int count;

    UnitWindow() {
        edge[0] = -1;
    }

    void clear() {
        count = 0;
    }

    /** The number of bytes, including spaces. */
    int length() {
        return edge[count] + 1;
    }

    /** Adds units in the form of {@link SlidingHash#slide}; at least one. */
    void add(byte[] source, int[] end, int added) {
        int at = length();
        int size = end[added - 1] + 1;
        int room = at + size + Long.BYTES;
        if (room > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(room, 2 * bytes.length));
        }
        if (count + added >= edge.length) {
            edge = Arrays.copyOf(edge, Math.max(count + added + 1, 2 * edge.length));
        }
        System.arraycopy(source, 0, bytes, at, size);
        moved(end, 0, edge, count + 1, added, at);
        count += added;
    }

    /** Keeps at most this many of the last units. */
    void keepLast(int units) {
        int dropped = Math.max(0, count - units);
        int from = edge[dropped] + 1;
        System.arraycopy(bytes, from, bytes, 0, length() - from);
        count -= dropped;
        moved(edge, dropped, edge, 0, count + 1, -from);
    }

    private static void moved(int[] source, int from, int[] target, int to, int places, int by) {
        for (int i = 0; i < places; i++) {
            target[to + i] = source[from + i] + by;
        }
    }
}
