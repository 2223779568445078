package io.whorl.fingerprint;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.SchemeException;
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
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> any.matchRatio(phi));
            assertEquals("phi is " + phi + "; it must be from 0 to 1", e.getMessage());
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
}
