package io.whorl.strategy;

import io.whorl.SchemeException;
import io.whorl.hash.SplitMix64;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import io.whorl.strategy.BuiltInStrategy.BuiltInProvider;
import io.whorl.strategy.BuiltInStrategy.ChunkRules;
import io.whorl.strategy.BuiltInStrategy.Defaults;
import io.whorl.strategy.BuiltInStrategy.HeldChunks;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The strategies that select chunks by their places in the text: all, the first, random ones, and by structure. */
final class PositionSelection {
    static final List<SelectionProvider> BY_NUMBER =
            List.of(Full.ALL, Full.ALL_SUBSTRINGS, FirstR.NON_OVERLAPPING, FirstR.SLIDING, RandomR.PROVIDER);
    static final List<SelectionProvider> BY_STRUCTURE =
            List.of(KthWord.IN_SENTENCE, KthWord.IN_PARAGRAPH, KthSentence.PROVIDER);

    private PositionSelection() {}

    /** Selects every chunk: full fingerprinting, and all-substrings, whose chunks do not overlap (HZ 5). */
    private static final class Full implements Selector {
        static final SelectionProvider ALL = new BuiltInProvider(
                "full", List.of(), (parameters, chunking, order) -> BuiltInStrategy.of(parameters, Full::new)
                        .keeping(1));

        static final SelectionProvider ALL_SUBSTRINGS =
                new BuiltInProvider("all-substrings", List.of(), (parameters, chunking, order) -> {
                    if (chunking.breakpoints().isPresent()) {
                        throw SchemeException.invalid(
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

    /**
     * Selects the first r chunks: first-r among chunks that do not overlap, first-r-sliding among those of the scheme
     * (HZ 5).
     */
    private static final class FirstR implements Selector {
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
                return new BuiltInStrategy(
                        parameters.selection(), ChunkNeeds.MINUTIA, nonOverlapping, () -> new FirstR(r));
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

    /**
     * Draws r chunks without replacement (HZ 5, random). The draw depends only on the seed and the number of chunks.
     *
     * <p>The algorithm is Floyd's (Bentley and Floyd, CACM 30(9), 1987): for j = N − r … N − 1, where N is the number
     * of chunks, {@link SplitMix64#next(int)} draws t from 0 to j, with seed xor N as seed. If t was selected before, j
     * is selected instead.
     */
    static final class RandomR implements Selector {
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

    /**
     * Selects the chunks that begin at the k-th word, from 1, of a sentence or paragraph (HZ 5; k = 5 and 15 in HZ 7).
     */
    private static final class KthWord implements Selector {
        static final SelectionProvider IN_SENTENCE = provider("kth-in-sentence", 5, false);
        static final SelectionProvider IN_PARAGRAPH = provider("kth-in-paragraph", 15, true);

        private final int k;
        private final boolean paragraphs;

        private KthWord(int k, boolean paragraphs) {
            this.k = k;
            this.paragraphs = paragraphs;
        }

        private static SelectionProvider provider(String name, int otherwise, boolean paragraphs) {
            return new BuiltInProvider(name, List.of("k"), (parameters, chunking, order) -> {
                ChunkRules.requireWords(name, chunking);
                int k = parameters.integer("k", otherwise, 1, Defaults.MOST);
                return new BuiltInStrategy(
                        parameters.selection(), ChunkNeeds.STRUCTURE, false, () -> new KthWord(k, paragraphs));
            });
        }

        @Override
        public void start() {}

        @Override
        public boolean accept(ChunkBlock chunks, SelectedChunks out) {
            int[] word = paragraphs ? chunks.wordInParagraph : chunks.wordInSentence;
            for (int i = 0; i < chunks.count; i++) {
                if (word[i] == k) {
                    out.add(chunks.minutia[i], chunks.first + i);
                }
            }
            return true;
        }

        @Override
        public void finish(long words, long chunks, SelectedChunks out) {}
    }

    /** Selects the chunks that begin the sentences k, 2k, 3k … (HZ 5; k = 5 in HZ 7). */
    private static final class KthSentence implements Selector {
        static final SelectionProvider PROVIDER =
                new BuiltInProvider("kth-sentence", List.of("k"), (parameters, chunking, order) -> {
                    ChunkRules.requireWords("kth-sentence", chunking);
                    int k = parameters.integer("k", 5, 1, Defaults.MOST);
                    return new BuiltInStrategy(
                            parameters.selection(), ChunkNeeds.STRUCTURE, false, () -> new KthSentence(k));
                });

        private final int k;

        private KthSentence(int k) {
            this.k = k;
        }

        @Override
        public void start() {}

        @Override
        public boolean accept(ChunkBlock chunks, SelectedChunks out) {
            for (int i = 0; i < chunks.count; i++) {
                if (chunks.wordInSentence[i] == 1 && chunks.sentence[i] % k == 0) {
                    out.add(chunks.minutia[i], chunks.first + i);
                }
            }
            return true;
        }

        @Override
        public void finish(long words, long chunks, SelectedChunks out) {}
    }
}
