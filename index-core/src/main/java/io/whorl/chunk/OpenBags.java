package io.whorl.chunk;

import io.whorl.hash.ChunkHash;
import io.whorl.text.WordBlock;
import java.util.Arrays;

/** Open chunks whose units are sorted by their bytes before they are hashed (docs/DEFINITIONS.md, Chunks 4). */
final class OpenBags implements OpenChunks {
    private static final byte[] SPACE = {' '};

    private final ChunkHash hash;
    private final SortedUnits units = new SortedUnits();
    /** The index in the document of the first unit of each open chunk, oldest first. */
    private long[] begins = new long[4];

    private int count;
    private long seen;

    OpenBags(ChunkHash hash) {
        this.hash = hash;
    }

    @Override
    public void start() {
        units.clear();
        count = 0;
        seen = 0;
    }

    @Override
    public void begin() {
        if (count == begins.length) {
            begins = Arrays.copyOf(begins, count * 2);
        }
        begins[count++] = seen;
    }

    @Override
    public void add(WordBlock block, int k) {
        if (count > 0) {
            units.add(block.bytes, block.start(k), block.end[k]);
        }
        seen++;
    }

    @Override
    public long endOldest() {
        units.sort();
        long state = hash.start();
        for (int i = 0; i < units.count(); i++) {
            if (i > 0) {
                state = hash.absorb(state, SPACE, 0, 1);
            }
            state = hash.absorb(state, units.bytes(), units.start(i), units.end(i));
        }
        long next = count > 1 ? begins[1] : seen;
        units.dropOldest((int) (next - begins[0]));
        count--;
        System.arraycopy(begins, 1, begins, 0, count);
        return hash.finish(state);
    }

    @Override
    public int count() {
        return count;
    }
}
