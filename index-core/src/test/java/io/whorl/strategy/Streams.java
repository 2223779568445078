package io.whorl.strategy;

import io.whorl.hash.MinutiaOrder;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.Selector;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;

/** Random documents: with few minutiae, which repeat, or many, in blocks of any size, including 0. */
abstract class Streams {
    static final Chunking WORDS = new Chunking(Chunking.Unit.WORD, 4, 1, Chunking.Order.SEQUENCE, OptionalInt.empty());

    @Provide
    Arbitrary<ChunkStream> streams() {
        return Arbitraries.of(32, 40, 63, 64).flatMap(bits -> Combinators.combine(
                        chunk(bits).list().ofMaxSize(200),
                        Arbitraries.integers()
                                .between(0, 20)
                                .list()
                                .ofMinSize(1)
                                .ofMaxSize(5))
                .as((chunks, cuts) -> new ChunkStream(chunks, withProgress(cuts), bits)));
    }

    private static Arbitrary<Chunk> chunk(int bits) {
        long mask = -1L >>> (64 - bits);
        Arbitrary<Long> wide = Arbitraries.longs().map(x -> x & mask);
        Arbitrary<Long> few = Arbitraries.longs().between(0, 5).map(x -> (x * 0x0123456789ABCDEFL) & mask);
        Arbitrary<String> letters = Arbitraries.of("a", "b", "c", "d", "e", "é", "語", "𝕏");
        Arbitrary<String> words = letters.list().ofMinSize(1).ofMaxSize(7).map(all -> String.join("", all));
        Arbitrary<Integer> places = Arbitraries.integers().between(1, 12);
        return Combinators.combine(Arbitraries.oneOf(wide, few), words, places, places, places)
                .as(Chunk::new);
    }

    /** If all blocks were empty, the document would never end. */
    private static List<Integer> withProgress(List<Integer> cuts) {
        return cuts.stream().allMatch(c -> c == 0) ? List.of(0, 1) : cuts;
    }

    static SelectionStrategy strategy(ChunkStream stream, String name, Map<String, String> parameters) {
        return Strategies.create(new Selection(name, parameters), WORDS, new OrderHash(stream.bits()));
    }

    static Selector selector(ChunkStream stream, String name, Map<String, String> parameters) {
        return strategy(stream, name, parameters).selector();
    }

    /** Runs the selector twice, to show that nothing of one document is kept for the next. */
    static List<Integer> twice(ChunkStream stream, Selector selector) {
        List<Integer> first = stream.select(selector);
        List<Integer> second = stream.select(selector);
        if (!first.equals(second)) {
            throw new AssertionError("the second time " + second + ", the first " + first);
        }
        return first;
    }

    static long order(ChunkStream stream, int place) {
        return new OrderHash(stream.bits())
                .applyAsLong(stream.chunks().get(place).minutia());
    }

    /** A chunk of a random document. */
    record Chunk(long minutia, String firstWord, int wordInSentence, int sentence, int wordInParagraph) {
        static Chunk of(long minutia) {
            return new Chunk(minutia, "", 1, 1, 1);
        }
    }

    /** A bijection of W-bit numbers, as an order of minutiae. */
    record OrderHash(int bits) implements MinutiaOrder {
        @Override
        public long applyAsLong(long minutia) {
            long mask = -1L >>> (64 - bits);
            long x = (minutia * 0x9E3779B97F4A7C15L) & mask;
            x ^= x >>> (bits / 2);
            return (x * 0xD6E8FEB86659FD93L) & mask;
        }

        @Override
        public void applyAll(long[] minutiae, int count, long[] orders) {
            for (int i = 0; i < count; i++) {
                orders[i] = applyAsLong(minutiae[i]);
            }
        }
    }

    /**
     * The chunks of a document, and how they are split into blocks.
     *
     * @param cuts the sizes of the blocks, repeated; 0 gives an empty block
     */
    record ChunkStream(List<Chunk> chunks, List<Integer> cuts, int bits) {
        /**
         * Passes the stream to a selector, as a fingerprinter does. Returns the selected positions, whose minutiae are
         * checked.
         */
        List<Integer> select(Selector selector, long words) {
            SelectedChunks out = new SelectedChunks(true);
            selector.start();
            int at = 0;
            boolean wanted = true;
            for (int cut = 0; at < chunks.size() && wanted; cut++) {
                int to = Math.min(chunks.size(), at + cuts.get(cut % cuts.size()));
                wanted = selector.accept(block(at, to), out);
                at = to;
            }
            selector.finish(words, chunks.size(), out);
            List<Integer> places = new ArrayList<>();
            for (int i = 0; i < out.size(); i++) {
                int place = (int) out.chunk(i);
                if (chunks.get(place).minutia() != out.minutia(i)) {
                    throw new AssertionError("place " + place + " has another minutia than " + out.minutia(i));
                }
                places.add(place);
            }
            return places;
        }

        List<Integer> select(Selector selector) {
            return select(selector, chunks.size());
        }

        /** The minutiae at positions. */
        List<Long> minutiae(List<Integer> places) {
            return places.stream().map(p -> chunks.get(p).minutia()).toList();
        }

        /** The arrays are longer than the block and hold arbitrary values beyond it, like reused arrays. */
        private ChunkBlock block(int from, int to) {
            ChunkBlock block = new ChunkBlock();
            int n = to - from;
            block.count = n;
            block.first = from;
            block.minutia = new long[n + 3];
            block.wordInSentence = new int[n + 3];
            block.sentence = new int[n + 3];
            block.wordInParagraph = new int[n + 3];
            block.firstWordEnd = new int[n + 3];
            Arrays.fill(block.minutia, 7);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int i = 0; i < n; i++) {
                Chunk chunk = chunks.get(from + i);
                block.minutia[i] = chunk.minutia();
                block.wordInSentence[i] = chunk.wordInSentence();
                block.sentence[i] = chunk.sentence();
                block.wordInParagraph[i] = chunk.wordInParagraph();
                bytes.writeBytes(chunk.firstWord().getBytes(StandardCharsets.UTF_8));
                block.firstWordEnd[i] = bytes.size();
                bytes.write(' ');
            }
            block.firstWord = bytes.toByteArray();
            return block;
        }
    }
}
