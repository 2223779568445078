package io.whorl.strategy;

import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.Selector;
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
}
