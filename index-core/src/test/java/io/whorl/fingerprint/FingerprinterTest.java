package io.whorl.fingerprint;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.SchemeException;
import io.whorl.fingerprint.DefinitionsTest.Definitions;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.measure.Measure;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.plugin.IdleStrategy;
import io.whorl.plugin.LongWords;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.testing.NeedsData;
import io.whorl.testing.Repeated;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.io.InputStream;
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

class FingerprinterTest {
    private static final String TEXT = "Unwritten letters seldom travel. Posted letters often do, and answers follow.";

    @Test
    void writtenOutSchemesAreStable() {
        Schemes.all().forEach((name, scheme) -> {
            Scheme written = Fingerprinter.of(scheme).scheme();
            assertEquals(written, Fingerprinter.of(written).scheme(), name);
            assertEquals(written, Scheme.fromJson(written.toJson()), name);
            assertEquals(scheme, written.withSelection(scheme.selection()), name);
        });
        Scheme winnowing = Schemes.of("selection=winnowing");
        assertEquals(
                "winnowing:parts=1,w=8",
                Fingerprinter.of(winnowing).scheme().selection().toString());
    }

    @Test
    void malformedBytesAndUnpairedSurrogatesAreCounted() {
        Fingerprinter fingerprinter = Fingerprinter.of(Schemes.of("granularity=1"));
        byte[] bytes = "one two".getBytes(StandardCharsets.ISO_8859_1);
        bytes[3] = (byte) 0xFF;
        Fingerprint ofBytes = fingerprinter.fingerprint(bytes);
        assertEquals(new DocumentCounts(2, 2, 2, 1), ofBytes.counts);
        Fingerprint ofText = fingerprinter.fingerprint("one\uD800two");
        assertArrayEquals(ofBytes.toArray(), ofText.toArray());
        assertEquals(ofBytes.counts, ofText.counts);
        assertEquals(0, fingerprinter.fingerprint("one ? \uD83C\uDF39 two").malformed());
    }

