package io.whorl.write;

import static io.whorl.write.WriterFixture.DIRECT;
import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.ids;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Edge cases: limits, empty input, repeated ids; through the log and by direct commits. */
class WriterEdgeTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path folder;

    private Path index() {
        return folder.resolve("index");
    }

    static List<WriterOptions> ways() {
        return List.of(SMALL, DIRECT);
    }

    @AfterEach
    void assertWholeAndReopensTheSame() throws IOException {
        assertEquals(List.of(), IndexCheck.check(index()).problems());
        long documents = Snapshot.open(index()).documents();
        for (WriterOptions options : ways()) {
            try (IndexWriter writer = IndexWriter.open(index(), options)) {
                assertEquals(documents, writer.snapshot().documents());
            }
        }
        assertEquals(documents, Snapshot.open(index()).documents());
    }

    @ParameterizedTest
    @MethodSource("ways")
    void theLastChangeOfAnIdInACommitCounts(WriterOptions options) throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, options)) {
            writer.add("twice", text(1, 30));
            assertTrue(writer.update("twice", text(2, 30)));
            writer.add("gone", text(3, 30));
            assertTrue(writer.delete("gone"));
            assertFalse(writer.delete("never"));
            writer.add("back", text(4, 30));
            assertTrue(writer.delete("back"));
            assertFalse(writer.update("back", text(5, 30)));
            assertEquals(1, writer.commit());
            Snapshot s = writer.snapshot();
            assertEquals(2, s.documents());
            assertEquals(List.of(), ids(s, text(1, 30)));
            assertEquals(List.of("twice"), ids(s, text(2, 30)));
            assertEquals(List.of(), ids(s, text(4, 30)));
            assertEquals(List.of("back"), ids(s, text(5, 30)));
            assertTrue(writer.delete("twice"));
            writer.add("twice", text(6, 30));
            writer.commit();
            assertEquals(List.of(), ids(writer.snapshot(), text(2, 30)));
            assertEquals(List.of("twice"), ids(writer.snapshot(), text(6, 30)));
            assertTrue(writer.delete("twice"));
            assertTrue(writer.delete("back"));
            writer.commit();
            assertEquals(0, writer.snapshot().documents());
            assertEquals(2, s.documents());
        }
    }

    @Test
    void aDirectCommitReplacesAnIdInTheLog() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL)) {
            writer.add("a", text(1, 30));
            writer.add("b", text(2, 30));
            writer.add("c", text(3, 30));
            writer.commit();
            writer.add("a", text(4, 30));
            writer.add("b", text(5, 30));
            writer.delete("c");
            writer.add("big", text(6, 900));
            assertEquals(2, writer.commit());
            for (Snapshot s : List.of(writer.snapshot(), Snapshot.open(index()))) {
                assertEquals(3, s.documents());
                assertEquals(List.of("a"), ids(s, text(4, 30)));
                assertEquals(List.of("b"), ids(s, text(5, 30)));
                assertEquals(List.of(), ids(s, text(3, 30)));
            }
        }
    }

    @Test
    void aCommitWithoutChangesHasNoNewNumber() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL)) {
            assertEquals(0, writer.commit());
            writer.seal();
            writer.forceMerge();
            assertEquals(0, writer.addAll(List.of()));
            assertEquals(0, writer.commit());
            writer.delete("nobody's");
            assertEquals(1, writer.commit());
            assertEquals(1, writer.commit());
            assertEquals(0, writer.snapshot().documents());
            assertEquals(0, writer.snapshot().stats().minutiae());
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void documentsWithoutMinutiaeCount(WriterOptions options) throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, options)) {
            writer.add("empty", new byte[0]);
            writer.add("short", text(1, 3));
            writer.commit();
            assertEquals(3, writer.snapshot().document("short").orElseThrow().words());
            writer.forceMerge();
            assertEquals(2, writer.snapshot().documents());
            assertTrue(writer.delete("empty"));
            writer.commit();
            assertEquals(1, Snapshot.open(index()).documents());
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void idsCanHaveTheirGreatestLength(WriterOptions options) throws IOException {
        List<String> ids =
                List.of("x", "y".repeat(65_535), "\u00e9".repeat(32_767), "\uD83D\uDE00".repeat(16_383), "\0", "a\nb");
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, options)) {
            for (int i = 0; i < ids.size(); i++) {
                // One commit each, with more bytes of id than the smallest tier holds.
                writer.add(ids.get(i), text(i, 30));
                writer.commit();
            }
            for (Snapshot s : List.of(writer.snapshot(), Snapshot.open(index()))) {
                for (int i = 0; i < ids.size(); i++) {
                    assertEquals(List.of(ids.get(i)), ids(s, text(i, 30)));
                }
            }
            for (String bad : List.of("", "y".repeat(65_536), "\u00e9".repeat(32_768), "half \uD83D", "\uDE00 half")) {
                assertThrows(IllegalArgumentException.class, () -> writer.add(bad, text(1, 30)));
                assertThrows(IllegalArgumentException.class, () -> writer.update(bad, text(1, 30)));
                assertThrows(IllegalArgumentException.class, () -> writer.delete(bad));
            }
            assertEquals(ids.size(), writer.commit());
            assertTrue(writer.delete(ids.get(1)));
            writer.commit();
            assertEquals(ids.size() - 1, writer.snapshot().documents());
        }
    }

    /**
     * Long ids take space without postings: written with large limits, they do not fit a smaller tier that replays
     * them.
     */
    @Test
    void longIdsInALogCanBeReplayedByASmallerTier() throws IOException {
        try (IndexWriter writer =
                IndexWriter.create(index(), SCHEME, SMALL.livePostings(100_000).liveDocuments(1_000))) {
            for (int i = 0; i < 5; i++) {
                writer.add(i + "y".repeat(60_000), text(i, 10));
                writer.commit();
            }
        }
        try (IndexWriter writer = IndexWriter.open(index(), SMALL)) {
            assertEquals(5, writer.snapshot().documents());
        }
    }

    @Test
    void aTierWithItsMostDocumentsIsSealed() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL.mergeFactor(64))) {
            for (int commit = 0; commit < 7; commit++) {
                for (int i = 0; i < 50; i++) {
                    writer.add(commit + "/" + i, text(i, i % 5));
                }
                writer.commit();
            }
            writer.seal();
            assertEquals(350, writer.snapshot().documents());
            // Two commits of half the limit fill a tier.
            assertEquals(4, writer.snapshot().stats().segments());
        }
    }

    /** Deletions do not fill a tier, but every opening replays them. */
    @Test
    void aLogOfDeletionsIsReplaced() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL)) {
            writer.add("a", text(1, 30));
            writer.add("b", text(2, 30));
            writer.commit();
            for (int i = 0; i < 200; i++) {
                writer.delete("d".repeat(1_000) + i);
                writer.commit();
            }
            writer.delete("b");
            writer.commit();
            writer.seal();
            assertTrue(IndexFiles.readManifest(index()).log() > 3);
            assertTrue(IndexFiles.readManifest(index()).sequence() == 202);
            assertEquals(List.of("a"), ids(Snapshot.open(index()), text(1, 30)));
            assertEquals(1, writer.snapshot().documents());
        }
    }

    @Test
    void aCommitThatDoesNotFitTheTierSealsFirst() throws IOException {
        try (IndexWriter writer =
                IndexWriter.create(index(), SCHEME, SMALL.directPostings(1_000).mergeFactor(64))) {
            for (int i = 0; i < 5; i++) {
                // 700 postings: below the limit of the tier, but not twice.
                writer.add("d" + i, text(i, 703));
                writer.commit();
            }
            // Exactly the size of the tier.
            writer.add("whole", text(9, 1_003));
            writer.commit();
            writer.seal();
            assertEquals(6, writer.snapshot().stats().segments());
            assertEquals(List.of("whole"), ids(writer.snapshot(), text(9, 1_003)));
        }
    }

    @Test
    void directCommitsSpillAndKeepTheOrder() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL)) {
            for (int i = 0; i < 400; i++) {
                // Several batches go to the assembler, and ids repeat across batches.
                writer.add("d" + i % 150, text(i, 800));
            }
            assertTrue(writer.delete("d0"));
            assertFalse(writer.delete("d0"));
            writer.commit();
            Snapshot s = writer.snapshot();
            assertEquals(149, s.documents());
            assertEquals(List.of("d99"), ids(s, text(399, 800)));
            assertEquals(List.of("d149"), ids(s, text(299, 800)));
            assertEquals(List.of(), ids(s, text(249, 800)));
            assertEquals(List.of(), ids(s, text(300, 800)));
        }
    }

    @Test
    void addAllStopsWhereItFails() throws IOException {
        List<NewDocument> documents = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            documents.add(new NewDocument(i == 40 ? "" : "d" + i, text(i, 5)));
        }
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL)) {
            assertThrows(IllegalArgumentException.class, () -> writer.addAll(documents));
            writer.commit();
            assertEquals(40, writer.snapshot().documents());
            Iterator<NewDocument> failing = new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return true;
                }

                @Override
                public NewDocument next() {
                    if (next == 20) {
                        throw new NoSuchElementException("the source is at its end");
                    }
                    return new NewDocument("e" + next, text(next++, 5));
                }
            };
            assertThrows(NoSuchElementException.class, () -> writer.addAll(() -> failing));
            writer.commit();
            assertEquals(60, writer.snapshot().documents());
        }
    }
}
