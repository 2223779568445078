package io.whorl.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class MinSTest extends Streams {
    @Property
    void minSSelectsTheSmallestDistinctMinutiae(
            @ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 120) int s) {
        assertEquals(smallest(stream, s), twice(stream, selector(stream, "min-s", Map.of("s", Integer.toString(s)))));
    }

    @Example
    void repeatsInALongDocumentDoNotMatter() {
        Random random = new Random(5);
        List<Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            chunks.add(Chunk.of(random.nextInt(3_000) * 0x9E3779B97L & ((1L << 40) - 1)));
        }
        ChunkStream stream = new ChunkStream(chunks, List.of(777, 4_096), 40);
        for (String s : List.of("1", "31", "400", "2999", "3001")) {
            assertEquals(
                    smallest(stream, Integer.parseInt(s)), twice(stream, selector(stream, "min-s", Map.of("s", s))), s);
        }
    }

    private static List<Integer> smallest(ChunkStream stream, int s) {
        TreeMap<Long, Integer> firstPlace = new TreeMap<>(Long::compareUnsigned);
        for (int place = 0; place < stream.chunks().size(); place++) {
            firstPlace.putIfAbsent(order(stream, place), place);
        }
        return firstPlace.values().stream().limit(s).sorted().toList();
    }
}
