package io.whorl.fingerprint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.InvalidSchemeException;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.plugin.LongWords;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.Selector;
import io.whorl.text.TextBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
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
        Scheme winnowing = Scheme.builder().selection(Selection.of("winnowing")).build();
        assertEquals(
                "winnowing:parts=1,w=8",
                Fingerprinter.of(winnowing).scheme().selection().toString());
    }

    @Test
    void countsCoverTheWholeDocument() {
        Fingerprinter first = Fingerprinter.of(Scheme.builder()
                .granularity(2)
                .selection("first-r", Map.of("r", "1"))
                .build());
        String text = "one two three four five. ".repeat(5_001);
        Fingerprint fingerprint = first.fingerprint(text);
        assertEquals(1, fingerprint.size());
        assertEquals(new DocumentCounts(25_005, 25_005, 12_503, 0), fingerprint.counts());
    }

    @Test
    void aDocumentShorterThanAChunkIsOneChunk() {
        Fingerprinter fingerprinter = Fingerprinter.of(Scheme.builder().build());
        Fingerprint three = fingerprinter.fingerprint("only three words");
        assertEquals(1, three.size());
        assertEquals(new DocumentCounts(3, 3, 1, 0), three.counts());
        assertEquals(
                new DocumentCounts(0, 0, 0, 0),
                fingerprinter.fingerprint(new byte[0]).counts());
        assertEquals(1, three.shared(three));
    }

    @Test
    void malformedBytesAndUnpairedSurrogatesAreCounted() {
        Fingerprinter fingerprinter =
                Fingerprinter.of(Scheme.builder().granularity(1).build());
        byte[] bytes = "one two".getBytes(StandardCharsets.ISO_8859_1);
        bytes[3] = (byte) 0xFF;
        Fingerprint ofBytes = fingerprinter.fingerprint(bytes);
        assertEquals(new DocumentCounts(2, 2, 2, 1), ofBytes.counts());
        Fingerprint ofText = fingerprinter.fingerprint("one\uD800two");
        assertArrayEquals(ofBytes.toArray(), ofText.toArray());
        assertEquals(ofBytes.counts(), ofText.counts());
        assertEquals(0, fingerprinter.fingerprint("one ? \uD83C\uDF39 two").malformed());
    }

    @Test
    void textBytesMatchUtf8() {
        String text = "aé語\uD83C\uDF39?z";
        assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), TextBytes.of(text));
        assertArrayEquals(
                new byte[] {'a', (byte) 0xFF, (byte) 0xC3, (byte) 0xA9, (byte) 0xFF, '?'},
                TextBytes.of("a\uDC00é\uD800?"));
        assertArrayEquals(
                new byte[] {(byte) 0xF0, (byte) 0x9F, (byte) 0x8C, (byte) 0xB9, (byte) 0xFF, 'x'},
                TextBytes.of("\uD83C\uDF39\uD83Cx"));
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
                byName.trace(TextBytes.of(TEXT)).stream()
                        .map(TracedMinutia::text)
                        .toList());

        Scheme unregistered = registered.withSelection(new Selection("mine", Map.of("bytes", "7")));
        Fingerprinter byInstance = Fingerprinter.of(unregistered, new LongWords("mine"));
        assertEquals("mine:bytes=7", byInstance.scheme().selection().toString());
        assertEquals(
                List.of("unwritten", "letters", "answers"),
                byInstance.trace(TextBytes.of(TEXT)).stream()
                        .map(TracedMinutia::text)
                        .toList());
        assertThrows(InvalidSchemeException.class, () -> Fingerprinter.of(unregistered));
        assertThrows(IllegalArgumentException.class, () -> Fingerprinter.of(unregistered, new LongWords()));
        Scheme full = Scheme.builder().build();
        assertThrows(InvalidSchemeException.class, () -> Fingerprinter.of(full, new LongWords("full")));
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
        InvalidSchemeException e =
                assertThrows(InvalidSchemeException.class, () -> Fingerprinter.of(scheme, sketching));
        assertTrue(e.getMessage().contains("register its plug-in"), e.getMessage());
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
            DocumentCounts counts = fingerprinter.fingerprint(text).counts();
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
}
