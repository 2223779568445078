package io.whorl.lucene.index;

import static io.whorl.testing.Packed.utf8;
import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.RefusedException;
import io.whorl.lucene.OutOfStepException;
import io.whorl.lucene.collapse.FingerprintField;
import io.whorl.lucene.index.WhorlIndexer.Journal;
import io.whorl.lucene.index.WhorlIndexer.Opening;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.Ended;
import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.commons.io.FileUtils;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.Bits;
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
            List<Future<?>> done = Repeated.list(
                    4,
                    thread -> pool.submit(() -> {
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
        both.commitOne();
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
        both.commitOne();
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
        String large = Repeated.text(200_000, i -> Integer.toString(i, 36) + " ");
        try (WhorlIndexer indexer = both.open(small, step -> {})) {
            TwoIndexes.add(indexer, "a", "the text of a");
            TwoIndexes.add(indexer, "b", "the text of b");
            assertThrows(LimitExceededException.class, () -> indexer.add("a", large, List.of()));
            indexer.commit();
        }
        assertEquals(Map.of("b", "the text of b"), both.texts());
    }

    // The indexer ends at each step of each commit. Opening brings both indexes in step.

    private static final int BATCHES = 3;

    /** What both indexes hold after some batches: each replaces, adds and deletes documents. */
    private static Map<String, String> after(int batches) {
        Map<String, String> texts = new TreeMap<>();
        for (int batch = 0; batch < batches; batch++) {
            texts.put("d" + batch, text(batch, 0));
            texts.put("same", text(batch, 1));
            texts.remove("d" + (batch - 2));
        }
        return texts;
    }

    private static String text(int batch, int which) {
        return "this is text " + which + " of batch " + batch + " and it has words enough for some chunks";
    }

    /** The steps of a commit, in order: changes are in both writers and in the journal before the journal is forced. */
    enum Step {
        CHANGED,
        JOURNAL_FORCED,
        LUCENE_PREPARED,
        LUCENE_COMMITTED,
        WHORL_COMMITTED,
        JOURNAL_DELETED
    }

    /** Tells the steps of Lucene's part of a commit with changes by its files. */
    private static final class SteppedDirectory extends FilterDirectory {
        private final Path journal;
        private final Consumer<Step> steps;

        SteppedDirectory(Directory in, Path journal, Consumer<Step> steps) {
            super(in);
            this.journal = journal;
            this.steps = steps;
        }

        @Override
        public IndexOutput createOutput(String name, IOContext context) throws IOException {
            step(name, Step.JOURNAL_FORCED);
            return super.createOutput(name, context);
        }

        @Override
        public void rename(String source, String target) throws IOException {
            step(source, Step.LUCENE_PREPARED);
            super.rename(source, target);
            step(source, Step.LUCENE_COMMITTED);
        }

        private void step(String name, Step step) {
            if (name.startsWith("pending_segments") && Files.exists(journal)) {
                steps.accept(step);
            }
        }
    }

    private static void run(TwoIndexes both, Consumer<Step> told) throws IOException {
        byte[][] journal = new byte[1][];
        Consumer<Step> steps = step -> {
            try {
                journal[0] = step == Step.LUCENE_COMMITTED ? Files.readAllBytes(both.journal()) : journal[0];
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            told.accept(step);
        };
        try (WhorlIndexer indexer = both.open(TwoIndexes.OPTIONS, steps)) {
            for (int batch = (int) indexer.commit(); batch < BATCHES; batch++) {
                TwoIndexes.add(indexer, "d" + batch, text(batch, 0));
                steps.accept(Step.CHANGED);
                TwoIndexes.add(indexer, "same", text(batch, 1));
                steps.accept(Step.CHANGED);
                indexer.delete("d" + (batch - 2));
                steps.accept(Step.CHANGED);
                indexer.commit();
                // As it was before the last step.
                Files.write(both.journal(), journal[0]);
                steps.accept(Step.WHORL_COMMITTED);
                Files.delete(both.journal());
                steps.accept(Step.JOURNAL_DELETED);
            }
        }
    }

    /** Copies the files at every step, as a kill would leave them. */
    @Test
    void everyStepOfEveryCommitLeavesIndexesThatOpenInStep() throws IOException {
        TwoIndexes both = new TwoIndexes(folder.resolve("work"));
        List<Step> steps = new ArrayList<>();
        run(both, step -> {
            copy(both, folder.resolve("copy-" + steps.size()));
            steps.add(step);
        });
        assertEquals(BATCHES * (3 + Step.values().length - 1), steps.size());
        int committed = 0;
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            committed += step == Step.LUCENE_COMMITTED ? 1 : 0;
            TwoIndexes copy = new TwoIndexes(folder.resolve("copy-" + i));
            try (WhorlIndexer indexer = copy.open()) {
                assertEquals(expected(step), indexer.opening(), i + ": " + step);
            }
            assertFalse(Files.exists(copy.journal()));
            assertEquals(after(committed), committed == 0 ? Map.of() : copy.texts(), i + ": " + step);
        }
        assertEquals(after(BATCHES), both.texts());
    }

    private static Opening expected(Step step) {
        return switch (step) {
            case CHANGED, JOURNAL_FORCED, LUCENE_PREPARED -> Opening.DROPPED;
            case LUCENE_COMMITTED -> Opening.REPLAYED;
            case WHORL_COMMITTED, JOURNAL_DELETED -> Opening.IN_STEP;
        };
    }

    /** The files after the first commit of Lucene, which Whorl's commit did not follow. */
    private TwoIndexes crashed() throws IOException {
        TwoIndexes both = new TwoIndexes(folder.resolve("work"));
        Path first = folder.resolve("first");
        run(both, step -> {
            if (step == Step.LUCENE_COMMITTED && !Files.exists(first)) {
                copy(both, first);
            }
        });
        return new TwoIndexes(first);
    }

    @Test
    void aCrashDuringTheRepairIsRepairedToo() throws IOException {
        TwoIndexes crashed = crashed();
        byte[] journal = Files.readAllBytes(crashed.journal());
        crashed.open().close();
        // The process ended after Whorl's commit, and before the journal was deleted.
        Files.write(crashed.journal(), journal);
        try (WhorlIndexer indexer = crashed.open()) {
            assertEquals(Opening.IN_STEP, indexer.opening());
        }
        assertEquals(after(1), crashed.texts());
    }

    @Test
    void aDamagedJournalThatIsNeededIsAnError() throws IOException {
        TwoIndexes crashed = crashed();
        byte[] journal = Files.readAllBytes(crashed.journal());
        journal[journal.length / 2]++;
        Files.write(crashed.journal(), journal);
        assertMessage(OutOfStepException.class, "commit 1 of its Whorl index", crashed::open);
        assertTrue(Files.exists(crashed.journal()), "nothing is deleted");
    }

    /** Copies all files as they are, as a killed process leaves them. */
    private static void copy(TwoIndexes both, Path target) {
        try {
            FileUtils.copyDirectory(both.folder().toFile(), target.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends its process at a step: folder, number of the step. */
    public static final class Child {
        private Child() {}

        /** Runs the batches. */
        public static void main(String[] args) throws IOException {
            int[] left = {Integer.parseInt(args[1])};
            run(new TwoIndexes(Path.of(args[0])), step -> {
                if (left[0]-- == 0) {
                    Runtime.getRuntime().halt(99);
                }
            });
        }
    }

    /** Kills processes one after another, each at another step, and goes on with what they leave. */
    @Test
    void killedProcessesLeaveIndexesThatOpenInStep() throws Exception {
        int[] steps = LongForm.of(0, 1) == 0 ? new int[] {5} : new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 2, 3, 4, 5};
        TwoIndexes both = new TwoIndexes(folder);
        for (int step : steps) {
            List<String> command = ChildJvm.command(List.of(), Child.class, folder.toString(), "" + step);
            Ended child = Ended.of(new ProcessBuilder(command), 100);
            assertTrue(child.code() == 99 || child.code() == 0, child.err());
            int committed;
            try (WhorlIndexer indexer = both.open()) {
                committed = (int) indexer.commit();
            }
            assertEquals(after(committed), committed == 0 ? Map.of() : both.texts());
        }
        run(both, step -> {});
        assertEquals(after(BATCHES), both.texts());
    }

    /** The folders of a Lucene and a Whorl index, and what is in them. */
    record TwoIndexes(Path folder) {
        static final IndexerOptions OPTIONS = IndexerOptions.DEFAULT
                .fingerprint(FingerprintField.of("versions"))
                .writer(WriterOptions.DEFAULT
                        .liveMap(LiveMap.NONE)
                        .storeText(true)
                        .threads(1));

        Path lucene() {
            return folder.resolve("lucene");
        }

        Path whorl() {
            return folder.resolve("whorl");
        }

        Path journal() {
            return folder.resolve("whorl.journal");
        }

        WhorlIndexer open(IndexerOptions options, Consumer<Step> steps) throws IOException {
            Directory directory = new SteppedDirectory(FSDirectory.open(lucene()), journal(), steps);
            return WhorlIndexer.open(directory, new IndexWriterConfig(new StandardAnalyzer()), whorl(), options);
        }

        WhorlIndexer open() throws IOException {
            return open(OPTIONS, step -> {});
        }

        /** Commits the document a. */
        void commitOne() throws IOException {
            try (WhorlIndexer indexer = open()) {
                add(indexer, "a", "the text of a");
                indexer.commit();
            }
        }

        /** Adds a document whose text is stored in both. */
        static void add(WhorlIndexer indexer, String id, String text) throws IOException {
            indexer.add(id, text, List.of(new StoredField("text", text)));
        }

        /** The text of each document of the Lucene index, after checking that the Whorl index has the same. */
        Map<String, String> texts() throws IOException {
            Map<String, String> texts = new TreeMap<>();
            try (FSDirectory directory = FSDirectory.open(lucene());
                    DirectoryReader reader = DirectoryReader.open(directory)) {
                for (LeafReaderContext leaf : reader.leaves()) {
                    Bits live = leaf.reader().getLiveDocs();
                    for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
                        if (live == null || live.get(doc)) {
                            var stored = leaf.reader().storedFields().document(doc);
                            assertEquals(null, texts.put(stored.get("id"), stored.get("text")), "one document an id");
                        }
                    }
                }
            }
            try (Snapshot snapshot = Snapshot.open(whorl())) {
                assertEquals(texts.size(), snapshot.documents());
                texts.forEach((id, text) -> {
                    byte[] stored = snapshot.text(id).orElseThrow();
                    assertEquals(text, new String(stored, StandardCharsets.UTF_8), id);
                    assertTrue(snapshot.isTextOf(id, stored), id);
                });
            }
            return texts;
        }
    }

    // The journal.

    private Path written() throws IOException {
        Path path = folder.resolve("journal");
        try (Journal journal = Journal.create(path)) {
            journal.add(utf8("a"), utf8("the text of a"));
            journal.delete(utf8("ü"));
            journal.add(utf8("b"), utf8(""));
            journal.end(7);
        }
        return path;
    }

    @Test
    void changesAreReadInOrder() throws IOException {
        Path path = written();
        List<String> read = new ArrayList<>();
        assertEquals(Optional.of(7L), Journal.commit(path));
        Journal.replay(
                path,
                (id, text) -> read.add(text.map(utf8 -> id + "=" + new String(utf8, StandardCharsets.UTF_8))
                        .orElse("-" + id)));
        assertEquals(List.of("a=the text of a", "-ü", "b="), read);
    }

    @Test
    void aJournalThatIsCutAnywhereOrHasAnyBitFlippedIsNotWhole() throws IOException {
        byte[] whole = Files.readAllBytes(written());
        Path cut = folder.resolve("cut");
        for (int length = 0; length < whole.length; length++) {
            Files.write(cut, Arrays.copyOf(whole, length));
            assertEquals(Optional.empty(), Journal.commit(cut), "cut at " + length);
        }
        Files.write(cut, Arrays.copyOf(whole, whole.length + 1));
        assertEquals(Optional.empty(), Journal.commit(cut), "one byte too many");
        assertThrows(IOException.class, () -> Journal.replay(cut, (id, text) -> {}));
        Path flipped = folder.resolve("flipped");
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] changed = whole.clone();
            changed[bit / 8] ^= (byte) (1 << (bit % 8));
            Files.write(flipped, changed);
            assertEquals(Optional.empty(), Journal.commit(flipped), "bit " + bit);
        }
    }

    @Test
    void aMissingJournalIsNone() throws IOException {
        assertEquals(Optional.empty(), Journal.commit(folder.resolve("absent")));
        Journal.delete(folder.resolve("absent"));
        Path path = written();
        Journal.delete(path);
        assertFalse(Files.exists(path));
    }
}
