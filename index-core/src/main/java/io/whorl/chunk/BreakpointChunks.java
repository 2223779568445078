package io.whorl.chunk;

import io.whorl.hash.ChunkHash;
import io.whorl.select.ChunkBlock;
import io.whorl.text.WordBlock;

/** Forms chunks by hashed breakpoints (COPS 4.2, strategy D): a unit whose own minutia is 0 modulo K ends the chunk. */
final class BreakpointChunks implements ChunkFormer {
    private final int modulus;
    private final ChunkHash hash;
    private final OpenChunks open;
    private final ChunkStarts starts;

    BreakpointChunks(int modulus, ChunkHash hash, OpenChunks open, ChunkStarts starts) {
        this.modulus = modulus;
        this.hash = hash;
        this.open = open;
        this.starts = starts;
    }

    @Override
    public void start() {
        open.start();
        starts.start();
    }

    @Override
    public void accept(WordBlock units, ChunkBlock out) {
        for (int k = 0; k < units.count; k++) {
            starts.next(units, k, open.count() == 0);
            if (open.count() == 0) {
                open.begin();
            }
            open.add(units, k);
            long own = hash.finish(hash.absorb(hash.start(), units.bytes, units.start(k), units.end[k]));
            if (Long.remainderUnsigned(own, modulus) == 0) {
                end(out);
            }
        }
    }

    @Override
    public void finish(ChunkBlock out) {
        if (open.count() > 0) {
            end(out);
        }
    }

    private void end(ChunkBlock out) {
        starts.end(out, out.count);
        out.add(open.endOldest());
    }
}
