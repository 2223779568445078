package io.whorl.strategy;

import io.whorl.InvalidSchemeException;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import java.util.List;

/** Selects every chunk: full fingerprinting, and all-substrings, whose chunks do not overlap (HZ 5). */
final class Full implements Selector {
    static final SelectionProvider ALL = new BuiltInProvider(
            "full", List.of(), (parameters, chunking, order) -> BuiltInStrategy.of(parameters, Full::new)
                    .keeping(1));

    static final SelectionProvider ALL_SUBSTRINGS =
            new BuiltInProvider("all-substrings", List.of(), (parameters, chunking, order) -> {
                if (chunking.breakpoints().isPresent()) {
                    throw new InvalidSchemeException(
                            "selection all-substrings has no effect with breakpoints, whose chunks"
                                    + " do not overlap; use selection full");
                }
                return new BuiltInStrategy(parameters.selection(), ChunkNeeds.MINUTIA, true, Full::new);
            });

    private Full() {}

    @Override
    public void start() {}

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        out.addAll(chunks.minutia, 0, chunks.count, chunks.first);
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {}
}
