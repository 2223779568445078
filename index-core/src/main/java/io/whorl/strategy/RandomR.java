package io.whorl.strategy;

import io.whorl.hash.SplitMix64;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Draws r chunks without replacement (HZ 5, random). The draw depends only on the seed and the number of chunks.
 *
 * <p>The algorithm is Floyd's (Bentley and Floyd, CACM 30(9), 1987): for j = N − r … N − 1, where N is the number of
 * chunks, {@link SplitMix64#next(int)} draws t from 0 to j, with seed xor N as seed. If t was selected before, j is
 * selected instead.
 */
final class RandomR implements Selector {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("random", List.of("r", "seed"), (parameters, chunking, order) -> {
                int r = parameters.integer("r", Defaults.R, 1, Defaults.MOST);
                long seed = parameters.seed("seed");
                return BuiltInStrategy.holding(parameters, () -> new RandomR(r, seed));
            });

    private final int r;
    private final long seed;
    private final HeldChunks held = new HeldChunks();

    private RandomR(int r, long seed) {
        this.r = r;
        this.seed = seed;
    }

    @Override
    public void start() {
        held.clear();
    }

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        held.addAll(chunks);
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {
        int[] places = draw(held.count(), Math.min(r, held.count()), seed);
        held.select(places, places.length, out);
        held.clear();
    }

    /** Draws {@code r} of {@code n} places, in the order of the draw. */
    static int[] draw(int n, int r, long seed) {
        SplitMix64 random = new SplitMix64(seed ^ n);
        Set<Integer> taken = new HashSet<>();
        int[] places = new int[r];
        for (int i = 0; i < r; i++) {
            int j = n - r + i;
            int t = random.next(j + 1);
            places[i] = taken.contains(t) ? j : t;
            taken.add(places[i]);
        }
        return places;
    }
}
