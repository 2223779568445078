package io.whorl.lucene.collapse;

import java.util.Arrays;
import org.apache.lucene.util.NumericUtils;

/**
 * The best hits so far, in a heap of numbers. The larger number is the better hit: its high half is the score, and its
 * low half falls as the document rises.
 */
final class ScoreHeap {
    private static final int FIRST_ROOM = 64;

    private final int most;
    /** A heap with the worst hit first once it is full. Until then, in the order in which hits were added. */
    private long[] hits;

    private int size;

    ScoreHeap(int most) {
        this.most = most;
        hits = new long[Math.min(most, FIRST_ROOM)];
    }

    /** A hit as a number. */
    static long hit(float score, int doc) {
        // Adding 0 makes -0 equal to 0, as it is for Lucene.
        return (long) NumericUtils.floatToSortableInt(score + 0f) << 32 | Integer.MAX_VALUE - doc;
    }

    static float score(long hit) {
        return NumericUtils.sortableIntToFloat((int) (hit >> 32));
    }

    static int doc(long hit) {
        return Integer.MAX_VALUE - (int) hit;
    }

    boolean isFull() {
        return size == most;
    }

    /** The worst hit; the heap must be full. */
    long worst() {
        return hits[0];
    }

    /** Adds a hit. A full heap loses its worst one, which must be worse. */
    void add(long hit) {
        if (size == most) {
            sink(0, hit);
            return;
        }
        if (size == hits.length) {
            hits = Arrays.copyOf(hits, (int) Math.min(most, 2L * size));
        }
        hits[size++] = hit;
        if (size == most) {
            for (int i = size / 2 - 1; i >= 0; i--) {
                sink(i, hits[i]);
            }
        }
    }

    private void sink(int from, long hit) {
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && hits[child + 1] < hits[child]) {
                child++;
            }
            if (hit <= hits[child]) {
                break;
            }
            hits[at] = hits[child];
            at = child;
        }
        hits[at] = hit;
    }

    /** All hits, in no particular order. */
    long[] toArray() {
        return Arrays.copyOf(hits, size);
    }
}
