package io.whorl.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.scheme.TextRules;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pins the fingerprints of one text by many schemes of version 1, because indexes store them. If a test fails, the
 * meaning of stored indexes has changed: raise {@link Scheme#CURRENT} instead of changing the vectors.
 */
class GoldenTest {
    private static final String TEXT = resource("golden.txt");
    private static final Map<String, String> GOLDEN = golden();
    private static final int LANGUAGES = 15;

    /** For each text: the language, the text, its words and its minutiae. */
    private static final List<String[]> WORDS_OF_LANGUAGES = wordsOfLanguages();

    @Test
    void everySchemeIsPinned() {
        assertEquals(Schemes.all().keySet(), GOLDEN.keySet());
    }

    @TestFactory
    List<DynamicTest> fingerprintsArePinned() {
        return Schemes.all().entrySet().stream()
                .map(e -> DynamicTest.dynamicTest(
                        e.getKey(), () -> assertEquals(GOLDEN.get(e.getKey()), line(Fingerprinter.of(e.getValue())))))
                .toList();
    }

    /**
     * The selection in full, the counts, the number of minutiae, the first eight in hexadecimal with their frequency if
     * above 1, and the SHA-256 of all of them in this form.
     */
    static String line(Fingerprinter fingerprinter) {
        Fingerprint f = fingerprinter.fingerprint(TEXT);
        DocumentCounts c = f.counts;
        List<String> minutiae = IntStream.range(0, f.size())
                .mapToObj(i -> Long.toHexString(f.minutia(i)) + (f.frequency(i) == 1 ? "" : "*" + f.frequency(i)))
                .toList();
        return String.join(
                "\t",
                fingerprinter.scheme().selection().toString(),
                c.words() + " " + c.units() + " " + c.chunks() + " " + c.malformed(),
                Integer.toString(f.size()),
                String.join(" ", minutiae.subList(0, Math.min(8, f.size()))),
                sha256(String.join(" ", minutiae)));
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, String> golden() {
        Map<String, String> lines = new LinkedHashMap<>();
        for (String line : resource("golden.tsv").lines().toList()) {
            int tab = line.indexOf('\t');
            lines.put(line.substring(0, tab), line.substring(tab + 1));
        }
        return lines;
    }

    private static String resource(String name) {
        try (InputStream in = GoldenTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // Pins the words and minutiae of the default scheme, version 1, in many languages. As in {@link GoldenTest},
    // raise {@link Scheme#CURRENT} instead of changing the vectors.

    @TestFactory
    List<DynamicTest> wordsAndMinutiaeArePinned() {
        return WORDS_OF_LANGUAGES.stream()
                .map(line -> DynamicTest.dynamicTest(line[0], () -> {
                    assertEquals(line[2], words(line[1], false));
                    assertEquals(line[2], words(line[1], true));
                    assertEquals(line[3], minutiae(line[1]));
                }))
                .toList();
    }

    @Test
    void decomposedTextsHaveTheSameMinutiae() {
        for (int i = 1; i < WORDS_OF_LANGUAGES.size(); i++) {
            if (WORDS_OF_LANGUAGES.get(i)[0].endsWith(", decomposed")) {
                assertEquals(
                        WORDS_OF_LANGUAGES.get(i - 1)[3],
                        WORDS_OF_LANGUAGES.get(i)[3],
                        WORDS_OF_LANGUAGES.get(i)[0]);
            }
        }
        long languages = WORDS_OF_LANGUAGES.stream()
                .filter(line -> !line[0].contains(","))
                .count();
        assertEquals(true, languages >= LANGUAGES, languages + " languages");
    }

    static String minutiae(String text) {
        Fingerprint f = Fingerprinter.of(Scheme.builder().build()).fingerprint(text);
        return IntStream.range(0, f.size())
                .mapToObj(i -> Long.toHexString(f.minutia(i)))
                .collect(Collectors.joining(" "));
    }

    static String words(String text, boolean structure) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        WordReader reader = WordReader.of(Scheme.builder().build().text(), structure);
        reader.open(utf8, 0, utf8.length);
        List<String> words = new ArrayList<>();
        WordBlock block = new WordBlock();
        try {
            while (reader.next(block)) {
                for (int k = 0; k < block.count; k++) {
                    int start = block.start(k);
                    words.add(new String(block.bytes, start, block.end[k] - start, StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return String.join(" ", words);
    }

    private static List<String[]> wordsOfLanguages() {
        return resource("languages.tsv").lines().map(l -> l.split("\t")).toList();
    }

    // The examples of the papers.

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
     * COPS table 1, with k = 3; COPS 3.1 and HZ 7: a shorter last chunk is kept if chunks do not overlap, and dropped
     * with any other step. A document of fewer units than a chunk is one chunk.
     */
    @ParameterizedTest
    @CsvSource({
        "1,1,a b c d e f,a/b/c/d/e/f",
        "3,3,a b c d e f,a b c/d e f",
        "3,1,a b c d e f,a b c/b c d/c d e/d e f",
        "2,2,a b c d e f g,a b/c d/e f/g",
        "3,3,x a b c d e f,x a b/c d e/f",
        "3,2,a b c d e f,a b c/c d e",
        "2,3,a b c d e f g,a b/d e",
        "2,3,a b c d e f g h,a b/d e/g h",
        "4,1,a b c,a b c",
        "4,7,a b c,a b c"
    })
    void chunksOfWords(int granularity, int step, String text, String chunks) {
        Scheme scheme = Scheme.builder().granularity(granularity).step(step).build();
        assertEquals(List.of(chunks.split("/")), texts(Fingerprinter.of(scheme), text));
    }

    /** COPS table 1, strategy D: with seed 1, b's hash is a multiple of 3 and those of a, c, d and e are not. */
    @Test
    void hashedBreakpointsMatchCopsTable1() {
        Fingerprinter breakpoints =
                Fingerprinter.of(Scheme.builder().breakpoints(3).seed(1).build());
        assertEquals(List.of("a b", "c d e f"), texts(breakpoints, "a b c d e f"));
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
        return fingerprinter.trace(Fingerprinter.utf8(text)).stream()
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
