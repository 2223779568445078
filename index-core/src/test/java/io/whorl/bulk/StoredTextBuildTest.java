package io.whorl.bulk;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.NotStoredException;
import io.whorl.RandomCorpus;
import io.whorl.query.IndexCheck;
import io.whorl.query.IndexStats;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.Segment;
import io.whorl.testing.ForgedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Builds that store texts, compared with a map of ids and texts. */
class StoredTextBuildTest {
    /** The number of the section. */
    private static final int TEXT_ENDS = 14;

    private static final Scheme SCHEME = Scheme.builder().build();
    private static final BuildOptions STORING =
            BuildOptions.DEFAULT.memory(16 << 20).replace(true).storeText(true);

    @TempDir
    Path directory;

    private Path index() {
        return directory.resolve("index");
    }

    /** Random documents, and some that are empty, malformed, binary or large. */
    private static Map<String, byte[]> corpus(long seed, int documents) {
        Map<String, byte[]> corpus = new LinkedHashMap<>(RandomCorpus.of(seed, documents, 300));
        Random random = new Random(seed);
        byte[] binary = new byte[5_000];
        random.nextBytes(binary);
        corpus.put("binary", binary);
        corpus.put("empty", new byte[0]);
        corpus.put("malformed", new byte[] {'a', (byte) 0xFF, ' ', (byte) 0xC3, ' ', 0, 'b'});
        corpus.put("large", RandomCorpus.utf8("many words in one large document ".repeat(30_000)));
        return corpus;
    }

