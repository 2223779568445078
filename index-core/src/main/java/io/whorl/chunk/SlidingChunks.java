package io.whorl.chunk;

import io.whorl.hash.ChunkHash;
import io.whorl.hash.SlidingHash;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.text.WordBlock;

/** Chunks of n units in sequence with step 1 (COPS strategies A and C), the common case. Hashed in one pass. */
final class SlidingChunks implements ChunkFormer {
    private final SlidingHash hash;
    private final int n;
    private final ChunkStarts starts;
    private final SlidingFirstWords firstWords = new SlidingFirstWords();
    /** The number of units that are missing before a unit completes the first chunk of the document. */
    private int missing;

    SlidingChunks(int n, ChunkHash hash, ChunkStarts starts) {
        this.n = n;
        this.hash = hash.sliding(n);
        this.starts = starts;
    }

    @Override
    public void start() {
        missing = n - 1;
        hash.start();
        starts.start();
        firstWords.start();
    }

    @Override
    public void accept(WordBlock units, ChunkBlock out) {
        out.reserve(units.count);
        out.count = hash.slide(units.bytes, units.end, units.count, out.minutia);
        if (starts.needs() == ChunkNeeds.FIRST_WORD) {
            firstWords.accept(units, out);
        } else if (starts.needs() == ChunkNeeds.STRUCTURE) {
            for (int k = 0, chunk = 0; k < units.count; k++) {
                starts.next(units, k, true);
                if (missing > 0) {
                    missing--;
                } else {
                    starts.end(out, chunk++);
                }
            }
        }
    }

    @Override
    public void finish(ChunkBlock out) {}
}
