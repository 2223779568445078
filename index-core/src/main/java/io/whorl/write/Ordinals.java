package io.whorl.write;

import java.util.Arrays;

/** A growing list of ordinals. One thread at a time. */
final class Ordinals {
    private long[] ordinals = new long[16];
    private int size;

    void add(long ordinal) {
        if (size == ordinals.length) {
            ordinals = Arrays.copyOf(ordinals, size * 2);
        }
        ordinals[size++] = ordinal;
    }

    int size() {
        return size;
    }

    long[] array() {
        return ordinals;
    }
}
