package io.whorl.strategy;

import io.whorl.LimitExceededException;
import java.util.Arrays;

/** Numbers distinct byte strings from 0 in the order of their first occurrence, without an object for each. */
final class Prefixes {
    /** The maximum number of slots of a table that is kept for the next document. */
    private static final int KEPT = 1 << 18;

    private static final int MOST = Integer.MAX_VALUE - 8;

    private final int most;
    private byte[] pool = new byte[1 << 10];
    private int[] end = new int[1 << 7];
    private int[] table = new int[1 << 8];
    private int count;

    Prefixes() {
        this(MOST);
    }

    /** @param most the maximum number of bytes, at least 1,024; lower in tests */
    Prefixes(int most) {
        this.most = most;
    }

    void clear() {
        count = 0;
        if (table.length > KEPT) {
            pool = new byte[1 << 10];
            end = new int[1 << 7];
            table = new int[1 << 8];
        }
        Arrays.fill(table, 0);
    }

    int count() {
        return count;
    }

    /** The number of {@code bytes[from .. to - 1]}. */
    int number(byte[] bytes, int from, int to) {
        for (int slot = slot(bytes, from, to); ; slot = (slot + 1) & (table.length - 1)) {
            int number = table[slot] - 1;
            if (number < 0) {
                table[slot] = ++count;
                keep(bytes, from, to);
                return count - 1;
            }
            if (Arrays.equals(pool, start(number), end[number], bytes, from, to)) {
                return number;
            }
        }
    }

    private int start(int number) {
        return number == 0 ? 0 : end[number - 1];
    }

    private int slot(byte[] bytes, int from, int to) {
        long hash = 1;
        for (int i = from; i < to; i++) {
            hash = (hash ^ (bytes[i] & 0xFF)) * 0x9E3779B97F4A7C15L;
        }
        return (int) ((hash ^ (hash >>> 32)) * 0x9E3779B97F4A7C15L >>> 40) & (table.length - 1);
    }

    private void keep(byte[] bytes, int from, int to) {
        int start = start(count - 1);
        LimitExceededException.require(
                "bytes of the prefixes of one document", (long) start + to - from, most, "split the document");
        int stop = start + to - from;
        if (stop > pool.length) {
            pool = Arrays.copyOf(pool, (int) Math.min(most, Math.max(stop, pool.length * 2L)));
        }
        System.arraycopy(bytes, from, pool, start, to - from);
        if (count > end.length) {
            end = Arrays.copyOf(end, end.length * 2);
        }
        end[count - 1] = stop;
        if (count * 2 > table.length) {
            rehash();
        }
    }

    private void rehash() {
        table = new int[table.length * 2];
        for (int number = 0; number < count; number++) {
            int slot = slot(pool, start(number), end[number]);
            while (table[slot] != 0) {
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = number + 1;
        }
    }
}
