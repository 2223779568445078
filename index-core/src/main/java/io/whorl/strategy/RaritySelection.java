package io.whorl.strategy;

import io.whorl.LimitExceededException;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import io.whorl.strategy.BuiltInStrategy.BuiltInProvider;
import io.whorl.strategy.BuiltInStrategy.HeldChunks;
import io.whorl.text.WordSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntUnaryOperator;

/**
 * The strategies that select what is rarest in the document (HZ 5). They hold every chunk until the document ends,
 * because only then its frequencies are known.
 */
final class RaritySelection {
    /** The heap per chunk in bytes if each chunk has another prefix, without the letters; see {@link WordSet}. */
    private static final int PREFIXED = HeldChunks.BYTES + 64;

    static final List<SelectionProvider> PROVIDERS = List.of(
            new BuiltInProvider("rarest-in-document", List.of("r"), (parameters, chunking, order) -> {
                int r = parameters.r();
                return parameters.holding((held, words, out) -> selectRarest(held, r, out));
            }),
            new BuiltInProvider("rarest-prefix", List.of("r", "p"), (parameters, chunking, order) -> {
                int r = parameters.r();
                int p = parameters.integer("p", 5, 1, 100);
                return parameters
                        .strategy(() -> new RarestPrefix(r, p, Integer.MAX_VALUE - 8))
                        .needing(ChunkNeeds.FIRST_WORD)
                        .keepingPerChunk(PREFIXED + 8 * p);
            }));

    private RaritySelection() {}

    /**
     * Selects the r minutiae of lowest frequency in the document; ties go to the earliest (HZ 5). Each minutia is
     * selected once, with its first chunk.
     */
    private static void selectRarest(SelectedChunks held, int r, SelectedChunks out) {
        long[] distinct = Arrays.copyOf(held.array(), held.size());
        // In signed order: equal minutiae only need to be neighbours.
        Arrays.sort(distinct);
        int[] frequency = new int[distinct.length];
        int runs = 0;
        for (int i = 0; i < distinct.length; i++) {
            if (runs == 0 || distinct[i] != distinct[runs - 1]) {
                distinct[runs++] = distinct[i];
            }
            frequency[runs - 1]++;
        }
        int count = runs;
        select(
                held,
                r,
                place -> {
                    int run = Arrays.binarySearch(distinct, 0, count, held.minutia(place));
                    int its = frequency[run];
                    frequency[run] = 0;
                    return its;
                },
                out);
    }

    /**
     * Selects the r candidates of lowest frequency; ties go to the earliest. Memory is O(r).
     *
     * @param frequency the frequency for each place, in text order; 0 if its chunk is no candidate
     */
    private static void select(SelectedChunks held, int r, IntUnaryOperator frequency, SelectedChunks out) {
        // Frequency and place of each candidate as one number. Candidates that are not kept are not boxed.
        PriorityQueue<Long> kept = new PriorityQueue<>(Comparator.reverseOrder());
        for (int place = 0; place < held.size(); place++) {
            int its = frequency.applyAsInt(place);
            long key = ((long) its << 32) | place;
            if (its > 0 && (kept.size() < r || key < kept.element())) {
                if (kept.size() == r) {
                    kept.remove();
                }
                kept.add(key);
            }
        }
        HeldChunks.select(held, kept.stream().mapToInt(Long::intValue).toArray(), out);
    }

    /**
     * Selects the r chunks whose first word has the rarest prefix of p letters among the first words of all chunks;
     * ties go to the earliest (HZ 5, rarest prefix). A shorter word is its own prefix. A letter is a code point.
     */
    static final class RarestPrefix implements Selector {
        /** The maximum length of an array that is kept for the next document. */
        private static final int KEPT = 1 << 18;

        private final int p;
        private final int mostBytes;
        private final HeldChunks held;
        private WordSet prefixes = new WordSet();
        /** The number of the prefix of each chunk. */
        private int[] prefix = new int[1 << 10];

        /** @param mostBytes the maximum number of bytes of all prefixes */
        RarestPrefix(int r, int p, int mostBytes) {
            this.p = p;
            this.mostBytes = mostBytes;
            held = new HeldChunks((chunks, words, out) -> {
                int[] frequency = new int[prefixes.size()];
                for (int place = 0; place < chunks.size(); place++) {
                    frequency[prefix[place]]++;
                }
                select(chunks, r, place -> frequency[prefix[place]], out);
            });
        }

        @Override
        public void start() {
            held.start();
            prefixes = new WordSet();
            if (prefix.length > KEPT) {
                prefix = new int[1 << 10];
            }
        }

        @Override
        public boolean accept(ChunkBlock chunks, SelectedChunks out) {
            int place = held.all.size();
            held.accept(chunks, out);
            int size = place + chunks.count;
            if (size > prefix.length) {
                prefix = Arrays.copyOf(prefix, Math.max(size, prefix.length + (prefix.length >> 1)));
            }
            for (int k = 0; k < chunks.count; k++) {
                int from = chunks.firstWordStart(k);
                int to = prefixEnd(chunks.firstWord, from, chunks.firstWordEnd[k]);
                LimitExceededException.require(
                        "bytes of the prefixes of one document",
                        (long) prefixes.bytes() + to - from,
                        mostBytes,
                        "split the document");
                prefix[place + k] = prefixes.add(chunks.firstWord, from, to);
            }
            return true;
        }

        @Override
        public void finish(long words, long chunks, SelectedChunks out) {
            held.finish(words, chunks, out);
            start();
        }

        private int prefixEnd(byte[] utf8, int from, int to) {
            int letters = 0;
            for (int i = from; i < to; i++) {
                // A code point begins at every byte that is not a continuation byte (10xxxxxx).
                if ((utf8[i] & 0xC0) != 0x80 && letters++ == p) {
                    return i;
                }
            }
            return to;
        }
    }
}
