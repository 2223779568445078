package io.whorl.lucene.index;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.RefusedException;
import io.whorl.lucene.OutOfStepException;
import io.whorl.lucene.field.FingerprintField;
import io.whorl.lucene.index.CrashTest.TwoIndexes;
import io.whorl.lucene.index.WhorlIndexer.Opening;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class WhorlIndexerTest {
    @TempDir
    Path folder;

    private TwoIndexes both;

    @BeforeEach
    void setUp() {
        both = new TwoIndexes(folder);
    }

    @Test
    void changesAndCommitsGoToBoth() throws IOException {
        try (WhorlIndexer indexer = both.open()) {
            assertEquals(Opening.IN_STEP, indexer.opening());
            TwoIndexes.add(indexer, "a", "the first text of a");
            TwoIndexes.add(indexer, "b", "the only text of b");
            assertEquals(1, indexer.commit());
            assertTrue(indexer.add("a", "no stored field", List.of()));
            TwoIndexes.add(indexer, "a", "the second text of a");
            assertTrue(indexer.delete("b"));
            assertFalse(indexer.delete("absent"));
            assertTrue(Files.exists(both.journal()));
            assertEquals(2, indexer.commit());
            assertEquals(2, indexer.commit(), "nothing changed");
            assertFalse(Files.exists(both.journal()));
            try (Snapshot snapshot = indexer.snapshot()) {
                assertEquals(1, snapshot.documents());
            }
        }
        assertEquals(Map.of("a", "the second text of a"), both.texts());
    }

    @Test
    void uncommittedChangesAreDroppedByClose() throws IOException {
        try (WhorlIndexer indexer = both.open()) {
            TwoIndexes.add(indexer, "a", "the text of a");
            indexer.commit();
            TwoIndexes.add(indexer, "b", "the text of b");
        }
        assertEquals(Map.of("a", "the text of a"), both.texts());
        assertFalse(Files.exists(both.journal()));
        try (WhorlIndexer indexer = both.open()) {
            assertEquals(Opening.IN_STEP, indexer.opening());
        }
    }

    @Test
    void anIdWithoutUtf8ChangesNeitherIndex() throws IOException {
        try (WhorlIndexer indexer = both.open()) {
            TwoIndexes.add(indexer, "a\ufffd", "the text of a");
            assertThrows(IllegalArgumentException.class, () -> TwoIndexes.add(indexer, "a\ud800", "another text"));
            assertThrows(IllegalArgumentException.class, () -> indexer.delete("a\ud800"));
            TwoIndexes.add(indexer, "b", "the text of b");
            indexer.commit();
        }
        assertEquals(Map.of("a\ufffd", "the text of a", "b", "the text of b"), both.texts());
    }

    @Test
    void userDataOfTheApplicationIsKept() throws IOException {
        try (WhorlIndexer indexer = both.open()) {
            indexer.lucene().setLiveCommitData(Map.of("mine", "1").entrySet());
            TwoIndexes.add(indexer, "a", "the text of a");
            indexer.commit();
            Map<String, String> data = new HashMap<>();
            indexer.lucene().getLiveCommitData().forEach(e -> data.put(e.getKey(), e.getValue()));
            assertEquals(Map.of("mine", "1", WhorlIndexer.COMMIT, "1"), data);
        }
    }

    @Test
    void threadsThatChangeTheSameIdsLeaveTheSameInBoth() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try (WhorlIndexer indexer = both.open()) {
            List<Future<?>> done = new java.util.ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int thread = t;
                done.add(pool.submit(() -> {
                    for (int i = 0; i < 60; i++) {
                        TwoIndexes.add(indexer, "d" + i % 7, "text " + i + " of thread " + thread);
                        if (i % 11 == thread) {
                            indexer.delete("d" + i % 5);
                        }
                        if (i % 20 == 19) {
                            indexer.commit();
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> one : done) {
                one.get(120, TimeUnit.SECONDS);
            }
            indexer.commit();
        } finally {
            pool.shutdownNow();
        }
        both.texts();
    }

    @Test
    void aDocumentThatLuceneRefusesChangesNothing() throws IOException {
        try (WhorlIndexer indexer = both.open()) {
            TwoIndexes.add(indexer, "a", "the text of a");
            SortedDocValuesField immense = new SortedDocValuesField("sorted", new BytesRef(new byte[40_000]));
            assertThrows(IllegalArgumentException.class, () -> indexer.add("a", "another", List.of(immense)));
            indexer.commit();
        }
        assertEquals(Map.of("a", "the text of a"), both.texts());
    }

    @Test
    void badArgumentsAreRefused() throws IOException {
        try (WhorlIndexer indexer = both.open()) {
            refused("id has 0 bytes", () -> indexer.add("", "text", List.of()));
            refused("id has 65536 bytes", () -> indexer.delete("x".repeat(65_536)));
            StringField id = new StringField("id", "a", Field.Store.NO);
            refused("the field of the id", () -> indexer.add("a", "text", List.of(id)));
        }
        IndexWriterConfig create = new IndexWriterConfig(new StandardAnalyzer()).setOpenMode(OpenMode.CREATE);
        try (FSDirectory directory = FSDirectory.open(folder.resolve("new"))) {
            refused("CREATE", () -> WhorlIndexer.open(directory, create, both.whorl(), IndexerOptions.DEFAULT));
        }
        refused("idField is empty", () -> IndexerOptions.DEFAULT.idField(""));
    }

    private static void refused(String text, Executable call) {
        assertMessage(IllegalArgumentException.class, text, call);
    }

    @Test
    void callsAfterCloseAreRefused() throws IOException {
        WhorlIndexer indexer = both.open();
        indexer.close();
        indexer.close();
        assertThrows(IllegalStateException.class, () -> indexer.delete("a"));
        assertThrows(IllegalStateException.class, indexer::commit);
        assertThrows(IllegalStateException.class, indexer::snapshot);
    }

    @Test
    void aFailedOpenReleasesBothLocks() throws IOException {
        both.open().close();
        try (IndexWriter held = IndexWriter.open(both.whorl(), TwoIndexes.OPTIONS.writer)) {
            assertReason(RefusedException.Reason.LOCKED, both::open);
            assertEquals(0, held.commit());
        }
        both.open().close();
    }

    @Test
    void indexesThatDoNotBelongTogetherAreRefusedUnlessAdopted() throws IOException {
        try (WhorlIndexer indexer = both.open()) {
            TwoIndexes.add(indexer, "a", "the text of a");
            indexer.commit();
        }
        try (IndexWriter alone = IndexWriter.open(both.whorl(), TwoIndexes.OPTIONS.writer)) {
            alone.add("a", "the text of a");
            alone.commit();
        }
        OutOfStepException e = assertThrows(OutOfStepException.class, both::open);
        assertEquals(1, e.expected());
        assertEquals(2, e.found());
        IndexerOptions adopt = TwoIndexes.OPTIONS.adopt(true);
        try (WhorlIndexer indexer = both.open(adopt, step -> {})) {
            assertEquals(2, indexer.commit());
        }
        both.open().close();
        assertEquals(Map.of("a", "the text of a"), both.texts());
    }

    @Test
    void aMissingWhorlIndexIsNotReplacedByAnEmptyOne() throws IOException {
        try (WhorlIndexer indexer = both.open()) {
            TwoIndexes.add(indexer, "a", "the text of a");
            indexer.commit();
        }
        TwoIndexes moved = new TwoIndexes(folder.resolve("moved"));
        Files.createDirectories(moved.folder());
        Files.move(both.lucene(), moved.lucene());
        assertReason(RefusedException.Reason.NOT_AN_INDEX, moved::open);
        assertFalse(Files.exists(moved.whorl()));
    }

    @Test
    void oneFingerprintServesBothIndexesIfTheSchemesAllowIt() throws IOException {
        FingerprintField field = FingerprintField.of("versions");
        String text = "a text of many words ".repeat(3) + "and some others that are not repeated";
        Scheme full = field.fullScheme().orElseThrow();
        assertEquals(full, TwoIndexes.OPTIONS.scheme(), "the default");
        List<Scheme> schemes =
                List.of(full, field.scheme(), Scheme.builder().granularity(5).build());
        for (int i = 0; i < schemes.size(); i++) {
            TwoIndexes made = new TwoIndexes(folder.resolve("scheme-" + i));
            Files.createDirectories(made.folder());
            IndexerOptions options = TwoIndexes.OPTIONS.scheme(schemes.get(i));
            try (WhorlIndexer indexer = made.open(options, step -> {})) {
                assertEquals(i < 2, indexer.fingerprintsOnce());
                TwoIndexes.add(indexer, "a", text);
                TwoIndexes.add(indexer, "empty", "");
                indexer.commit();
            }
            assertEquals(Map.of("a", text, "empty", ""), made.texts());
            try (FSDirectory directory = FSDirectory.open(made.lucene());
                    DirectoryReader reader = DirectoryReader.open(directory)) {
                BinaryDocValues sketches = MultiDocValues.getBinaryValues(reader, "versions");
                assertTrue(sketches.advanceExact(0));
                assertEquals(field.fields(text).get(0).binaryValue(), sketches.binaryValue());
            }
        }
    }

    @Test
    void aTextThatNeedsTooMuchMemoryIsInNeitherIndex() throws IOException {
        IndexerOptions small = TwoIndexes.OPTIONS.writer(TwoIndexes.OPTIONS.writer.memory(16 << 20));
        StringBuilder large = new StringBuilder();
        for (int i = 0; i < 200_000; i++) {
            large.append(Integer.toString(i, 36)).append(' ');
        }
        try (WhorlIndexer indexer = both.open(small, step -> {})) {
            TwoIndexes.add(indexer, "a", "the text of a");
            TwoIndexes.add(indexer, "b", "the text of b");
            assertThrows(LimitExceededException.class, () -> indexer.add("a", large.toString(), List.of()));
            indexer.commit();
        }
        assertEquals(Map.of("b", "the text of b"), both.texts());
    }

    @Test
    void optionsAreValues() {
        IndexerOptions other = IndexerOptions.DEFAULT.idField("url").adopt(true);
        assertEquals(IndexerOptions.DEFAULT, other.adopt(false).idField("id"));
        assertFalse(IndexerOptions.DEFAULT.equals(other));
        assertEquals("id", IndexerOptions.DEFAULT.idField);
        assertThrows(IllegalArgumentException.class, () -> other.idField(""));
    }
}
