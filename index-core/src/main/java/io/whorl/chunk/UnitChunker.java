package io.whorl.chunk;

import io.whorl.select.ChunkBlock;
import io.whorl.text.WordBlock;

/** Turns words into units, and units into chunks. */
final class UnitChunker implements Chunker {
    private final Units units;
    private final ChunkFormer former;
    private long unitsSeen;
    private long chunks;

    UnitChunker(Units units, ChunkFormer former) {
        this.units = units;
        this.former = former;
    }

    @Override
    public void start() {
        unitsSeen = 0;
        chunks = 0;
        units.start();
        former.start();
    }

    @Override
    public void accept(WordBlock words, ChunkBlock out) {
        clear(out);
        form(units.of(words), out);
        chunks += out.count;
    }

    @Override
    public void finish(ChunkBlock out) {
        clear(out);
        form(units.rest(), out);
        former.finish(out);
        chunks += out.count;
    }

    private void clear(ChunkBlock out) {
        out.count = 0;
        out.first = chunks;
    }

    private void form(WordBlock block, ChunkBlock out) {
        unitsSeen += block.count;
        former.accept(block, out);
    }

    @Override
    public long units() {
        return unitsSeen;
    }
}
