package io.whorl.select;

import io.whorl.chunk.ChunkNeeds;
import io.whorl.scheme.Selection;
import java.util.function.Supplier;

/** A built-in strategy: what it declares, and how its selectors are made. */
record Strategy(
        Selection selection, ChunkNeeds needs, boolean nonOverlapping, int bytesPerChunk, Supplier<Selector> selectors)
        implements SelectionStrategy {

    /** One that keeps nothing that grows with the document. */
    Strategy(Selection selection, ChunkNeeds needs, boolean nonOverlapping, Supplier<Selector> selectors) {
        this(selection, needs, nonOverlapping, 0, selectors);
    }

    /** One that looks at minutiae and their places only. */
    static Strategy of(Parameters parameters, Supplier<Selector> selectors) {
        return new Strategy(parameters.selection(), ChunkNeeds.MINUTIA, false, selectors);
    }

    /** The same of one that keeps every chunk until the document ends. */
    static Strategy holding(Parameters parameters, Supplier<Selector> selectors) {
        return new Strategy(parameters.selection(), ChunkNeeds.MINUTIA, false, HeldChunks.BYTES, selectors);
    }

    @Override
    public Selector selector() {
        return selectors.get();
    }
}
