package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.SegmentFile;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dates in a live index. */
@Timeout(60)
class DatedWriterTest {
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final Optional<Instant> MARCH = Optional.of(Instant.parse("2024-03-01T12:30:00.250Z"));
    private static final Optional<Instant> APRIL = Optional.of(Instant.parse("2024-04-01T00:00:00Z"));

    @TempDir
    Path folder;

    private Path index() {
        return folder.resolve("index");
    }

    private static NewDocument document(String id, long seed, Optional<Instant> date) {
        return new NewDocument(id, WriterFixture.text(seed, 30), date);
    }

    private static Optional<Instant> date(Snapshot snapshot, String id) {
        return snapshot.document(id).orElseThrow().date();
    }

    @ParameterizedTest
    @EnumSource(
            value = LiveMap.class,
            names = {"REQUIRED", "NONE"})
    void datesFollowTheirDocumentsFromTheLogIntoSegments(LiveMap liveMap) throws IOException {
        for (boolean texts : new boolean[] {false, true}) {
            Path path = folder.resolve("index-" + texts);
            WriterOptions options = WriterFixture.SMALL.toBuilder()
                    .liveMap(liveMap)
                    .storeText(texts)
                    .build();
            try (IndexWriter writer = IndexWriter.create(path, SCHEME, options)) {
                writer.add("undated", WriterFixture.text(1, 30));
                writer.commit();
                assertFalse(writer.snapshot().hasDates());
                writer.add(document("kept", 2, MARCH));
                writer.add(document("redated", 3, MARCH));
                writer.add(document("undated later", 4, MARCH));
                writer.add(document("deleted", 5, MARCH));
                writer.commit();
                Snapshot first = writer.snapshot();
                assertTrue(writer.update(document("redated", 3, APRIL)));
                writer.add("undated later", WriterFixture.text(4, 30));
                writer.delete("deleted");
                writer.commit();
                for (int step = 0; step < 3; step++) {
                    for (Snapshot snapshot : List.of(writer.snapshot(), Snapshot.open(path))) {
                        assertTrue(snapshot.hasDates());
                        assertEquals(MARCH, date(snapshot, "kept"));
                        assertEquals(APRIL, date(snapshot, "redated"));
                        assertEquals(Optional.empty(), date(snapshot, "undated"));
                        assertEquals(Optional.empty(), date(snapshot, "undated later"));
                        assertTrue(snapshot.document("deleted").isEmpty());
                        snapshot.close();
                    }
                    if (step == 0) {
                        writer.seal();
                    } else {
                        writer.forceMerge();
                    }
                }
                assertEquals(MARCH, date(first, "redated"));
                assertEquals(MARCH, date(first, "deleted"));
                first.close();
            }
            try (IndexWriter writer = IndexWriter.open(path, options)) {
                writer.delete("kept");
                writer.delete("redated");
                writer.commit();
                writer.forceMerge();
                // No document with a date is left, so the section is gone.
                assertFalse(writer.snapshot().hasDates());
            }
            assertEquals(List.of(), IndexCheck.check(path).problems());
        }
    }

    /** Random changes, in commits of all sizes: the index merged into one segment is the index built at once. */
    @Test
    void mergedIndexHasTheBytesOfOneBuiltAtOnce() throws IOException {
        for (int seed = 0; seed < 3; seed++) {
            Random random = new Random(seed);
            Map<String, NewDocument> expected = new TreeMap<>();
            Path path = folder.resolve("index" + seed);
            WriterOptions options = seed == 0
                    ? WriterFixture.DIRECT
                    : WriterFixture.SMALL.toBuilder().storeText(seed == 2).build();
            try (IndexWriter writer = IndexWriter.create(path, SCHEME, options)) {
                for (int commit = 0; commit < 12; commit++) {
                    for (int i = random.nextInt(12); i >= 0; i--) {
                        String id = "d" + random.nextInt(40);
                        if (random.nextInt(4) == 0) {
                            writer.delete(id);
                            expected.remove(id);
                        } else {
                            Optional<Instant> date = random.nextInt(3) == 0
                                    ? Optional.empty()
                                    : Optional.of(Instant.ofEpochSecond(random.nextInt()));
                            NewDocument added = document(id, random.nextInt(20), date);
                            writer.add(added);
                            expected.put(id, added);
                        }
                    }
                    writer.commit();
                }
                for (NewDocument d : expected.values()) {
                    assertEquals(d.date(), date(writer.snapshot(), d.id()));
                }
                writer.forceMerge();
            }
            assertArrayEquals(built(expected.values(), options.storeText()), segment(path));
        }
    }

    private byte[] built(Iterable<NewDocument> documents, boolean texts) throws IOException {
        Path built = folder.resolve("built");
        BuildOptions options =
                BuildOptions.builder().replace(true).storeText(texts).build();
        try (IndexBuilder builder = IndexBuilder.create(built, SCHEME, options)) {
            for (NewDocument d : documents) {
                builder.add(d.id(), d.utf8(), d.date());
            }
            builder.finish();
        }
        return segment(built);
    }

    private static byte[] segment(Path index) throws IOException {
        List<SegmentFile> segments = IndexFiles.readManifest(index).segments();
        assertEquals(1, segments.size());
        return Files.readAllBytes(index.resolve(segments.get(0).name()));
    }

    @Test
    void repairKeepsDatesOfSegmentsAndOfTheLog() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, WriterFixture.SMALL)) {
            writer.add(document("sealed", 1, MARCH));
            writer.commit();
            writer.seal();
            writer.add(document("logged", 2, APRIL));
            writer.commit();
        }
        Files.delete(index().resolve("MANIFEST"));
        IndexCheck.repair(index());
        try (Snapshot snapshot = Snapshot.open(index())) {
            assertEquals(MARCH, date(snapshot, "sealed"));
            assertEquals(APRIL, date(snapshot, "logged"));
        }
    }

    @Test
    void datesOutOfRangeAreRefused() {
        Optional<Instant> far = Optional.of(Instant.parse("+10000-01-01T00:00:00Z"));
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> new NewDocument("a", RandomCorpus.utf8("text"), far));
        assertTrue(e.getMessage().contains("its year must be from 1 to 9999"), e.getMessage());
    }
}
