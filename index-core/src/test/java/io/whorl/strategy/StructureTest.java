package io.whorl.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class StructureTest extends Streams {
    @Property
    void anchorSelectsTheChunksWhoseFirstWordContainsAnAnchor(
            @ForAll("streams") ChunkStream stream,
            @ForAll @Size(min = 1, max = 12)
                    Set<@StringLength(min = 1, max = 4) @CharRange(from = 'a', to = 'e') String> anchors) {
        Map<String, String> parameters = Map.of("anchors", String.join("|", anchors));
        assertEquals(
                where(stream, c -> anchors.stream().anyMatch(c.firstWord()::contains)),
                twice(stream, selector(stream, "anchor", parameters)));
    }

    @Property
    void anchorsMayBeInAnyScript(@ForAll("streams") ChunkStream stream) {
        assertEquals(
                where(stream, c -> c.firstWord().contains("語é") || c.firstWord().contains("𝕏")),
                twice(stream, selector(stream, "anchor", Map.of("anchors", "語é|𝕏"))));
    }

    @Property
    void kthInSentenceAndParagraphSelectTheChunksThatBeginThere(
            @ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 14) int k) {
        Map<String, String> parameters = Map.of("k", Integer.toString(k));
        assertEquals(
                where(stream, c -> c.wordInSentence() == k),
                twice(stream, selector(stream, "kth-in-sentence", parameters)));
        assertEquals(
                where(stream, c -> c.wordInParagraph() == k),
                twice(stream, selector(stream, "kth-in-paragraph", parameters)));
        assertEquals(
                where(stream, c -> c.wordInSentence() == 1 && c.sentence() % k == 0),
                twice(stream, selector(stream, "kth-sentence", parameters)));
    }

    @Property
    void theAutomatonMatchesContains(
            @ForAll @Size(min = 1, max = 8)
                    List<@StringLength(min = 1, max = 5) @CharRange(from = 'a', to = 'c') String> strings,
            @ForAll @StringLength(max = 30) @CharRange(from = 'a', to = 'd') String text) {
        Anchor.AnchorAutomaton automaton = new Anchor.AnchorAutomaton(
                strings.stream().map(s -> s.getBytes(StandardCharsets.US_ASCII)).toList());
        byte[] bytes = ("#" + text + "#").getBytes(StandardCharsets.US_ASCII);
        assertEquals(strings.stream().anyMatch(text::contains), automaton.occursIn(bytes, 1, bytes.length - 1));
    }

    @Example
    void thereAre35DefaultAnchorsOfTwoLetters() {
        String[] anchors = Anchor.DEFAULT.split("\\|");
        assertEquals(35, Set.of(anchors).size());
        assertTrue(List.of(anchors).stream().allMatch(a -> a.matches("[a-z]{2}")));
        assertFalse(List.of(anchors).contains("th"));
    }

    private static List<Integer> where(ChunkStream stream, Predicate<Chunk> holds) {
        return IntStream.range(0, stream.chunks().size())
                .filter(i -> holds.test(stream.chunks().get(i)))
                .boxed()
                .toList();
    }
}
