package io.whorl.fingerprint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.text.TextBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Tests strategies that read words and sentences, from text to fingerprint, with every form of chunks of words. */
class StructureSelectionTest {
    private static final String SIX_SENTENCES = "One two three. Four five six! Seven eight nine ten? Eleven twelve."
            + "\n\nThirteen, fourteen, fifteen. Sixteen seventeen.";

    @Example
    void kthStrategiesSelectTheExpectedChunks() {
        assertEquals(
                List.of("two three", "five six", "eight nine", "twelve thirteen", "fourteen fifteen"),
                texts("kth-in-sentence", "2"));
        assertEquals(List.of("four five", "sixteen seventeen"), texts("kth-in-paragraph", "4"));
        assertEquals(List.of("four five", "eleven twelve", "sixteen seventeen"), texts("kth-sentence", "2"));
        assertEquals(List.of("thirteen fourteen"), texts("kth-sentence", "5"));
    }

    @Property
    void anchorsMatchTheFirstWordOnly(@ForAll("bases") Scheme base, @ForAll("texts") String text) throws IOException {
        Scheme written =
                Fingerprinter.of(base.withSelection(Selection.of("anchor"))).scheme();
        List<String> defaults =
                List.of(written.selection().parameters().get("anchors").split("\\|"));
        check(base, Selection.of("anchor"), text, c -> defaults.stream().anyMatch(c.firstWord()::contains));
        check(
                base,
                new Selection("anchor", Map.of("anchors", "本|ro")),
                text,
                c -> c.firstWord().contains("本") || c.firstWord().contains("ro"));
    }

    @Property
    void positionsAreThoseOfTheFirstWord(
            @ForAll("bases") Scheme base, @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 6) int k)
            throws IOException {
        Map<String, String> parameters = Map.of("k", Integer.toString(k));
        check(base, new Selection("kth-in-sentence", parameters), text, c -> c.wordInSentence() == k);
        check(base, new Selection("kth-in-paragraph", parameters), text, c -> c.wordInParagraph() == k);
        check(
                base,
                new Selection("kth-sentence", parameters),
                text,
                c -> c.wordInSentence() == 1 && c.sentence() % k == 0);
    }

    /** The guarantee of winnowing in words: w + n − 1 shared words give a shared minutia. */
    @Property
    void textsThatShareAWindowOfWordsShareAMinutia(
            @ForAll("texts") String a,
            @ForAll("texts") String b,
            @ForAll @IntRange(min = 1, max = 12) int w,
            @ForAll long seed) {
        int n = 4;
        Random random = new Random(seed);
        List<String> run = new ArrayList<>();
        for (int i = 0; i < w + n - 1; i++) {
            run.add("run" + random.nextInt(10));
        }
        Fingerprinter winnowing = Fingerprinter.of(Scheme.builder()
                .granularity(n)
                .selection("winnowing", Map.of("w", Integer.toString(w)))
                .build());
        String shared = " " + String.join(" ", run) + " ";
        Fingerprint left = winnowing.fingerprint(a + shared + b);
        Fingerprint right = winnowing.fingerprint(b + shared + a);
        assertFalse(left.shared(right) == 0, "nothing shared");
    }

    @Provide
    Arbitrary<Scheme> bases() {
        return Arbitraries.of(
                Scheme.builder().build(),
                Scheme.builder().granularity(1).build(),
                Scheme.builder().granularity(3).order(Chunking.Order.BAG).build(),
                Scheme.builder().granularity(3).step(2).build(),
                Scheme.builder().granularity(3).step(3).build(),
                Scheme.builder().granularity(2).step(5).build(),
                Scheme.builder().breakpoints(4).build(),
                Scheme.builder().breakpoints(4).order(Chunking.Order.BAG).build(),
                Scheme.builder()
                        .granularity(2)
                        .minWord(2)
                        .minSentence(3)
                        .stop(List.of("the", "is"))
                        .build());
    }

    @Provide
    Arbitrary<String> texts() {
        return Texts.any();
    }

    private static void check(Scheme base, Selection selection, String text, Predicate<SlowChunks.Placed> selected)
            throws IOException {
        long[] expected = SlowChunks.of(base, text).stream()
                .filter(selected)
                .mapToLong(SlowChunks.Placed::minutia)
                .sorted()
                .distinct()
                .toArray();
        Fingerprint actual = Fingerprinter.of(base.withSelection(selection)).fingerprint(text);
        assertArrayEquals(expected, actual.toArray(), selection + " of " + base);
    }

    private static List<String> texts(String selection, String k) {
        Scheme.Builder scheme = Scheme.builder().granularity(2).selection(selection, Map.of("k", k));
        return Fingerprinter.of(scheme.build()).trace(TextBytes.of(SIX_SENTENCES)).stream()
                .map(TracedMinutia::text)
                .toList();
    }
}
