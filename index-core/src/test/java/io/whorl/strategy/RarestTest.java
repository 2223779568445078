package io.whorl.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.select.Selector;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RarestTest extends Streams {
    @Property
    void rarestInDocumentSelectsTheMinutiaeOfLowestFrequency(
            @ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 100) int r) {
        List<Long> minutiae = stream.chunks().stream().map(Chunk::minutia).toList();
        Map<Long, Long> frequency = count(minutiae);
        List<Integer> expected = IntStream.range(0, minutiae.size())
                .boxed()
                .filter(place -> minutiae.indexOf(minutiae.get(place)) == place)
                .sorted(Comparator.comparing((Integer place) -> frequency.get(minutiae.get(place)))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(r)
                .sorted()
                .toList();
        Selector selector = selector(stream, "rarest-in-document", Map.of("r", Integer.toString(r)));
        assertEquals(expected, twice(stream, selector));
    }

    @Property
    void rarestPrefixSelectsTheChunksOfRarestPrefix(
            @ForAll("streams") ChunkStream stream,
            @ForAll @IntRange(min = 1, max = 100) int r,
            @ForAll @IntRange(min = 1, max = 8) int p) {
        List<String> prefixes =
                stream.chunks().stream().map(c -> prefix(c.firstWord(), p)).toList();
        Map<String, Long> frequency = count(prefixes);
        List<Integer> expected = IntStream.range(0, prefixes.size())
                .boxed()
                .sorted(Comparator.comparing((Integer place) -> frequency.get(prefixes.get(place)))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(r)
                .sorted()
                .toList();
        Map<String, String> parameters = Map.of("r", Integer.toString(r), "p", Integer.toString(p));
        assertEquals(expected, twice(stream, selector(stream, "rarest-prefix", parameters)));
    }

    @Example
    void manyPrefixesKeepTheirNumbers() {
        RaritySelection.Prefixes prefixes = new RaritySelection.Prefixes();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 20_000; i++) {
                byte[] bytes = ("x" + i).getBytes(StandardCharsets.US_ASCII);
                assertEquals(i, prefixes.number(bytes, 0, bytes.length));
            }
        }
        assertEquals(20_000, prefixes.count());
    }

    private static String prefix(String word, int p) {
        int letters = Math.min(p, word.codePointCount(0, word.length()));
        return word.substring(0, word.offsetByCodePoints(0, letters));
    }

    private static <T> Map<T, Long> count(List<T> values) {
        return values.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }
}
