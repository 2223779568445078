package io.whorl.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class FirstAndFullTest extends Streams {
    @Property
    void fullAndAllSubstringsSelectEveryChunk(@ForAll("streams") ChunkStream stream) {
        List<Integer> all = IntStream.range(0, stream.chunks().size()).boxed().toList();
        assertEquals(all, twice(stream, selector(stream, "full", Map.of())));
        assertEquals(all, twice(stream, selector(stream, "all-substrings", Map.of())));
    }

    @Property
    void firstRSelectsTheFirstR(@ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 60) int r) {
        List<Integer> first =
                IntStream.range(0, Math.min(r, stream.chunks().size())).boxed().toList();
        Map<String, String> parameters = Map.of("r", Integer.toString(r));
        assertEquals(first, twice(stream, selector(stream, "first-r", parameters)));
        assertEquals(first, twice(stream, selector(stream, "first-r-sliding", parameters)));
    }

    @Example
    void firstRReportsWhenNoMoreChunksAreNeeded() {
        Selector selector = selector(new ChunkStream(List.of(), List.of(1), 40), "first-r", Map.of("r", "3"));
        ChunkBlock two = new ChunkBlock();
        two.count = 2;
        two.minutia = new long[] {1, 2};
        SelectedChunks out = new SelectedChunks(false);
        selector.start();
        assertTrue(selector.accept(two, out));
        assertFalse(selector.accept(two, out));
        assertEquals(3, out.size());
    }

    @Example
    void onlyAllSubstringsAndFirstRAreNonOverlapping() {
        ChunkStream any = new ChunkStream(List.of(), List.of(1), 40);
        List<String> nonOverlapping = Strategies.BuiltIns.ALL.stream()
                .map(SelectionProvider::name)
                .filter(name -> strategy(any, name, Map.of()).nonOverlapping())
                .toList();
        assertEquals(List.of("all-substrings", "first-r"), nonOverlapping);
    }
}
