package io.whorl.fingerprint;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.measure.Measure;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.plugin.LongWords;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.Selector;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.LongUnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprinterTest {
    private static final String TEXT = "Unwritten letters seldom travel. Posted letters often do, and answers follow.";
    private static final Map<String, Scheme> SCHEMES = Schemes.all();
    private static final Map<String, Fingerprinter> FINGERPRINTERS = new HashMap<>();

    @Test
    void writtenOutSchemesAreStable() {
        Schemes.all().forEach((name, scheme) -> {
            Scheme written = Fingerprinter.of(scheme).scheme();
            assertEquals(written, Fingerprinter.of(written).scheme(), name);
            assertEquals(written, Scheme.fromJson(written.toJson()), name);
            assertEquals(scheme, written.withSelection(scheme.selection()), name);
        });
        Scheme winnowing = Scheme.builder().selection(Selection.of("winnowing")).build();
        assertEquals(
                "winnowing:parts=1,w=8",
                Fingerprinter.of(winnowing).scheme().selection().toString());
    }

    @Test
    void malformedBytesAndUnpairedSurrogatesAreCounted() {
        Fingerprinter fingerprinter =
                Fingerprinter.of(Scheme.builder().granularity(1).build());
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
        Scheme registered = Scheme.builder()
                .granularity(1)
                .selection(Selection.of("long-words"))
                .build();
        Fingerprinter byName = Fingerprinter.of(registered);
        assertEquals("long-words:bytes=6", byName.scheme().selection().toString());
        assertEquals(
                List.of("unwritten", "letters", "seldom", "travel", "posted", "answers", "follow"),
                byName.trace(Fingerprinter.utf8(TEXT)).stream()
                        .map(TracedMinutia::text)
                        .toList());

        Scheme unregistered = registered.withSelection(new Selection("mine", Map.of("bytes", "7")));
        Fingerprinter byInstance = Fingerprinter.of(unregistered, new LongWords("mine"));
        assertEquals("mine:bytes=7", byInstance.scheme().selection().toString());
        assertEquals(
                List.of("unwritten", "letters", "answers"),
                byInstance.trace(Fingerprinter.utf8(TEXT)).stream()
                        .map(TracedMinutia::text)
                        .toList());
        assertReason(SchemeException.Reason.INVALID, () -> Fingerprinter.of(unregistered));
        assertThrows(IllegalArgumentException.class, () -> Fingerprinter.of(unregistered, new LongWords()));
        Scheme full = Scheme.builder().build();
        assertReason(SchemeException.Reason.INVALID, () -> Fingerprinter.of(full, new LongWords("full")));
        Scheme letters =
                unregistered.toBuilder().unit(Chunking.Unit.CHAR).granularity(2).build();
        assertReason(SchemeException.Reason.INVALID, "char", () -> Fingerprinter.of(letters, new LongWords("mine")));
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
        Scheme scheme = Scheme.builder()
                .granularity(2)
                .selection(Selection.of("one-block"))
                .build();
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
        Fingerprinter fingerprinter = Fingerprinter.of(
                Scheme.builder().selection(Selection.of("winnowing")).build());
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
    private static class OneBlock implements SelectionProvider, SelectionStrategy, Selector {
        private int blocks;
        private long words;
        private long chunks;

        @Override
        public String name() {
            return "one-block";
        }

        @Override
        public List<String> parameters() {
            return List.of();
        }

        @Override
        public SelectionStrategy create(Selection selection, Chunking chunking, LongUnaryOperator order) {
            return this;
        }

        @Override
        public Selection selection() {
            return Selection.of(name());
        }

        @Override
        public Selector selector() {
            return this;
        }

        @Override
        public void start() {}

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

    // Properties of all texts and schemes.

    /** The sorted set of the selected minutiae, the same of bytes, streams and text, and that of the trace. */
    @Property(tries = 600)
    void aFingerprintIsTheSortedSetOfSelectedMinutiae(
            @ForAll("names") String name, @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 9) int most)
            throws IOException {
        Fingerprinter fingerprinter = fingerprinter(name);
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        Fingerprint fingerprint = fingerprinter.fingerprint(utf8);
        assertSame(fingerprint, fingerprinter.fingerprint(text));
        assertSame(fingerprint, fingerprinter.fingerprint(dribble(utf8, most)));
        assertSame(fingerprint, Fingerprinter.of(SCHEMES.get(name)).fingerprint(utf8));
        byte[] framed = ("left " + text + " right").getBytes(StandardCharsets.UTF_8);
        SelectedChunks selected = new SelectedChunks(false);
        selected.add(1, 0);
        DocumentCounts counts = MinutiaExtractor.of(SCHEMES.get(name)).extract(framed, 5, framed.length - 6, selected);
        assertEquals(counts, fingerprint.counts);
        long[] raw = Arrays.copyOf(selected.array(), selected.size());
        assertArrayEquals(sortedUnsigned(Arrays.stream(raw).distinct().toArray()), fingerprint.toArray());
        for (int i = 0; i < fingerprint.size(); i++) {
            long minutia = fingerprint.minutia(i);
            long times = Arrays.stream(raw).filter(x -> x == minutia).count();
            assertEquals(SCHEMES.get(name).frequencies() ? times : 1, fingerprint.frequency(i));
        }
        List<TracedMinutia> trace = fingerprinter.trace(utf8);
        assertArrayEquals(
                fingerprint.toArray(),
                sortedUnsigned(trace.stream().mapToLong(TracedMinutia::minutia).toArray()));
        for (int i = 1; i < trace.size(); i++) {
            assertTrue(trace.get(i - 1).offset() < trace.get(i).offset(), trace.toString());
        }
        long units = fingerprint.units();
        trace.forEach(t -> assertTrue(t.offset() >= 0 && t.offset() < units, t + " of " + units + " units"));
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.of(SCHEMES.keySet());
    }

    @Provide
    Arbitrary<String> texts() {
        return Texts.any();
    }

    private static Fingerprinter fingerprinter(String name) {
        return FINGERPRINTERS.computeIfAbsent(name, n -> Fingerprinter.of(SCHEMES.get(n)));
    }

    private static void assertSame(Fingerprint expected, Fingerprint actual) {
        assertArrayEquals(expected.toArray(), actual.toArray());
        assertEquals(expected.counts, actual.counts);
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.frequency(i), actual.frequency(i));
        }
    }

    private static long[] sortedUnsigned(long[] minutiae) {
        return Arrays.stream(minutiae)
                .boxed()
                .sorted(Long::compareUnsigned)
                .mapToLong(Long::longValue)
                .toArray();
    }

    /** A stream that returns a few bytes at a time, like a network. */
    private static InputStream dribble(byte[] bytes, int most) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, most));
            }
        };
    }

    // Comparisons without an index, checked against the answers of an index. PartsTest checks these by definitions.

    private static final Scheme DEFAULT = Scheme.builder().build();

    @TempDir
    Path directory;

    private static double compare(Scheme scheme, Measure measure) {
        return Fingerprinter.of(scheme).compare("one two three four five", "one two three four six", measure);
    }

    @Test
    void textsWithoutMinutiaeScoreZero() {
        for (Measure measure : Measure.values()) {
            if (!measure.weighted()) {
                assertEquals(0, Fingerprinter.of(DEFAULT).compare("too short", "", measure));
            }
        }
    }

    @Test
    void measuresThatNeedACollectionAreRefused() {
        Scheme scheme = Scheme.builder().granularity(1).frequencies(true).build();
        for (Measure measure : Measure.values()) {
            if (measure.weighted()) {
                assertReason(SchemeException.Reason.MEASURE, measure.label(), () -> compare(scheme, measure));
            }
        }
    }

    @Test
    void measuresThatTheStrategyDoesNotAllowAreRefused() {
        Scheme scheme = DEFAULT.withSelection(Selection.of("min-s"));
        for (Measure measure : List.of(Measure.PERCENT, Measure.CONTAINMENT, Measure.CONTAINED)) {
            assertFalse(measure.isSupportedBy(Fingerprinter.of(scheme).scheme()));
            assertReason(SchemeException.Reason.MEASURE, () -> compare(scheme, measure));
        }
    }

    @Test
    void fingerprintsOfDifferentSchemesAreRefused() {
        Fingerprint a = Fingerprinter.of(DEFAULT).fingerprint("some words");
        Fingerprint b = Fingerprinter.of(DEFAULT.toBuilder().bits(41).build()).fingerprint("some words");
        assertReason(SchemeException.Reason.MISMATCH, () -> a.compare(b, Measure.SHARED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"full", "mod:m=5", "mod-by-size", "min-s:s=20", "winnowing"})
    void anIndexGivesTheSameFigures(String selection) throws IOException {
        String[] parts = selection.split("[:=]");
        Scheme scheme = Scheme.builder()
                .granularity(2)
                .selection(parts[0], parts.length == 1 ? Map.of() : Map.of(parts[1], parts[2]))
                .build();
        Map<String, byte[]> corpus = RandomCorpus.of(7, 15, 600);
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        Path index = directory.resolve("index");
        RandomCorpus.index(index, scheme, corpus, BuildOptions.DEFAULT);
        QueryOptions options = QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE);
        try (Snapshot snapshot = Snapshot.open(index)) {
            int matches = 0;
            for (byte[] text : corpus.values()) {
                Fingerprint a = fingerprinter.fingerprint(text);
                for (Match match : snapshot.query(text, options).matches()) {
                    Fingerprint b = fingerprinter.fingerprint(corpus.get(match.id()));
                    assertEquals(match.shared(), a.compare(b, Measure.SHARED));
                    assertFigure(match.resemblance(), a, b, Measure.RESEMBLANCE);
                    assertFigure(match.percent(), a, b, Measure.PERCENT);
                    assertFigure(match.containment(), a, b, Measure.CONTAINMENT);
                    assertFigure(match.contained(), a, b, Measure.CONTAINED);
                    matches++;
                }
            }
            assertTrue(matches >= corpus.size() - 2, matches + " matches");
        }
    }

    private static void assertFigure(OptionalDouble expected, Fingerprint a, Fingerprint b, Measure measure) {
        assertEquals(expected.isPresent(), measure.isSupportedBy(a.scheme()), measure.label());
        if (expected.isPresent()) {
            assertEquals(expected.getAsDouble(), a.compare(b, measure), measure.label());
        }
    }
}
