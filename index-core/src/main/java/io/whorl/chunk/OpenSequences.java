package io.whorl.chunk;

import io.whorl.hash.ChunkHash;
import io.whorl.text.WordBlock;
import java.util.Arrays;

/** Open chunks whose units are hashed in sequence, with one state each. */
final class OpenSequences implements OpenChunks {
    private static final byte[] SPACE = {' '};

    private final ChunkHash hash;
    private long[] states = new long[4];
    private int count;
    /** The number of open chunks that hold a unit: all, or all but the one that has just begun. */
    private int begun;

    OpenSequences(ChunkHash hash) {
        this.hash = hash;
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
    public void add(WordBlock units, int k) {
        // The space is hashed before a unit, not after it, because it is not known whether another unit follows.
        hash.absorbAll(states, 0, begun, SPACE, 0, 1);
        hash.absorbAll(states, 0, count, units.bytes, units.start(k), units.end[k]);
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

    @Override
    public int count() {
        return count;
    }
}
