package io.whorl.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.Selector;
import io.whorl.strategy.Streams.Chunk;
import io.whorl.strategy.Streams.ChunkStream;
import io.whorl.strategy.Streams.OrderHash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class WinnowingTest extends Streams {
    @Property
    void winnowingSelectsTheRightmostMinimumOfEachWindow(
            @ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 40) int w) {
        assertEquals(minima(stream, w), twice(stream, winnowing(stream, w)));
    }

    /** In blocks of any size, with few minutiae, which tie, or many. */
    @Property(tries = 150)
    void blocksAndTheQueueSelectTheSame(
            @ForAll @IntRange(min = 1, max = Winnowing.BlockWinnowing.MOST_W) int w,
            @ForAll @IntRange(min = 1, max = 3_000) int most,
            @ForAll boolean few,
            @ForAll long seed) {
        Random random = new Random(seed);
        OrderHash order = new OrderHash(52);
        Selector blocks = new Winnowing.BlockWinnowing(order, w);
        Selector queue = new Winnowing(order, w);
        for (int document = 0; document < 2; document++) {
            int chunks = random.nextInt(2 * most);
            SelectedChunks expected = new SelectedChunks(true);
            SelectedChunks found = new SelectedChunks(true);
            blocks.start();
            queue.start();
            ChunkBlock block = new ChunkBlock();
            for (int at = 0; at < chunks; at += block.count) {
                block.first = at;
                block.count = 0;
                int size = Math.min(chunks - at, 1 + random.nextInt(most));
                for (int i = 0; i < size; i++) {
                    block.add(few ? random.nextInt(3) : random.nextLong() >>> 12);
                }
                blocks.accept(block, found);
                queue.accept(block, expected);
            }
            blocks.finish(chunks, chunks, found);
            queue.finish(chunks, chunks, expected);
            assertEquals(expected.size(), found.size());
            for (int i = 0; i < expected.size(); i++) {
                assertEquals(expected.chunk(i), found.chunk(i));
                assertEquals(expected.minutia(i), found.minutia(i));
            }
        }
    }

    /** A window is a part of a short document, down to one chunk: then all chunks are kept. */
    @Property
    void theWindowIsAtMostAPartOfTheDocument(
            @ForAll("streams") ChunkStream stream,
            @ForAll @IntRange(min = 1, max = 40) int w,
            @ForAll @IntRange(min = 1, max = 20) int parts) {
        int window = Math.min(w, Math.max(1, stream.chunks().size() / parts));
        Map<String, String> parameters = Map.of("w", Integer.toString(w), "parts", Integer.toString(parts));
        assertEquals(minima(stream, window), twice(stream, selector(stream, "winnowing", parameters)));
    }

    @Property
    void wideMinutiaeAndLongWindowsUseTheQueue(@ForAll("streams") ChunkStream stream) {
        boolean fast = stream.bits() <= 52;
        assertEquals(fast, winnowing(stream, Winnowing.BlockWinnowing.MOST_W) instanceof Winnowing.BlockWinnowing);
        assertFalse(winnowing(stream, Winnowing.BlockWinnowing.MOST_W + 1) instanceof Winnowing.BlockWinnowing);
        assertEquals(minima(stream, 257), twice(stream, winnowing(stream, 257)));
    }

    /** The guarantee of the paper: two documents that share w chunks, so w + n − 1 units, share a minutia. */
    @Property
    void textsThatShareAWindowShareAMinutia(
            @ForAll("streams") ChunkStream a,
            @ForAll("streams") ChunkStream b,
            @ForAll @IntRange(min = 1, max = 20) int w,
            @ForAll long seed) {
        List<Chunk> run = new ArrayList<>();
        Random random = new Random(seed);
        for (int i = 0; i < w; i++) {
            run.add(Chunk.of(random.nextInt() & 0xFFFFFFFFL));
        }
        List<Long> fromA = selectedWithin(insert(a, run, 32), w);
        List<Long> fromB = selectedWithin(insert(b, run, 32), w);
        assertFalse(Collections.disjoint(fromA, fromB), fromA + " and " + fromB);
    }

    private static List<Long> selectedWithin(ChunkStream stream, int w) {
        return stream.minutiae(stream.select(winnowing(stream, w)));
    }

    private static ChunkStream insert(ChunkStream into, List<Chunk> run, int bits) {
        List<Chunk> chunks = new ArrayList<>();
        into.chunks().forEach(c -> chunks.add(Chunk.of(c.minutia() & 0xFFFFFFFFL)));
        chunks.addAll(chunks.size() / 2, run);
        return new ChunkStream(chunks, into.cuts(), bits);
    }

    private static List<Integer> minima(ChunkStream stream, int w) {
        TreeSet<Integer> places = new TreeSet<>();
        int n = stream.chunks().size();
        for (int from = 0; from + w <= n; from++) {
            places.add(rightmostMinimum(stream, from, from + w));
        }
        if (n > 0 && n < w) {
            places.add(rightmostMinimum(stream, 0, n));
        }
        return List.copyOf(places);
    }

    private static int rightmostMinimum(ChunkStream stream, int from, int to) {
        int best = from;
        for (int i = from; i < to; i++) {
            best = Long.compareUnsigned(order(stream, i), order(stream, best)) <= 0 ? i : best;
        }
        return best;
    }

    private static Selector winnowing(ChunkStream stream, int w) {
        return selector(stream, "winnowing", Map.of("w", Integer.toString(w)));
    }
}
