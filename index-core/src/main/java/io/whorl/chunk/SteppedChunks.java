package io.whorl.chunk;

import io.whorl.scheme.Chunking;
import io.whorl.select.ChunkBlock;
import io.whorl.text.WordBlock;

/** Chunks of any length and step: COMBINE(n, step, unit) of COPS 3.1. */
final class SteppedChunks implements ChunkFormer {
    private final int n;
    private final int step;
    private final boolean keepsShortTail;
    private final OpenChunks open;
    private final ChunkStarts starts;
    /** The number of units before the next chunk begins, and before the oldest open chunk ends. */
    private int toNextBegin;

    private int toNextEnd;

    SteppedChunks(Chunking chunking, OpenChunks open, ChunkStarts starts) {
        this.n = chunking.granularity();
        this.step = chunking.step();
        this.keepsShortTail = chunking.keepsShortTail();
        this.open = open;
        this.starts = starts;
    }

    @Override
    public void start() {
        toNextBegin = 0;
        toNextEnd = n - 1;
        open.start();
        starts.start();
    }

    @Override
    public void accept(WordBlock units, ChunkBlock out) {
        for (int k = 0; k < units.count; k++) {
            starts.next(units, k, toNextBegin == 0);
            if (toNextBegin == 0) {
                open.begin();
                toNextBegin = step;
            }
            toNextBegin--;
            open.add(units, k);
            if (toNextEnd == 0) {
                end(out);
                toNextEnd = step;
            }
            toNextEnd--;
        }
    }

    @Override
    public void finish(ChunkBlock out) {
        if (keepsShortTail && open.count() > 0) {
            end(out);
        }
    }

    private void end(ChunkBlock out) {
        starts.end(out, out.count);
        out.add(open.endOldest());
    }
}
