package io.whorl.merge;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.agrona.collections.IntArrayList;

/**
 * Remembers the merged list of minutiae with equal payloads in the same segments. Collections of versions repeat the
 * same few lists, so each is decoded, united and encoded once. A direct-mapped cache of bounded size. One thread at a
 * time.
 */
final class MergeMemo {
    /** Fills a key that has fewer payloads than longs. */
    static final long ABSENT = -1;

    private static final long EMPTY = -2;
    /** More slots do not fit any CPU cache, and then merging again is as fast. */
    private static final long MOST_SLOTS = 1 << 18;

    private final int width;
    private final long[] keys;
    private final long[] payloads;
    private final int[] holders;
    /** The slots that may have preliminary payloads. */
    private final IntArrayList preliminary = new IntArrayList();

    /** @param width longs of a key, each a segment and a payload */
    MergeMemo(int width, long minutiae, long memory) {
        this.width = width;
        long slots = Math.min(Math.min(MOST_SLOTS, minutiae), memory / (8L * width + 12));
        int size = (int) Long.highestOneBit(Math.max(1, slots));
        keys = new long[size * width];
        payloads = new long[size];
        holders = new int[size];
        forget();
    }

    int width() {
        return width;
    }

    void forget() {
        Arrays.fill(keys, EMPTY);
        preliminary.clear();
    }

    /** The slot of a key. */
    int slot(long[] key) {
        long h = 0;
        for (long k : key) {
            h = (h ^ k) * 0x9E3779B97F4A7C15L;
            h ^= h >>> 29;
        }
        return (int) (h >>> 7) & (payloads.length - 1);
    }

    boolean has(int slot, long[] key) {
        int at = slot * width;
        for (int i = 0; i < width; i++) {
            if (keys[at + i] != key[i]) {
                return false;
            }
        }
        return true;
    }

    void put(int slot, long[] key, long payload, int n) {
        System.arraycopy(key, 0, keys, slot * width, width);
        payloads[slot] = payload;
        holders[slot] = n;
        if (payload < MinutiaMerge.DROPPED) {
            preliminary.addInt(slot);
        }
    }

    /** Replaces the preliminary payloads, see {@link MergeTarget#list}, by those that they stand for. */
    void settle(LongUnaryOperator payloadOf) {
        for (int i = 0; i < preliminary.size(); i++) {
            int slot = preliminary.getInt(i);
            if (payloads[slot] < MinutiaMerge.DROPPED) {
                payloads[slot] = payloadOf.applyAsLong(payloads[slot]);
            }
        }
        preliminary.clear();
    }

    long payload(int slot) {
        return payloads[slot];
    }

    /** The number of documents that hold the minutia. */
    int holders(int slot) {
        return holders[slot];
    }
}
