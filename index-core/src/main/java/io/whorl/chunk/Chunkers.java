package io.whorl.chunk;

import io.whorl.InvalidSchemeException;
import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Chunking.Order;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.select.ChunkNeeds;
import java.util.Locale;

/** Assembles a chunker from its parts. */
final class Chunkers {
    private Chunkers() {}

    static Chunker of(Chunking chunking, ChunkHash hash, ChunkNeeds needs) {
        if (needs != ChunkNeeds.MINUTIA && chunking.unit() != Unit.WORD) {
            throw new InvalidSchemeException("unit is " + chunking.unit().name().toLowerCase(Locale.ROOT)
                    + ", but the selection reads the first word of each chunk; choose unit word or another"
                    + " selection");
        }
        return new UnitChunker(units(chunking.unit()), former(chunking, hash, new ChunkStarts(needs)));
    }

    private static Units units(Unit unit) {
        return switch (unit) {
            case WORD -> new WordUnits();
            case SENTENCE -> PassageUnits.sentences();
            case PARAGRAPH -> PassageUnits.paragraphs();
            case CHAR -> new CharUnits();
        };
    }

    private static ChunkFormer former(Chunking chunking, ChunkHash hash, ChunkStarts starts) {
        boolean bag = chunking.order() == Order.BAG;
        if (chunking.breakpoints().isEmpty() && chunking.step() == 1 && !bag) {
            return new SlidingChunks(chunking.granularity(), hash, starts);
        }
        OpenChunks open = bag ? new OpenBags(hash) : new OpenSequences(hash);
        return chunking.breakpoints().isPresent()
                ? new BreakpointChunks(chunking.breakpoints().getAsInt(), hash, open, starts)
                : new SteppedChunks(chunking, open, starts);
    }
}