    private BuildReport build(BuildOptions options, List<Map.Entry<String, byte[]>> documents) throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index(), SCHEME, options)) {
            for (Map.Entry<String, byte[]> d : documents) {
                builder.add(d.getKey(), d.getValue());
            }
            return builder.finish();
        }
    }

    private byte[] bytes() throws IOException {
        return Files.readAllBytes(segment());
    }

    private Path segment() throws IOException {
        return index().resolve(
                        IndexFiles.readManifest(index()).segments().get(0).name());
    }

    private void assertTexts(Map<String, byte[]> expected) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index())) {
            assertTrue(snapshot.storesTexts());
            assertEquals(expected.size(), snapshot.documents());
            for (Map.Entry<String, byte[]> d : expected.entrySet()) {
                assertEquals(
                        Optional.of(ByteBuffer.wrap(d.getValue())),
                        snapshot.text(d.getKey()).map(ByteBuffer::wrap),
                        d.getKey());
                assertTrue(snapshot.isTextOf(d.getKey(), d.getValue()), d.getKey());
            }
            assertTrue(snapshot.text("no such document").isEmpty());
        }
        assertEquals(List.of(), IndexCheck.check(index()).problems());
    }

    @Test
    void textsComeBackAndTheBytesDependOnTheDocumentsAlone() throws IOException {
        Map<String, byte[]> corpus = corpus(1, 120);
        List<Map.Entry<String, byte[]>> documents = new ArrayList<>(corpus.entrySet());
        build(STORING, documents);
        assertTexts(corpus);
        byte[] expected = bytes();
        Random random = new Random(2);
        for (int threads : new int[] {1, 3}) {
            for (long runText : new long[] {20_000, Long.MAX_VALUE}) {
                Collections.shuffle(documents, random);
                build(STORING.threads(threads).runText(runText), documents);
                assertArrayEquals(expected, bytes(), threads + " threads, runs of " + runText);
            }
        }
    }

    @Test
    void theOtherSectionsAreThoseOfAnIndexWithoutTexts() throws IOException {
        Map<String, byte[]> corpus = corpus(3, 60);
        BuildReport with = build(STORING, List.copyOf(corpus.entrySet()));
        Snapshot storing = Snapshot.open(index());
        IndexStats stats = storing.stats();
        assertEquals(with.storedTextBytes(), stats.storedTextBytes());
        assertTrue(stats.storedTextBytes() > 0 && stats.storedTextBytes() < stats.bytes(), stats::toString);
        BuildReport without = build(STORING.storeText(false), List.copyOf(corpus.entrySet()));
        assertEquals(0, without.storedTextBytes());
        assertEquals(without.bytesPerPosting(), with.bytesPerPosting(), 0.02);
        try (Snapshot plain = Snapshot.open(index())) {
            assertFalse(plain.storesTexts());
            assertReason(NotStoredException.Reason.TEXT, () -> plain.text("large"));
            assertEquals(0, plain.stats().storedTextBytes());
            for (byte[] text : corpus.values()) {
                assertEquals(plain.query(text, QueryOptions.DEFAULT), storing.query(text, QueryOptions.DEFAULT));
            }
        }
        storing.close();
    }

    @ParameterizedTest
    @EnumSource
    void onlyDocumentsOfTheIndexHaveTexts(Duplicates duplicates) throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(5, 40, 120);
        List<Map.Entry<String, byte[]>> documents = new ArrayList<>(corpus.entrySet());
        List<String> ids = new ArrayList<>(corpus.keySet());
        for (int i = 0; i < 10; i++) {
            // An id that was taken, and a copy of a document with another id.
            documents.add(Map.entry(ids.get(i), corpus.get(ids.get(20 + i))));
            documents.add(Map.entry("copy-" + i, corpus.get(ids.get(i))));
        }
        byte[] bytes = null;
        for (long runText : new long[] {1_000, Long.MAX_VALUE}) {
            build(
                    STORING.minDocument(20)
                            .runText(runText)
                            .repeatedIds(RepeatedIds.FIRST)
                            .duplicates(duplicates),
                    documents);
            try (Snapshot snapshot = Snapshot.open(index())) {
                for (Map.Entry<String, byte[]> d : documents) {
                    Optional<byte[]> first = documents.stream()
                            .filter(e -> e.getKey().equals(d.getKey()))
                            .map(Map.Entry::getValue)
                            .findFirst();
                    boolean indexed = snapshot.document(d.getKey()).isPresent();
                    assertEquals(
                            first.filter(t -> indexed).map(ByteBuffer::wrap),
                            snapshot.text(d.getKey()).map(ByteBuffer::wrap));
                }
                assertTrue(snapshot.documents() > 10 && snapshot.documents() < 50, () -> "" + snapshot.documents());
            }
            assertEquals(List.of(), IndexCheck.check(index()).problems());
            bytes = bytes == null ? bytes() : bytes;
            assertArrayEquals(bytes, bytes());
        }
    }

    @Test
    void aTextOfTenMegabytesComesBack() throws IOException {
        Map<String, byte[]> corpus = Map.of("large", RandomCorpus.utf8("ten megabytes of words ".repeat(450_000)));
        build(STORING, List.copyOf(corpus.entrySet()));
        assertTexts(corpus);
    }

    @Test
    void anIndexWithoutDocumentsStoresTexts() throws IOException {
        build(STORING, List.of());
        assertTexts(Map.of());
    }

    /** Each byte of the texts is changed in turn: the text is refused, and the check names the section. */
    @Test
    void damageIsFoundByTheTextAndByTheCheck() throws IOException {
        Map<String, byte[]> corpus = new LinkedHashMap<>(RandomCorpus.of(7, 6, 60));
        build(STORING, List.copyOf(corpus.entrySet()));
        Segment segment = Segment.open(segment());
        byte[] whole = bytes();
        int refused = 0;
        int tested = 0;
        int end = ForgedFiles.offset(whole, TEXT_ENDS) + ForgedFiles.length(whole, TEXT_ENDS);
        for (int at = (int) (end - segment.texts().length()); at < end; at += 11) {
            tested++;
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x41;
            Files.write(segment(), damaged);
            assertTrue(IndexCheck.check(index()).problems().toString().contains("TEXT_ENDS"), () -> "" + problems());
            try (Snapshot snapshot = Snapshot.open(index())) {
                for (Map.Entry<String, byte[]> d : corpus.entrySet()) {
                    try {
                        assertArrayEquals(
                                d.getValue(), snapshot.text(d.getKey()).orElseThrow());
                    } catch (CorruptIndexException e) {
                        assertEquals(segment().getFileName(), e.file().getFileName());
                        refused++;
                    }
                }
            }
        }
        assertTrue(refused > tested * 9 / 10, "refused " + refused + " of " + tested);
    }

    private Object problems() {
        try {
            return IndexCheck.check(index()).problems();
        } catch (IOException e) {
            return e;
        }
    }
}