    @Test
    void textBytesMatchUtf8() {
        String text = "aé語\uD83C\uDF39?z";
        assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), Fingerprinter.utf8(text));
        assertArrayEquals(
                new byte[] {'a', (byte) 0xFF, (byte) 0xC3, (byte) 0xA9, (byte) 0xFF, '?'},
                Fingerprinter.utf8("a\uDC00é\uD800?"));
        assertArrayEquals(
                new byte[] {(byte) 0xF0, (byte) 0x9F, (byte) 0x8C, (byte) 0xB9, (byte) 0xFF, 'x'},
                Fingerprinter.utf8("\uD83C\uDF39\uD83Cx"));
    }

    @Test
    void aPluginCanBeUsedByNameAndByInstance() {
        Scheme registered = Schemes.of("granularity=1 selection=long-words");
        Fingerprinter byName = Fingerprinter.of(registered);
        assertEquals("long-words:bytes=6", byName.scheme().selection().toString());
        assertEquals(
                List.of("unwritten", "letters", "seldom", "travel", "posted", "answers", "follow"),
                chunks(byName, TEXT));

        Scheme unregistered = registered.withSelection(new Selection("mine", Map.of("bytes", "7")));
        Fingerprinter byInstance = Fingerprinter.of(unregistered, new LongWords("mine"));
        assertEquals("mine:bytes=7", byInstance.scheme().selection().toString());
        assertEquals(List.of("unwritten", "letters", "answers"), chunks(byInstance, TEXT));
        assertReason(SchemeException.Reason.INVALID, () -> Fingerprinter.of(unregistered));
        assertThrows(IllegalArgumentException.class, () -> Fingerprinter.of(unregistered, new LongWords()));
        Scheme full = Scheme.builder().build();
        assertReason(SchemeException.Reason.INVALID, () -> Fingerprinter.of(full, new LongWords("full")));
        Scheme letters =
                unregistered.toBuilder().unit(Chunking.Unit.CHAR).granularity(2).build();
        assertReason(SchemeException.Reason.INVALID, "char", () -> Fingerprinter.of(letters, new LongWords("mine")));
    }

    private static List<String> chunks(Fingerprinter fingerprinter, String text) {
        return fingerprinter.trace(Fingerprinter.utf8(text)).stream()
                .map(TracedMinutia::text)
                .toList();
    }

    /** An index stores the name of its strategy, so an unregistered strategy is compared as sets. */
    @Test
    void anUnregisteredStrategyMustCompareDocumentsAsSets() {
        SelectionProvider sketching = new OneBlock() {
            @Override
            public Comparability comparability() {
                return Comparability.sketches(5);
            }
        };
        Scheme scheme =
                Scheme.builder().selection(Selection.of(sketching.name())).build();
        assertEquals(scheme, Fingerprinter.of(scheme, new OneBlock()).scheme());
        assertReason(SchemeException.Reason.INVALID, "register its plug-in", () -> Fingerprinter.of(scheme, sketching));
    }

    @Test
    void aSelectorThatIsDoneReceivesOnlyTheCounts() {
        OneBlock oneBlock = new OneBlock();
        Scheme scheme = Schemes.of("granularity=2 selection=one-block");
        Fingerprinter fingerprinter = Fingerprinter.of(scheme, oneBlock);
        String text = "one two three four five. ".repeat(5_001);
        for (int document = 1; document <= 2; document++) {
            DocumentCounts counts = fingerprinter.fingerprint(text).counts;
            assertEquals(document, oneBlock.blocks);
            assertEquals(25_004, counts.chunks());
            assertEquals(25_005, oneBlock.words);
            assertEquals(25_004, oneBlock.chunks);
        }
    }

    @Test
    void aFailedDocumentDoesNotAffectTheNext() throws IOException {
        Fingerprinter fingerprinter = Fingerprinter.of(Schemes.of("selection=winnowing"));
        Fingerprint expected = Fingerprinter.of(fingerprinter.scheme()).fingerprint(TEXT);
        InputStream broken = new InputStream() {
            private int left = 20_000;

            @Override
            public int read() throws IOException {
                if (left-- <= 0) {
                    throw new IOException("the line went dead");
                }
                return left % 7 == 0 ? ' ' : 'a' + left % 26;
            }
        };
        assertThrows(IOException.class, () -> fingerprinter.fingerprint(broken));
        assertArrayEquals(expected.toArray(), fingerprinter.fingerprint(TEXT).toArray());
    }

    @Test
    void aRangeOutsideTheArrayIsRefused() {
        MinutiaExtractor extractor = MinutiaExtractor.of(Scheme.builder().build());
        SelectedChunks out = new SelectedChunks(false);
        assertThrows(IndexOutOfBoundsException.class, () -> extractor.extract(new byte[5], 2, 6, out));
        assertThrows(IndexOutOfBoundsException.class, () -> extractor.extract(new byte[5], -1, 3, out));
    }

    /** Needs only the first block, and records the calls. */
    private static class OneBlock extends IdleStrategy {
        private int blocks;
        private long words;
        private long chunks;

        OneBlock() {
            super("one-block");
        }

        @Override
        public boolean accept(ChunkBlock block, SelectedChunks out) {
            blocks++;
            return false;
        }

        @Override
        public void finish(long wordCount, long chunkCount, SelectedChunks out) {
            words = wordCount;
            chunks = chunkCount;
        }
    }

    // Comparisons without an index. PartsTest checks that an index gives the same figures.

    private static final Scheme DEFAULT = Scheme.builder().build();
    private static final Scheme PAIRS = Schemes.of("granularity=2");

    private static double compare(Scheme scheme, Measure measure) {
        return Fingerprinter.of(scheme).compare("one two three four five", "one two three four six", measure);
    }

    /** Weights need a collection. Texts without minutiae score 0 by the others, if the strategy allows them. */
    @Test
    void measuresThatNeedACollectionOrAnotherStrategyAreRefused() {
        Scheme frequencies = Schemes.of("granularity=1 frequencies=true");
        Scheme sketches = Fingerprinter.of(Schemes.of("selection=min-s")).scheme();
        for (Measure measure : Measure.values()) {
            if (measure.weighted()) {
                assertReason(SchemeException.Reason.MEASURE, measure.label(), () -> compare(frequencies, measure));
            } else {
                assertEquals(0, Fingerprinter.of(DEFAULT).compare("too short", "", measure));
            }
        }
        for (Measure measure : List.of(Measure.PERCENT, Measure.CONTAINMENT, Measure.CONTAINED)) {
            assertFalse(measure.isSupportedBy(sketches));
            assertReason(SchemeException.Reason.MEASURE, () -> compare(sketches, measure));
        }
    }

    @Test
    void fingerprintsOfDifferentSchemesAreRefused() {
        Fingerprint a = Fingerprinter.of(DEFAULT).fingerprint("some words");
        Fingerprint b = Fingerprinter.of(DEFAULT.toBuilder().bits(41).build()).fingerprint("some words");
        assertReason(SchemeException.Reason.MISMATCH, () -> a.compare(b, Measure.SHARED));
    }

    @Test
    void theMatchesOfAMillionEqualPairsAreReadOneByOne() {
        String text = "word ".repeat(20_000);
        ChunkMatches found = Fingerprinter.of(PAIRS).locate(text, text);
        assertEquals(
                new ChunkMatches.ChunkMatch(2, 0, 3),
                found.stream().skip(3).findFirst().orElseThrow());
        assertEquals(19_999, found.ordered());
    }

    @Test
    void wrongThresholdsAreRefusedByName() {
        ChunkMatches any = Fingerprinter.of(PAIRS).locate("a b", "a b");
        for (double phi : new double[] {-0.1, 1.1, Double.NaN}) {
            String message = "phi is " + phi + "; it must be from 0 to 1";
            assertMessage(IllegalArgumentException.class, message, () -> any.matchRatio(phi));
        }
        assertThrows(IllegalArgumentException.class, () -> any.matches(-1));
        assertThrows(IllegalArgumentException.class, () -> any.orderedMatches(-1));
    }

    @Test
    void samplesThatAreNotComparedAsSetsAreNotLocated() {
        for (Selection selection : List.of(Selection.of("min-s"), Selection.of("mod-by-size"))) {
            Fingerprinter fingerprinter = Fingerprinter.of(PAIRS.withSelection(selection));
            assertReason(SchemeException.Reason.MEASURE, selection.name(), () -> fingerprinter.locate("a b", "a b"));
        }
    }

    // The fingerprints of one text by many schemes of version 1, and the words and minutiae of many languages, are
    // pinned, because indexes store them. If such a test fails, the meaning of stored indexes has changed: raise
    // Scheme.CURRENT instead of changing the vectors.

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
        return Repeated.list(
                f.size(), i -> Long.toHexString(f.minutia(i)) + (f.frequency(i) == 1 ? "" : "*" + f.frequency(i)));
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
        assertEquals(List.of(chunks.split("/")), chunks(Fingerprinter.of(Schemes.of(settings)), text));
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
