package io.whorl.align;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Points (i, j) where both texts have the same two distinct stems close together: content word i of a and j of b, and
 * another one to {@code distance} words later. The order of the two stems does not matter, so the seeds survive
 * reordering. Stems that are paired often say nothing about places, so they give no points.
 */
final class Seeds {
    /** More points than this, in 64 MB, are only collected if each pair of stems occurs once. */
    private static final int MOST_POINTS = 1 << 23;

    /** 256 KiB, which a small heap has in one piece. */
    private static final int MOST_IN_BLOCK = 1 << 15;

    private final int distance;
    private final int mostPoints;
    private int mostOccurrences;

    /** True if there were too many points, so that only rarer pairs of stems gave some. */
    boolean limited;

    /** Keys by slot, offset by one; 0 for a free slot. */
    private long[] keys;
    /** Occurrences of each slot's key, up to the largest number of the type. */
    private short[] occurrences;
    /** The last occurrence of each slot's key. */
    private int[] lastAt;
    /** The occurrence before each one, or -1. An occurrence is a place times the distance, plus a distance. */
    private int[] before;

    /** Full blocks of points, and the block that is being filled. One growing array would need a copy beside it. */
    private final List<long[]> blocks = new ArrayList<>();

    private long[] block = new long[1 << 10];
    private int inBlock;
    private int count;

    Seeds(int distance, int mostOccurrences) {
        this(distance, mostOccurrences, MOST_POINTS);
    }

    Seeds(int distance, int mostOccurrences, int mostPoints) {
        this.distance = distance;
        this.mostPoints = mostPoints;
        this.mostOccurrences = mostOccurrences;
    }

    /** Finds the points of a pair, of stems that are at most {@code distance} content words apart. */
    static SeedFinder.Points points(Pair pair, int distance, int mostOccurrences) {
        Seeds seeds = new Seeds(distance, mostOccurrences);
        long[] points = seeds.of(pair);
        return new SeedFinder.Points(points, seeds.limited);
    }

    /** Finds the points of a pair: i in the upper half, j in the lower half, in order. */
    long[] of(Pair pair) {
        index(pair.b.stem(), pair.shared());
        while (!collectAll(pair)) {
            mostOccurrences /= 2;
            limited = true;
        }
        // Frees the memory of the index for the copy.
        keys = null;
        lastAt = null;
        blocks.add(Arrays.copyOf(block, inBlock));
        long[] points = new long[count];
        int at = 0;
        for (long[] full : blocks) {
            System.arraycopy(full, 0, points, at, full.length);
            at += full.length;
        }
        return points;
    }

    /** Returns false if there are too many points. */
    private boolean collectAll(Pair pair) {
        blocks.clear();
        inBlock = 0;
        count = 0;
        int[] stems = pair.a.stem();
        for (int i = 0; i < stems.length; i++) {
            if (count > mostPoints && mostOccurrences > 1) {
                return false;
            }
            for (int d = 1; d <= distance && i + d < stems.length; d++) {
                long key = key(stems[i], stems[i + d], pair.shared());
                if (key > 0) {
                    collect(i, slot(key));
                }
            }
        }
        return true;
    }

    private void collect(int i, int slot) {
        if (keys[slot] == 0 || occurrences[slot] > mostOccurrences) {
            return;
        }
        for (int at = lastAt[slot]; at >= 0; at = before[at]) {
            if (inBlock == block.length) {
                blocks.add(block);
                block = new long[Math.min(MOST_IN_BLOCK, 2 * inBlock)];
                inBlock = 0;
            }
            block[inBlock++] = (long) i << 32 | at / distance;
            count++;
        }
    }

    private void index(int[] stems, int shared) {
        int places = Math.max(1, stems.length * distance);
        int size = Integer.highestOneBit(Math.max(1, keysOf(stems, shared))) * 4;
        keys = new long[size];
        occurrences = new short[size];
        lastAt = new int[size];
        before = new int[places];
        for (int j = 0; j < stems.length; j++) {
            for (int d = 1; d <= distance && j + d < stems.length; d++) {
                long key = key(stems[j], stems[j + d], shared);
                if (key > 0) {
                    int slot = slot(key);
                    int at = j * distance + d - 1;
                    before[at] = keys[slot] == 0 ? -1 : lastAt[slot];
                    keys[slot] = key;
                    lastAt[slot] = at;
                    occurrences[slot] += occurrences[slot] < Short.MAX_VALUE ? 1 : 0;
                }
            }
        }
    }

    private int keysOf(int[] stems, int shared) {
        int found = 0;
        for (int j = 0; j < stems.length; j++) {
            for (int d = 1; d <= distance && j + d < stems.length; d++) {
                found += key(stems[j], stems[j + d], shared) > 0 ? 1 : 0;
            }
        }
        return found;
    }

    /** A positive number for an unordered pair of distinct shared stems; 0 for other pairs. */
    private static long key(int one, int other, int shared) {
        if (one < 0 || other < 0 || one == other) {
            return 0;
        }
        return (long) Math.min(one, other) * shared + Math.max(one, other) + 1;
    }

    private int slot(long key) {
        long hash = key * 0x9E3779B97F4A7C15L;
        int mask = keys.length - 1;
        int slot = (int) (hash >>> 32) & mask;
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }
}
