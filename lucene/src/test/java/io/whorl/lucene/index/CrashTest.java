package io.whorl.lucene.index;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lucene.OutOfStepException;
import io.whorl.lucene.field.FingerprintField;
import io.whorl.lucene.index.WhorlIndexer.Opening;
import io.whorl.lucene.index.WhorlIndexer.Step;
import io.whorl.query.Snapshot;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.Ended;
import io.whorl.testing.LongForm;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Bits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ends the indexer at each step of each commit. Whatever is on disk then, opening brings both indexes in step, with the
 * commit before or the commit in progress.
 */
class CrashTest {
    private static final int BATCHES = 3;

    @TempDir
    Path folder;

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

    private static void run(TwoIndexes both, Consumer<Step> steps) throws IOException {
        try (WhorlIndexer indexer = both.open(TwoIndexes.OPTIONS, steps)) {
            for (int batch = (int) indexer.commit(); batch < BATCHES; batch++) {
                TwoIndexes.add(indexer, "d" + batch, text(batch, 0));
                TwoIndexes.add(indexer, "same", text(batch, 1));
                indexer.delete("d" + (batch - 2));
                indexer.commit();
            }
        }
    }

    /** Copies the files at every step, as a kill would leave them. */
    @Test
    void everyStepOfEveryCommitLeavesIndexesThatOpenInStep() throws IOException {
        TwoIndexes both = new TwoIndexes(folder.resolve("work"));
        Files.createDirectories(both.folder());
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
        Files.createDirectories(both.folder());
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

    private static void copy(TwoIndexes both, Path target) {
        try {
            both.copyTo(target);
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
            Ended child = Ended.of(
                    new ProcessBuilder(
                            ChildJvm.command(List.of(), Child.class, folder.toString(), String.valueOf(step))),
                    100);
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
            return WhorlIndexer.open(
                    FSDirectory.open(lucene()), new IndexWriterConfig(new StandardAnalyzer()), whorl(), options, steps);
        }

        WhorlIndexer open() throws IOException {
            return open(OPTIONS, step -> {});
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

        /** Copies all files as they are, as a killed process leaves them. */
        void copyTo(Path target) throws IOException {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.toList()) {
                    Path copy = target.resolve(folder.relativize(file));
                    if (Files.isDirectory(file)) {
                        Files.createDirectories(copy);
                    } else {
                        Files.copy(file, copy);
                    }
                }
            }
        }
    }
}
