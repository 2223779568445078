package io.whorl.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.fingerprint.DefinitionsTest.Definitions;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.scheme.Scheme;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pins the fingerprints of one text by many schemes of version 1, and the words and minutiae of many languages, because
 * indexes store them. If a test fails, the meaning of stored indexes has changed: raise {@link Scheme#CURRENT} instead
 * of changing the vectors.
 */
class GoldenTest {
    private static final int LANGUAGES = 15;

    @Test
    void fingerprintsArePinned() throws Exception {
        String text = Schemes.text("golden.txt");
        List<String[]> golden = Schemes.rows("golden.tsv");
        assertEquals(36, golden.size());
        for (String[] row : golden) {
            assertEquals(String.join("\t", row), row[0] + line(Fingerprinter.of(Schemes.of(row[0])), text));
        }
    }

    /**
     * The selection in full, the counts, the number of minutiae, the first eight in hexadecimal with their frequency if
     * above 1, and the SHA-256 of all of them in this form.
     */
    private static String line(Fingerprinter fingerprinter, String text) throws Exception {
        Fingerprint f = fingerprinter.fingerprint(text);
        List<String> minutiae = minutiae(f);
        byte[] all = String.join(" ", minutiae).getBytes(StandardCharsets.US_ASCII);
        return String.format(
                "\t%s\t%d %d %d %d\t%d\t%s\t%s",
                fingerprinter.scheme().selection(),
                f.words(),
                f.units(),
                f.chunks(),
                f.malformed(),
                f.size(),
                String.join(" ", minutiae.subList(0, Math.min(8, f.size()))),
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(all)));
    }

    private static List<String> minutiae(Fingerprint f) {
        return IntStream.range(0, f.size())
                .mapToObj(i -> Long.toHexString(f.minutia(i)) + (f.frequency(i) == 1 ? "" : "*" + f.frequency(i)))
                .toList();
    }

    /**
     * The rows have the language, a text, its words and its minutiae. Decomposed texts follow the texts that they are.
     */
    @Test
    void wordsAndMinutiaeOfLanguagesArePinned() {
        Scheme scheme = Scheme.builder().build();
        Set<String> languages = new HashSet<>();
        String before = "";
        for (String[] row : Schemes.rows("languages.tsv")) {
            assertEquals(row[2], String.join(" ", new Definitions(scheme, row[1]).words()), row[0]);
            String minutiae = String.join(" ", minutiae(Fingerprinter.of(scheme).fingerprint(row[1])));
            assertEquals(row[3], minutiae, row[0]);
            if (row[0].endsWith(", decomposed")) {
                assertEquals(before, minutiae, row[0]);
            }
            before = minutiae;
            languages.add(row[0].split(",")[0]);
        }
        assertTrue(languages.size() >= LANGUAGES, languages::toString);
    }

    private static final Map<String, String> OF_LMD = Map.of(
            "A",
            "Classrooms have become inoculation centres as health workers try to stop the spread of the disease. More"
                    + " than 1,700 pupils and staff were injected today to combat what's been described as a public"
                    + " health emergency .",
            "B",
            "This morning children were queuing for injections not lessons at the school at the centre of the outbreak."
                    + " Health teams have begun immunising 1,700 pupils and staff in an attempt to stop any further"
                    + " cases of meningitis and bring this public health emergency under control.",
            "C",
            "There's a lot of pressure put on people in their various capacities and if you suddenly find there are"
                    + " pressures coming on you that make it impossible to do your job ...",
            "D",
            "There's a lot of pressure on people in various capacities, and if you find there are pressures that make"
                    + " it impossible to do your job ...");

    /** The numbers of minutiae of two texts, and of those that both have. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # Tables 1 and 2 of LMD.
            granularity=3 apostrophe=JOIN numbers=SYMBOL | A | B | 33 | 43 | 3
            granularity=3 apostrophe=JOIN                | C | D | 29 | 23 | 15
            granularity=4 apostrophe=JOIN                | C | D | 28 | 22 | 10
            granularity=5 apostrophe=JOIN                | C | D | 27 | 21 | 6
            # HZ 7: an insertion shifts all substrings that do not overlap.
            granularity=3 selection=all-substrings  | a b c d e f | x a b c d e f | 2 | 3 | 0
            granularity=3 selection=first-r-sliding | a b c d e f | x a b c d e f | 4 | 5 | 4
            """)
    void textsOfThePapersShareAsMany(String settings, String a, String b, int ofA, int ofB, int shared) {
        Fingerprinter fingerprinter = Fingerprinter.of(Schemes.of(settings));
        Fingerprint first = fingerprinter.fingerprint(OF_LMD.getOrDefault(a, a));
        Fingerprint second = fingerprinter.fingerprint(OF_LMD.getOrDefault(b, b));
        assertEquals(
                List.of(ofA, ofB, shared, shared),
                List.of(first.size(), second.size(), first.shared(second), second.shared(first)));
    }

    /** The chunks of the distinct minutiae. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            granularity=4        | a rose is a rose is a rose | a rose is a/rose is a rose/is a rose is
            # COPS table 1, with k = 3.
            granularity=1        | a b c d e f     | a/b/c/d/e/f
            granularity=3 step=3 | a b c d e f     | a b c/d e f
            granularity=3        | a b c d e f     | a b c/b c d/c d e/d e f
            # COPS 3.1 and HZ 7: a shorter last chunk is kept if chunks do not overlap.
            granularity=2 step=2 | a b c d e f g   | a b/c d/e f/g
            granularity=3 step=3 | x a b c d e f   | x a b/c d e/f
            granularity=3 selection=all-substrings | A B C D E F   | a b c/d e f
            granularity=3 selection=all-substrings | X A B C D E F | x a b/c d e/f
            granularity=2 selection=first-r        | A B C D E F G | a b/c d/e f/g
            granularity=2 selection=first-r        | G             | g
            # It is dropped with any other step.
            granularity=3 step=2 | a b c d e f     | a b c/c d e
            granularity=2 step=3 | a b c d e f g   | a b/d e
            granularity=2 step=3 | a b c d e f g h | a b/d e/g h
            # A document of fewer units than a chunk is one chunk.
            granularity=4        | a b c | a b c
            granularity=4 step=7 | a b c | a b c
            # COPS table 1, strategy D: with seed 1, b's hash is a multiple of 3 and those of a, c, d and e are not.
            breakpoints=3 seed=1 | a b c d e f     | a b/c d e f
            """)
    void chunksAreThoseOfThePapers(String settings, String text, String chunks) {
        assertEquals(
                List.of(chunks.split("/")),
                Fingerprinter.of(Schemes.of(settings)).trace(Fingerprinter.utf8(text)).stream()
                        .map(TracedMinutia::text)
                        .toList());
    }

    /** The word trigrams of the Federalist Papers (LMD 6.3), against independent counts. */
    @NeedsData
    @Test
    void theNumberOfTrigramsMatchesThePaper() throws Exception {
        Fingerprinter trigrams = Fingerprinter.of(Schemes.of("granularity=3 words=ALPHABETIC"));
        Set<Long> union = new HashSet<>();
        long postings = 0;
        long words = 0;
        try (Stream<Path> papers = Files.list(TestData.of("federalist/docs"))) {
            for (Path paper : papers.toList()) {
                Fingerprint fingerprint = trigrams.fingerprint(Files.readAllBytes(paper));
                IntStream.range(0, fingerprint.size()).forEach(i -> union.add(fingerprint.minutia(i)));
                postings += fingerprint.size();
                words += fingerprint.words();
            }
        }
        assertEquals(190_239, words);
        assertEquals(139_950, union.size());
        assertEquals(179_409, postings);
    }
}
