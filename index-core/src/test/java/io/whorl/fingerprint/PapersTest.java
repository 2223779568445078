package io.whorl.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.scheme.TextRules;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import io.whorl.text.TextBytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of the papers. */
class PapersTest {
    private static final String LMD_A =
            "Classrooms have become inoculation centres as health workers try to stop the spread"
                    + " of the disease. More than 1,700 pupils and staff were injected today to combat"
                    + " what's been described as a"
                    + " public health emergency .";
    private static final String LMD_B =
            "This morning children were queuing for injections not lessons at the school at the"
                    + " centre of the outbreak. Health teams have begun immunising 1,700 pupils and staff"
                    + " in an attempt to stop any"
                    + " further cases of meningitis and bring this public health emergency under control.";
    private static final String LMD_C = "There's a lot of pressure put on people in their various capacities and if you"
            + " suddenly find there are pressures coming on you that make it impossible to do your job ...";
    private static final String LMD_D =
            "There's a lot of pressure on people in various capacities, and if you find there are"
                    + " pressures that make it impossible to do your job ...";

    @Test
    void theRoseHasThreeDistinctShingles() {
        Fingerprinter shingling =
                Fingerprinter.of(Scheme.builder().granularity(4).build());
        String rose = "a rose is a rose is a rose";
        assertEquals(3, shingling.fingerprint(rose).size());
        assertEquals(5, shingling.fingerprint(rose).chunks());
        assertEquals(List.of("a rose is a", "rose is a rose", "is a rose is"), texts(shingling, rose));
    }

    @Test
    void trigramsMatchTable1OfLmd() {
        Fingerprinter trigrams = Fingerprinter.of(Scheme.builder()
                .granularity(3)
                .apostrophe(TextRules.Apostrophe.JOIN)
                .numbers(TextRules.Numbers.SYMBOL)
                .build());
        Fingerprint a = trigrams.fingerprint(LMD_A);
        Fingerprint b = trigrams.fingerprint(LMD_B);
        assertEquals(33, a.size());
        assertEquals(43, b.size());
        assertEquals(3, a.shared(b));
    }

    @ParameterizedTest
    @CsvSource({"3, 29, 23, 15", "4, 28, 22, 10", "5, 27, 21, 6"})
    void runsOfWordsMatchTable2OfLmd(int n, int ofC, int ofD, int shared) {
        Fingerprinter runs = Fingerprinter.of(Scheme.builder()
                .granularity(n)
                .apostrophe(TextRules.Apostrophe.JOIN)
                .build());
        Fingerprint c = runs.fingerprint(LMD_C);
        Fingerprint d = runs.fingerprint(LMD_D);
        assertEquals(ofC, c.size());
        assertEquals(ofD, d.size());
        assertEquals(shared, c.shared(d));
        assertEquals(shared, d.shared(c));
    }

    /**
     * HZ 7: the chunks of one text begin at A and D, those of the other at X, C and F, of which the last is shorter.
     * The texts share no chunk.
     */
    @Test
    void anInsertionShiftsAllSubstrings() {
        Fingerprinter all = Fingerprinter.of(Scheme.builder()
                .granularity(3)
                .selection(Selection.of("all-substrings"))
                .build());
        assertEquals(List.of("a b c", "d e f"), texts(all, "A B C D E F"));
        assertEquals(List.of("x a b", "c d e", "f"), texts(all, "X A B C D E F"));
        assertEquals(0, all.fingerprint("A B C D E F").shared(all.fingerprint("X A B C D E F")));
        Fingerprinter sliding = Fingerprinter.of(Scheme.builder()
                .granularity(3)
                .selection(Selection.of("first-r-sliding"))
                .build());
        assertEquals(4, sliding.fingerprint("A B C D E F").shared(sliding.fingerprint("X A B C D E F")));
    }

    /** COPS 3.1: AB, CD, EF, G. */
    @Test
    void firstRKeepsAShorterLastChunk() {
        Fingerprinter first = Fingerprinter.of(Scheme.builder()
                .granularity(2)
                .selection(Selection.of("first-r"))
                .build());
        assertEquals(List.of("a b", "c d", "e f", "g"), texts(first, "A B C D E F G"));
        assertEquals(List.of("g"), texts(first, "G"));
    }

    private static List<String> texts(Fingerprinter fingerprinter, String text) {
        return fingerprinter.trace(TextBytes.of(text)).stream()
                .map(TracedMinutia::text)
                .toList();
    }

    // Compares the word trigrams of the Federalist Papers (LMD 6.3) with independent counts.

    @NeedsData
    @Test
    void theNumberOfTrigramsMatchesThePaper() throws Exception {
        Fingerprinter trigrams = Fingerprinter.of(Scheme.builder()
                .granularity(3)
                .words(TextRules.Words.ALPHABETIC)
                .build());
        Set<Long> union = new HashSet<>();
        long postings = 0;
        long words = 0;
        for (Path paper : papers(TestData.of("federalist/docs"))) {
            Fingerprint fingerprint = trigrams.fingerprint(Files.readAllBytes(paper));
            for (long minutia : fingerprint.toArray()) {
                union.add(minutia);
            }
            postings += fingerprint.size();
            words += fingerprint.words();
        }
        assertEquals(190_239, words);
        assertEquals(139_950, union.size());
        assertEquals(179_409, postings);
    }

    private static List<Path> papers(Path docs) throws Exception {
        try (Stream<Path> files = Files.list(docs)) {
            return files.sorted().toList();
        }
    }
}
