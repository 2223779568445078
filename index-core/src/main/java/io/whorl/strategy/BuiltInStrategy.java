package io.whorl.strategy;

import io.whorl.scheme.Selection;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.Selector;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** A built-in strategy: its declarations and a factory of its selectors. */
record BuiltInStrategy(
        Selection selection,
        ChunkNeeds needs,
        boolean nonOverlapping,
        int bytesPerChunk,
        Comparability comparability,
        OptionalDouble expectedShare,
        Supplier<Selector> selectors)
        implements SelectionStrategy {

    /** A strategy whose memory does not grow with the document. */
    BuiltInStrategy(Selection selection, ChunkNeeds needs, boolean nonOverlapping, Supplier<Selector> selectors) {
        this(selection, needs, nonOverlapping, 0, selectors);
    }

    BuiltInStrategy(
            Selection selection,
            ChunkNeeds needs,
            boolean nonOverlapping,
            int bytesPerChunk,
            Supplier<Selector> selectors) {
        this(selection, needs, nonOverlapping, bytesPerChunk, Comparability.SETS, OptionalDouble.empty(), selectors);
    }

    /** A strategy that reads only minutiae and their positions. */
    static BuiltInStrategy of(Parameters parameters, Supplier<Selector> selectors) {
        return new BuiltInStrategy(parameters.selection(), ChunkNeeds.MINUTIA, false, selectors);
    }

    /** A strategy that reads only minutiae and keeps every chunk until the document ends. */
    static BuiltInStrategy holding(Parameters parameters, Supplier<Selector> selectors) {
        return new BuiltInStrategy(parameters.selection(), ChunkNeeds.MINUTIA, false, HeldChunks.BYTES, selectors);
    }

    BuiltInStrategy comparedAs(Comparability other) {
        return new BuiltInStrategy(selection, needs, nonOverlapping, bytesPerChunk, other, expectedShare, selectors);
    }

    BuiltInStrategy keeping(double share) {
        return new BuiltInStrategy(
                selection, needs, nonOverlapping, bytesPerChunk, comparability, OptionalDouble.of(share), selectors);
    }

    @Override
    public Selector selector() {
        return selectors.get();
    }
}
