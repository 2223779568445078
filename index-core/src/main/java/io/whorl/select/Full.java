package io.whorl.select;

import io.whorl.InvalidSchemeException;
import io.whorl.chunk.ChunkBlock;
import io.whorl.chunk.ChunkNeeds;
import java.util.List;

/** Every chunk: full fingerprinting, and all-substrings where the chunks do not overlap (HZ 5). */
final class Full implements Selector {
    static final SelectionProvider ALL =
            new BuiltIn("full", List.of(), (parameters, chunking, hash) -> Strategy.of(parameters, Full::new));

    static final SelectionProvider ALL_SUBSTRINGS =
            new BuiltIn("all-substrings", List.of(), (parameters, chunking, hash) -> {
                if (chunking.breakpoints().isPresent()) {
                    throw new InvalidSchemeException(
                            "selection all-substrings has no effect with breakpoints, whose chunks"
                                    + " do not overlap; use selection full");
                }
                return new Strategy(parameters.selection(), ChunkNeeds.MINUTIA, true, Full::new);
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
