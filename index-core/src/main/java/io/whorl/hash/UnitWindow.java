package io.whorl.hash;

import java.util.Arrays;

/**
 * Units of a document in one run of bytes, one space after each: those that chunks still to come begin with, and those
 * that follow. Reused; not thread-safe.
 */
final class UnitWindow {
    /** The units; eight bytes can be read from where any unit begins. */
    byte[] bytes = new byte[1 << 14];
    /**
     * The spaces: unit k is {@code bytes[edge[k] + 1] .. bytes[edge[k + 1] - 1]}. The first stands before the array.
     */
    int[] edge = new int[1 << 12];

    int count;

    UnitWindow() {
        edge[0] = -1;
    }

    void clear() {
        count = 0;
    }

    /** Bytes held, spaces included. */
    int length() {
        return edge[count] + 1;
    }

    /** Takes units in the shape that {@link SlidingHash#slide} gives them, at least one. */
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

    /** Drops all but the last units, so many of them at most. */
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
