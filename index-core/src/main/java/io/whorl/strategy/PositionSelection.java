package io.whorl.strategy;

import io.whorl.SchemeException;
import io.whorl.hash.SplitMix64;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import io.whorl.strategy.BuiltInStrategy.BlockSelector;
import io.whorl.strategy.BuiltInStrategy.BuiltInProvider;
import io.whorl.strategy.BuiltInStrategy.HeldChunks;
import io.whorl.strategy.BuiltInStrategy.Parameters;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The strategies that select chunks by their places in the text: all, the first, random ones, and by structure. */
final class PositionSelection {
    /** Full fingerprinting, and all-substrings, whose chunks do not overlap (HZ 5). */
    private static final BlockSelector EVERY_CHUNK = (chunks, out) -> {
        out.addAll(chunks.minutia, 0, chunks.count, chunks.first);
        return true;
    };

    static final List<SelectionProvider> BY_NUMBER = List.of(
            new BuiltInProvider("full", List.of(), (parameters, chunking, order) -> parameters
                    .strategy(() -> EVERY_CHUNK)
                    .keeping(1)),
            new BuiltInProvider("all-substrings", List.of(), (parameters, chunking, order) -> {
                if (chunking.breakpoints().isPresent()) {
                    throw SchemeException.invalid(
                            "selection all-substrings has no effect with breakpoints, whose chunks"
                                    + " do not overlap; use selection full");
                }
                return parameters.strategy(() -> EVERY_CHUNK).withoutOverlap();
            }),
            new BuiltInProvider("first-r", List.of("r"), (parameters, chunking, order) -> {
                int r = parameters.r();
                return parameters.strategy(() -> new FirstR(r)).withoutOverlap();
            }),
            new BuiltInProvider("first-r-sliding", List.of("r"), (parameters, chunking, order) -> {
                int r = parameters.r();
                return parameters.strategy(() -> new FirstR(r));
            }),
            new BuiltInProvider("random", List.of("r", "seed"), (parameters, chunking, order) -> {
                int r = parameters.r();
                long seed = parameters.seed("seed");
                return parameters.holding((held, words, out) ->
                        HeldChunks.select(held, draw(held.size(), Math.min(r, held.size()), seed), out));
            }));

    /** The chunks that begin at the k-th word of a sentence or paragraph, or that begin the sentences k, 2k, 3k … */
    static final List<SelectionProvider> BY_STRUCTURE = List.of(
            byStructure("kth-in-sentence", 5, (chunks, i, k) -> chunks.wordInSentence[i] == k),
            byStructure("kth-in-paragraph", 15, (chunks, i, k) -> chunks.wordInParagraph[i] == k),
            byStructure(
                    "kth-sentence", 5, (chunks, i, k) -> chunks.wordInSentence[i] == 1 && chunks.sentence[i] % k == 0));

    private PositionSelection() {}

    private interface PlaceTest {
        boolean selects(ChunkBlock chunks, int i, int k);
    }

    /** Selects by the place of the first word, which counts from 1 (HZ 5; k = 5 and 15 in HZ 7). */
    private static SelectionProvider byStructure(String name, int otherwise, PlaceTest test) {
        return new BuiltInProvider(name, List.of("k"), (parameters, chunking, order) -> {
            int k = parameters.integer("k", otherwise, 1, Parameters.MOST);
            BlockSelector selector = (chunks, out) -> {
                for (int i = 0; i < chunks.count; i++) {
                    if (test.selects(chunks, i, k)) {
                        out.add(chunks.minutia[i], chunks.first + i);
                    }
                }
                return true;
            };
            return parameters.strategy(() -> selector).needing(ChunkNeeds.STRUCTURE);
        });
    }

    /**
     * Selects the first r chunks: first-r among chunks that do not overlap, first-r-sliding among those of the scheme
     * (HZ 5).
     */
    private static final class FirstR implements Selector {
        private final int r;
        private int left;

        private FirstR(int r) {
            this.r = r;
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

    /**
     * Draws {@code r} of {@code n} places without replacement, in the order of the draw (HZ 5, random). The draw
     * depends only on the seed and the number of chunks.
     *
     * <p>The algorithm is Floyd's (Bentley and Floyd, CACM 30(9), 1987): for j = N − r … N − 1, where N is the number
     * of chunks, {@link SplitMix64#next(int)} draws t from 0 to j, with seed xor N as seed. If t was selected before, j
     * is selected instead.
     */
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
