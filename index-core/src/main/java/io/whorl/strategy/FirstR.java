package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import java.util.List;

/**
 * Selects the first r chunks: first-r among chunks that do not overlap, first-r-sliding among those of the scheme (HZ
 * 5).
 */
final class FirstR implements Selector {
    static final SelectionProvider NON_OVERLAPPING = provider("first-r", true);
    static final SelectionProvider SLIDING = provider("first-r-sliding", false);

    private final int r;
    private int left;

    private FirstR(int r) {
        this.r = r;
    }

    private static SelectionProvider provider(String name, boolean nonOverlapping) {
        return new BuiltInProvider(name, List.of("r"), (parameters, chunking, order) -> {
            int r = parameters.integer("r", Defaults.R, 1, Defaults.MOST);
            return new BuiltInStrategy(parameters.selection(), ChunkNeeds.MINUTIA, nonOverlapping, () -> new FirstR(r));
        });
    }

    @Override
    public void start() {
        left = r;
    }

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        int taken = Math.min(left, chunks.count);
        out.addAll(chunks.minutia, 0, taken, chunks.first);
        left -= taken;
        return left > 0;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {}
}
