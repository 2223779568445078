package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.LongForm;
import io.whorl.TextNotStoredException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Texts in a live index; {@link WriterModelTest} compares random operations with a map. */
@Timeout(60)
class StoredTextWriterTest {
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final WriterOptions STORING =
            WriterFixture.SMALL.toBuilder().storeText(true).build();

    @TempDir
    Path folder;

    private Path index() {
        return folder.resolve("index");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void assertText(Snapshot snapshot, String id, byte[] text) {
        assertArrayEquals(text, snapshot.text(id).orElseThrow(), id);
    }

    @ParameterizedTest
    @EnumSource(
            value = LiveMap.class,
            names = {"REQUIRED", "NONE"})
    void textsFollowTheirDocumentsFromTheLogIntoSegments(LiveMap liveMap) throws IOException {
        byte[] malformed = {(byte) 0xFF, 'a', 0, (byte) 0xC3};
        byte[] large = "a large text of many words ".repeat(40_000).getBytes(StandardCharsets.UTF_8);
        WriterOptions options = STORING.toBuilder().liveMap(liveMap).build();
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, options)) {
            assertTrue(writer.storesTexts());
            writer.add("kept", "the first text");
            writer.add("replaced", "the second text");
            writer.add("deleted", "the third text");
            writer.add("empty", "");
            writer.add("malformed", malformed);
            writer.commit();
            Snapshot first = writer.snapshot();
            writer.add("replaced", "another text");
            writer.delete("deleted");
            writer.commit();
            for (int step = 0; step < 4; step++) {
                for (Snapshot snapshot : List.of(writer.snapshot(), Snapshot.open(index()))) {
                    assertText(snapshot, "kept", utf8("the first text"));
                    assertText(snapshot, "replaced", utf8("another text"));
                    assertText(snapshot, "empty", new byte[0]);
                    assertText(snapshot, "malformed", malformed);
                    assertTrue(snapshot.text("deleted").isEmpty());
                    assertEquals(step > 1, snapshot.text("large").isPresent());
                }
                if (step == 0) {
                    writer.seal();
                } else if (step == 1) {
                    // It exceeds the live tier and is written directly as a segment.
                    writer.add("large", large);
                    writer.commit();
                } else {
                    writer.forceMerge();
                }
            }
            assertText(writer.snapshot(), "large", large);
            assertText(first, "deleted", utf8("the third text"));
            assertText(first, "replaced", utf8("the second text"));
        }
        assertEquals(List.of(), IndexCheck.check(index()).problems());
    }

    /** Text that compresses badly fills the tier before its documents or postings do. */
    @Test
    void textsCountTowardsTheSizeOfTheLiveTier() throws IOException {
        long room = STORING.limits().bytes();
        byte[] noise = new byte[(int) room / 4];
        new Random(1).nextBytes(noise);
        for (int i = 0; i < noise.length; i++) {
            // Malformed UTF-8, which has no words.
            noise[i] = (byte) (0x80 | noise[i] & 0x3F);
        }
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, STORING)) {
            for (int d = 0; d < 12; d++) {
                noise[0] = (byte) (0x80 | d);
                writer.add("d" + d, noise);
                writer.commit();
            }
            Snapshot snapshot = writer.snapshot();
            assertTrue(snapshot.stats().segments() > 0, "nothing was sealed");
            for (int d = 0; d < 12; d++) {
                noise[0] = (byte) (0x80 | d);
                assertText(snapshot, "d" + d, noise);
            }
        }
        try (IndexWriter writer = IndexWriter.open(index(), STORING)) {
            assertText(writer.snapshot(), "d11", noise);
        }
    }

    @Test
    void theIndexDecidesWhetherTextsAreStored() throws IOException {
        WriterOptions plain = STORING.toBuilder().storeText(false).build();
        IndexWriter.create(index(), SCHEME, STORING).close();
        try (IndexWriter writer = IndexWriter.open(index(), plain)) {
            assertTrue(writer.storesTexts());
            writer.add("a", "a text");
            writer.commit();
            assertText(writer.snapshot(), "a", utf8("a text"));
        }
        Path other = folder.resolve("other");
        IndexWriter.create(other, SCHEME, plain).close();
        TextNotStoredException e = assertThrows(TextNotStoredException.class, () -> IndexWriter.open(other, STORING));
        assertTrue(e.getMessage().contains("rebuild --store-text"), e.getMessage());
        try (IndexWriter writer = IndexWriter.open(other, plain)) {
            assertFalse(writer.storesTexts());
            writer.add("a", "a text");
            writer.commit();
            assertTrue(writer.snapshot().text("a").isEmpty());
        }
    }

    @Test
    void aSegmentWithoutTextsDoesNotBelongToAnIndexWithTexts() throws IOException {
        for (boolean store : new boolean[] {false, true}) {
            try (IndexBuilder builder = IndexBuilder.create(
                    folder.resolve("index-" + store),
                    SCHEME,
                    BuildOptions.builder().storeText(store).build())) {
                builder.add("a", "one two three four five");
                builder.finish();
            }
        }
        Path segment = Path.of("segment-000001.whs");
        Path manifest = folder.resolve("index-true/MANIFEST");
        Files.copy(
                folder.resolve("index-false").resolve(segment),
                folder.resolve("index-true").resolve(segment),
                StandardCopyOption.REPLACE_EXISTING);
        CorruptIndexException e =
                assertThrows(CorruptIndexException.class, () -> Snapshot.open(folder.resolve("index-true")));
        assertTrue(e.getMessage().contains("it stores no texts"), e.getMessage());
        assertFalse(IndexCheck.check(folder.resolve("index-true")).problems().isEmpty());
        // A repair puts it aside; without MANIFEST, the segment decides.
        assertFalse(IndexCheck.repair(folder.resolve("index-true")).lost().isEmpty());
        Files.copy(
                folder.resolve("index-false").resolve(segment),
                folder.resolve("index-true").resolve(segment),
                StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(manifest);
        IndexCheck.repair(folder.resolve("index-true"));
        try (Snapshot snapshot = Snapshot.open(folder.resolve("index-true"))) {
            assertFalse(snapshot.storesTexts());
            assertEquals(1, snapshot.documents());
        }
    }

    /** Readers read texts while the writer replaces documents, seals, merges and removes files. */
    @Test
    void readersSeeWholeTextsOfTheirCommit() throws Exception {
        int documents = 8;
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch started = new CountDownLatch(2);
        ExecutorService readers = Executors.newFixedThreadPool(2);
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, STORING)) {
            write(writer, documents, 0);
            List<Future<Long>> reads = Arrays.asList(
                    readers.submit(() -> read(writer.snapshot(), documents, started, done)),
                    readers.submit(() -> read(Snapshot.open(index()), documents, started, done)));
            assertTrue(started.await(30, TimeUnit.SECONDS));
            for (int round = 1; round < LongForm.of(25, 400); round++) {
                write(writer, documents, round);
                if (round % 10 == 0) {
                    writer.forceMerge();
                }
            }
            done.set(true);
            for (Future<Long> read : reads) {
                assertTrue(read.get(30, TimeUnit.SECONDS) > 0);
            }
        } finally {
            done.set(true);
            readers.shutdownNow();
        }
    }

    private static void write(IndexWriter writer, int documents, int round) throws IOException {
        for (int d = 0; d < documents; d++) {
            writer.add("d" + d, versionOf(round));
        }
        writer.commit();
    }

    private static String versionOf(int round) {
        return ("round" + round + " words of this round ").repeat(20);
    }

    private static long read(Snapshot first, int documents, CountDownLatch started, AtomicBoolean done)
            throws IOException {
        Snapshot snapshot = first;
        long texts = 0;
        while (!done.get()) {
            byte[] expected = snapshot.text("d0").orElseThrow();
            String version = new String(expected, StandardCharsets.UTF_8);
            assertEquals(versionOf(Integer.parseInt(version.substring(5, version.indexOf(' ')))), version);
            for (int d = 1; d < documents; d++) {
                assertText(snapshot, "d" + d, expected);
                texts++;
            }
            started.countDown();
            Snapshot next = snapshot.refresh();
            if (next != snapshot) {
                snapshot.close();
            }
            snapshot = next;
        }
        snapshot.close();
        return texts;
    }
}
