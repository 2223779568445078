package io.whorl.parts;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.TestFiles;
import io.whorl.live.LiveTier.TierHeap;
import io.whorl.live.LiveView;
import io.whorl.measure.Measure;
import io.whorl.parts.SealedSearch.FoundMinutiae.ListNumbers;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.TestSets;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.Segment;
import io.whorl.testing.Repeated;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Snapshots of files whose documents are in logs: in heap, in scratch files, or in both. WriterModelTest compares their
 * answers with a map.
 */
class LogRefreshTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    private static final int WORDS = 30;
    private static final int IDS = 40;
    private static final WriterOptions OPTIONS = WriterOptions.DEFAULT
            .liveMap(LiveMap.NONE)
            .livePostings(4_000)
            .liveDocuments(200)
            .memory(16 << 20)
            .mergeFactor(2)
            .threads(1);

    /** The writer seals nothing by itself. */
    private static final WriterOptions LARGE = OPTIONS.livePostings(1 << 20);

    @TempDir
    Path folder;

    private Path index;

    @BeforeEach
    void setUp() {
        index = folder.resolve("index");
    }

    /** A text that shares words with those of the same remainder, so that most queries find several documents. */
    private static byte[] text(int seed) {
        String shared = new Random(seed % 7)
                .ints(WORDS / 2, 0, 9)
                .mapToObj(word -> "w" + word + " ")
                .collect(Collectors.joining());
        return RandomCorpus.utf8(shared + RandomCorpus.words("s" + seed + "w", WORDS / 2, WORDS));
    }

    private record Opened(SnapshotParts parts, Snapshot snapshot) implements AutoCloseable {
        static Opened of(SnapshotParts parts) {
            return new Opened(parts, Snapshot.of(parts));
        }

        Optional<Opened> refreshed() throws IOException {
            return parts.newer().run().map(Opened::of);
        }

        List<Part> live() {
            return parts.parts().stream().filter(LiveView.class::isInstance).toList();
        }

        @Override
        public void close() {
            snapshot.close();
        }
    }

    private Opened open(TierHeap memory) throws IOException {
        return Opened.of(DirectorySource.open(index, memory, Optional.empty()).snapshot());
    }

    /** Ids and scores of all documents that a snapshot finds, by query. */
    private static List<Map<String, Double>> answers(Snapshot snapshot) {
        return answers(snapshot, Measure.PERCENT);
    }

    private static List<Map<String, Double>> weighted(Snapshot snapshot) {
        return answers(snapshot, Measure.WEIGHTED_RESEMBLANCE);
    }

    private static List<Map<String, Double>> answers(Snapshot snapshot, Measure measure) {
        QueryOptions options = QueryOptions.DEFAULT.top(IDS).measure(measure);
        return Repeated.list(3 * IDS / 5, i -> snapshot.query(text(5 * i), options).matches().stream()
                .collect(Collectors.toMap(Match::id, Match::score)));
    }

    /** Repeated refreshes add to one tier, and make no files. */
    @Test
    void commitsAreReadOnce() throws IOException {
        long limit = 1 << 20;
        TierHeap memory = new TierHeap(limit);
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, OPTIONS)) {
            writer.add("first", text(1));
            writer.commit();
            writer.add("second", text(2));
            writer.commit();
            Opened reader = open(memory);
            // In the header of the first commit, which only a reader that starts at the beginning sees.
            TestSets.flip(TestFiles.files(index, ".*\\.wal").get(0), 68);
            for (int i = 0; i < 50; i++) {
                writer.update(new NewDocument("d" + i % 20, text(i)));
                writer.commit();
                Opened next = reader.refreshed().orElseThrow();
                reader.close();
                reader = next;
                assertEquals(List.of(), reader.parts.sealed());
                assertEquals(1, reader.live().size());
                assertEquals(Math.min(i + 3, 22), reader.snapshot.documents());
            }
            assertTrue(memory.remaining() < limit);
            reader.close();
            assertEquals(limit, memory.remaining());
            assertThrows(CorruptIndexException.class, () -> open(memory));
            assertEquals(limit, memory.remaining());
        }
    }

    /** A tier takes the memory that its documents need, which is less than a bound for all documents. */
    @Test
    void takesTheMemoryThatTheDocumentsNeed() throws IOException {
        int documents = 100;
        long limit = 100 << 20;
        TierHeap memory = new TierHeap(limit);
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, LARGE)) {
            for (int d = 0; d < documents; d++) {
                writer.add("d" + d, RandomCorpus.utf8(RandomCorpus.words("w" + d + "x", 0, 1_000)));
            }
            writer.commit();
            try (Opened reader = open(memory)) {
                assertEquals(1, reader.live().size());
                long postings = reader.snapshot.stats().postings();
                long others = documents * 3_000L + (512 << 10);
                long taken = limit - memory.remaining();
                assertTrue(taken > 25 * postings, taken + " for " + postings);
                assertTrue(taken < 52 * postings + others, taken + " for " + postings);
            }
            assertEquals(limit, memory.remaining());
        }
    }

    @Test
    void documentsWithoutRoomAreReadFromAScratchFile() throws IOException {
        long limit = 400_000;
        TierHeap memory = new TierHeap(limit);
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, LARGE)) {
            writer.add("first", text(1));
            writer.commit();
            try (Opened begun = open(memory)) {
                assertEquals(1, begun.live().size());
                for (int i = 0; i < 100; i++) {
                    writer.add("d" + i, text(i));
                }
                writer.commit();
                try (Opened full = begun.refreshed().orElseThrow()) {
                    assertEquals(List.of(), full.live());
                    assertEquals(1, full.parts.sealed().size());
                    assertEquals(101, full.snapshot.documents());
                    begun.close();
                    assertEquals(limit, memory.remaining());
                    writer.update(new NewDocument("d5", text(500)));
                    writer.commit();
                    try (Opened both = full.refreshed().orElseThrow()) {
                        assertEquals(1, both.live().size());
                        assertEquals(1, both.parts.sealed().size());
                        assertEquals(101, both.snapshot.documents());
                        assertFalse(answers(full.snapshot).equals(answers(both.snapshot)));
                    }
                }
            }
        }
        assertEquals(limit, memory.remaining());
    }

    /**
     * Weighted scores do not depend on the order of the documents, on those that are deleted, nor on how many refreshes
     * read them.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void weightsDoNotDependOnRefreshes(boolean refreshed) throws IOException {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, LARGE)) {
            writer.add("d4", text(4));
            writer.commit();
            Opened reader = open(new TierHeap(100 << 20));
            for (int i = 0; i < IDS; i++) {
                writer.update(new NewDocument("d" + i, text(i)));
                if (i == IDS - 1) {
                    writer.update(new NewDocument("d3", text(50)));
                    writer.delete("d4");
                }
                if (refreshed || i == IDS - 1) {
                    writer.commit();
                    Opened next = reader.refreshed().orElseThrow();
                    reader.close();
                    reader = next;
                }
            }
            assertEquals(1, reader.live().size());
            List<Map<String, Double>> logged = weighted(reader.snapshot);
            reader.close();
            Path other = index.resolveSibling("other");
            try (IndexWriter ordered = IndexWriter.create(other, SCHEME, LARGE)) {
                for (int i = IDS - 1; i >= 0; i--) {
                    if (i != 4) {
                        ordered.add("d" + i, text(i == 3 ? 50 : i));
                    }
                }
                ordered.commit();
                try (Snapshot once = Snapshot.open(other)) {
                    assertEquals(weighted(once), logged);
                }
            }
        }
    }

    /** A snapshot repeats its answers after later snapshots were queried. */
    @Test
    void weightsOfASnapshotDoNotChange() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, LARGE)) {
            writer.add("a", text(1));
            writer.add("b", text(8));
            writer.commit();
            try (Opened first = open(new TierHeap(100 << 20))) {
                List<Map<String, Double>> before = weighted(first.snapshot);
                for (int i = 0; i < IDS; i++) {
                    writer.add("d" + i, text(i));
                }
                writer.commit();
                try (Opened second = first.refreshed().orElseThrow()) {
                    List<Map<String, Double>> later = weighted(second.snapshot);
                    assertEquals(before, weighted(first.snapshot));
                    assertEquals(later, weighted(second.snapshot));
                }
            }
        }
    }

    // A refresh maps only the files that the previous snapshot does not have.

    private static final WriterOptions REUSED_OPTIONS =
            OPTIONS.livePostings(1_000).liveDocuments(100).mergeFactor(64);

    private static byte[] wordsOf(int i) {
        return RandomCorpus.utf8("the document number n" + i + " says x" + i + " and y" + i + " and z" + i);
    }

    private static List<SealedPart> open(Path index, List<SealedPart> before) throws IOException {
        return IndexFiles.openParts(index, IndexFiles.readManifest(index), before);
    }

    @Test
    void unchangedFilesAreNotMappedAgain() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, REUSED_OPTIONS)) {
            DirectorySource before = DirectorySource.open(index, TierHeap.OF_PROCESS, Optional.empty());
            for (int i = 0; i < 12; i++) {
                writer.add("a" + i, wordsOf(i));
                writer.add("b" + i, wordsOf(100 + i));
                writer.commit();
                if (i == 6) {
                    writer.delete("a2");
                    writer.commit();
                }
                writer.seal();
                DirectorySource now = DirectorySource.open(index, TierHeap.OF_PROCESS, Optional.of(before));
                List<SealedPart> old = before.named();
                List<SealedPart> entries = now.named();
                assertEquals(i + 1, entries.size());
                for (int s = 0; s < i; s++) {
                    assertSame(old.get(s).segment(), entries.get(s).segment());
                    boolean died = i == 6 && s == 2;
                    assertEquals(
                            died || i > 6 && s == 2 ? 1 : 0,
                            entries.get(s).dead().count());
                    if (i > 6 && s == 2) {
                        assertSame(old.get(s).dead(), entries.get(s).dead());
                    }
                }
                before.snapshot().sealed().forEach(SealedPart::release);
                before = now;
            }
            before.snapshot().sealed().forEach(SealedPart::release);
            // Every hold was released.
            Segment first = before.named().get(0).segment();
            assertThrows(IllegalStateException.class, first::retain);
            assertThrows(IllegalStateException.class, () -> first.reading(() -> 0));
        }
    }

    /** File names repeat if an index is removed and created again. */
    @Test
    void anotherFileOfTheSameNameAndLengthIsMapped() throws IOException {
        Path one = built("one", 1);
        Path two = built("two", 2);
        Manifest manifest = IndexFiles.readManifest(one);
        String name = manifest.segments().get(0).name();
        List<SealedPart> before = open(one, List.of());
        List<SealedPart> same = open(one, before);
        assertSame(before.get(0).segment(), same.get(0).segment());
        assertEquals(Files.size(one.resolve(name)), Files.size(two.resolve(name)));
        Files.move(two.resolve(name), one.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        List<SealedPart> other = open(one, before);
        assertNotSame(before.get(0).segment(), other.get(0).segment());
        List.of(before, same, other).forEach(parts -> parts.forEach(SealedPart::release));
    }

    private Path built(String name, int seed) throws IOException {
        Path index = folder.resolve(name);
        RandomCorpus.index(index, SCHEME, Map.of("a", wordsOf(seed)), BuildOptions.DEFAULT);
        return index;
    }

    @Test
    void aStateThatCannotBeOpenedHoldsNoFiles() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, REUSED_OPTIONS)) {
            for (int i = 0; i < 3; i++) {
                writer.add("a" + i, wordsOf(i));
                writer.commit();
                writer.seal();
            }
        }
        List<SealedPart> before = open(index, List.of());
        Files.delete(
                index.resolve(IndexFiles.readManifest(index).segments().get(2).name()));
        assertMessage(CorruptIndexException.class, "the file is missing", () -> open(index, before));
        before.forEach(SealedPart::release);
        for (SealedPart entry : before) {
            assertThrows(IllegalStateException.class, entry.segment()::retain);
            DeadDocuments none = entry.dead();
            none.retain();
        }
    }

    @Test
    void listsAreNumberedInTheOrderOfTheirFirstUseUpToTheLimit() {
        ListNumbers lists = new ListNumbers(1_000);
        for (int i = 0; i < 1_000; i++) {
            assertEquals(i, lists.add(i * 97L));
        }
        assertEquals(5, lists.add(5 * 97));
        assertEquals(1_000, lists.size());
        assertEquals(7 * 97, lists.place(7));
        LimitExceededException e = assertThrows(LimitExceededException.class, () -> lists.add(1_000_000));
        assertEquals(1_001, e.value());
        assertEquals(1_000, e.most());
    }
}
