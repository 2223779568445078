package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.IndexExistsException;
import io.whorl.IndexLockedException;
import io.whorl.NotAnIndexException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.query.IndexCheck;
import io.whorl.query.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriterTest {
    private static final WriterOptions SMALL = WriterOptions.builder()
            .liveMap(LiveMap.REQUIRED)
            .livePostings(2_000)
            .liveDocuments(100)
            .memory(16 << 20)
            .mergeFactor(3)
            .build();

    @TempDir
    Path directory;

    private static byte[] text(int seed, int words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append("w").append(seed).append('x').append(i).append(' ');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> ids(Snapshot snapshot, byte[] text) {
        return snapshot.query(text, QueryOptions.DEFAULT).matches().stream()
                .map(Match::id)
                .toList();
    }

    @Test
    void commitsAreVisibleInEveryProcess() throws IOException {
        Path index = directory.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SMALL)) {
            Snapshot before = writer.snapshot();
            writer.add("a", text(1, 50));
            writer.add("b", text(1, 30));
            assertEquals(0, writer.snapshot().documents());
            assertEquals(1, writer.commit());
            assertEquals(0, before.documents());
            assertEquals(List.of("a", "b"), ids(writer.snapshot(), text(1, 50)));
            assertEquals(List.of("a", "b"), ids(Snapshot.open(index), text(1, 50)));
            Snapshot after = before.refresh();
            assertEquals(2, after.documents());
            assertSame(after, after.refresh());
            assertTrue(writer.delete("a"));
            assertFalse(writer.delete("a"));
            assertFalse(writer.delete("c"));
            Snapshot elsewhere = Snapshot.open(index);
            writer.commit();
            assertEquals(List.of("b"), ids(writer.snapshot(), text(1, 50)));
            assertEquals(List.of("a", "b"), ids(after, text(1, 50)));
            assertEquals(List.of("b"), ids(elsewhere.refresh(), text(1, 50)));
            assertEquals(List.of("a", "b"), ids(elsewhere, text(1, 50)));
            writer.add("dropped", text(1, 50));
        }
        try (IndexWriter writer = IndexWriter.open(index, SMALL)) {
            assertEquals(List.of("b"), ids(writer.snapshot(), text(1, 50)));
            assertEquals(List.of(), IndexCheck.check(index).problems());
        }
    }

    @Test
    void fullTiersAreSealedAndMerged() throws IOException {
        Path index = directory.resolve("index");
        int documents = 300;
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SMALL)) {
            for (int i = 0; i < documents; i++) {
                writer.add("d" + i, text(i, 100));
                if (i % 5 == 4) {
                    writer.commit();
                }
            }
            for (int i = 0; i < documents; i += 3) {
                writer.delete("d" + i);
                if (i % 4 == 0) {
                    writer.commit();
                }
            }
            writer.commit();
            Snapshot elsewhere = Snapshot.open(index);
            for (Snapshot s : List.of(writer.snapshot(), elsewhere)) {
                assertEquals(200, s.documents());
                for (int i = 0; i < documents; i++) {
                    assertEquals(i % 3 != 0, ids(s, text(i, 100)).contains("d" + i), "d" + i);
                }
            }
            writer.forceMerge();
            assertEquals(1, writer.snapshot().stats().segments());
            assertEquals(200, writer.snapshot().stats().documents());
            assertEquals(
                    elsewhere.stats().postings(), elsewhere.refresh().stats().postings());
            assertEquals(List.of(), IndexCheck.check(index).problems());
        }
        assertEquals(200, Snapshot.open(index).documents());
    }

    @Test
    void aLargeCommitIsDirect() throws IOException {
        Path index = directory.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SMALL)) {
            writer.add("x", text(1, 50));
            writer.add("y", text(2, 50));
            writer.commit();
            List<NewDocument> many = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                many.add(new NewDocument("d" + i % 90, text(i, 100)));
            }
            many.add(new NewDocument("x", text(500, 50)));
            assertEquals(101, writer.addAll(many));
            assertTrue(writer.delete("d50"));
            assertFalse(writer.delete("d50"));
            assertTrue(writer.update("d51", text(51, 100)));
            writer.commit();
            Snapshot s = writer.snapshot();
            assertEquals(91, s.documents());
            assertEquals(91, Snapshot.open(index).documents());
            assertEquals("x", ids(s, text(500, 50)).get(0));
            assertFalse(ids(s, text(3, 100)).contains("d3"));
            assertTrue(ids(s, text(93, 100)).contains("d3"));
            assertEquals(List.of(), IndexCheck.check(index).problems());
        }
    }

    @Test
    void aWriterContinuesABulkBuiltIndex() throws IOException {
        Path index = directory.resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), BuildOptions.DEFAULT)) {
            builder.add("built", text(1, 100));
            builder.finish();
        }
        try (IndexWriter writer = IndexWriter.open(index, SMALL)) {
            assertThrows(IndexLockedException.class, () -> IndexWriter.open(index, SMALL));
            writer.add("added", text(1, 60));
            writer.commit();
            assertEquals(List.of("built", "added"), ids(writer.snapshot(), text(1, 100)));
            writer.update("built", text(9, 10));
            writer.commit();
            assertEquals(List.of("added"), ids(writer.snapshot(), text(1, 100)));
        }
        assertEquals(List.of("added"), ids(Snapshot.open(index), text(1, 100)));
        assertThrows(
                IndexExistsException.class,
                () -> IndexWriter.create(index, Scheme.builder().build(), SMALL));
        assertThrows(NotAnIndexException.class, () -> IndexWriter.open(directory.resolve("none"), SMALL));
    }

    @Test
    void aWriterWithoutSnapshotsNeedsNoMap() throws IOException {
        Path index = directory.resolve("index");
        try (IndexWriter writer = IndexWriter.create(
                index,
                Scheme.builder().build(),
                SMALL.toBuilder().liveMap(LiveMap.NONE).build())) {
            for (int i = 0; i < 60; i++) {
                writer.add("d" + i % 50, text(i, 100));
                writer.commit();
            }
            assertTrue(writer.delete("d20"));
            assertFalse(writer.update("new", text(1_000, 100)));
            writer.commit();
            Snapshot s = writer.snapshot();
            assertEquals(50, s.documents());
            assertEquals(List.of("new"), ids(s, text(1_000, 100)));
            writer.add("newer", text(1_000, 90));
            writer.commit();
            assertEquals(List.of("new", "newer"), ids(s.refresh(), text(1_000, 100)));
            writer.forceMerge();
            assertEquals(1, writer.snapshot().stats().segments());
        }
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    @Test
    void awaitMergesSuitsOccasionalWriters() throws IOException {
        Path index = directory.resolve("index");
        IndexWriter.create(index, Scheme.builder().build(), SMALL).close();
        WriterOptions direct =
                SMALL.toBuilder().liveMap(LiveMap.NONE).directPostings(1).build();
        for (int i = 0; i < 30; i++) {
            try (IndexWriter writer = IndexWriter.open(index, direct)) {
                writer.add("d" + i, text(i, 100));
                writer.commit();
                writer.awaitMerges();
            }
            assertTrue(Snapshot.open(index).stats().segments() < 6, "segments of about one size are merged by threes");
        }
        assertEquals(30, Snapshot.open(index).documents());
    }
}
