package io.whorl.hash;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * The chunks that have begun but not ended, oldest first. Every open chunk takes every unit, and chunks end in the
 * order in which they begin. One thread at a time; reusable.
 */
public abstract class OpenChunks {
    private static final byte[] SPACE = {' '};
    final ChunkHash hash;
    int count;

    private OpenChunks(ChunkHash hash) {
        this.hash = hash;
    }

    /** @param bag whether the units of a chunk are sorted before they are hashed */
    public static OpenChunks of(ChunkHash hash, boolean bag) {
        return bag ? new Bags(hash) : new Sequences(hash);
    }

    /** Begins a document. */
    public abstract void start();

    /** Begins a chunk with the next unit that is added. */
    public abstract void begin();

    /** Adds a unit to every open chunk. */
    public abstract void add(byte[] bytes, int from, int to);

    /** Ends the oldest chunk with the unit that was added last, and returns its minutia. */
    public abstract long endOldest();

    public final int count() {
        return count;
    }

    /** Open chunks whose units are hashed in sequence, with one state each. */
    private static final class Sequences extends OpenChunks {
        private long[] states = new long[4];
        /** The number of open chunks that hold a unit: all, or all but the one that has just begun. */
        private int begun;

        Sequences(ChunkHash hash) {
            super(hash);
        }

        @Override
        public void start() {
            count = 0;
            begun = 0;
        }

        @Override
        public void begin() {
            if (count == states.length) {
                states = Arrays.copyOf(states, count * 2);
            }
            states[count++] = hash.start();
        }

        @Override
        public void add(byte[] bytes, int from, int to) {
            // The space is hashed before a unit, not after it, because it is not known whether another unit follows.
            hash.absorbAll(states, 0, begun, SPACE, 0, 1);
            hash.absorbAll(states, 0, count, bytes, from, to);
            begun = count;
        }

        @Override
        public long endOldest() {
            long minutia = hash.finish(states[0]);
            count--;
            begun--;
            System.arraycopy(states, 1, states, 0, count);
            return minutia;
        }
    }

    /**
     * Open chunks whose units are sorted by their unsigned bytes before they are hashed (docs/DEFINITIONS.md, Chunks
     * 4). The units of the oldest chunk stay sorted when it ends, so that only new units are sorted for the next one:
     * the JDK's sort finds the sorted part, and merges.
     */
    private static final class Bags extends OpenChunks {
        /** The units since the oldest open chunk began: in text order, and sorted except for the last ones. */
        private final Deque<byte[]> units = new ArrayDeque<>();

        private final List<byte[]> sorted = new ArrayList<>();
        /** The number of units before each open chunk, oldest first, and before the next unit. */
        private final Deque<Long> begins = new ArrayDeque<>();

        private long seen;

        Bags(ChunkHash hash) {
            super(hash);
        }

        @Override
        public void start() {
            count = 0;
            seen = 0;
            begins.clear();
            units.clear();
            sorted.clear();
        }

        @Override
        public void begin() {
            begins.add(seen);
            count++;
        }

        @Override
        public void add(byte[] source, int from, int to) {
            seen++;
            if (count > 0) {
                byte[] unit = Arrays.copyOfRange(source, from, to);
                units.add(unit);
                sorted.add(unit);
            }
        }

        @Override
        public long endOldest() {
            sorted.sort(Arrays::compareUnsigned);
            long state = hash.start();
            for (int i = 0; i < sorted.size(); i++) {
                state = i == 0 ? state : hash.absorb(state, SPACE, 0, 1);
                state = hash.absorb(state, sorted.get(i), 0, sorted.get(i).length);
            }
            long dropped = -begins.remove();
            if (--count == 0) {
                units.clear();
                sorted.clear();
            } else {
                for (dropped += begins.element(); dropped > 0; dropped--) {
                    sorted.remove(Collections.binarySearch(sorted, units.remove(), Arrays::compareUnsigned));
                }
            }
            return hash.finish(state);
        }
    }
}
