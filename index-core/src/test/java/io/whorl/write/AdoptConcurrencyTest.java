package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.bulk.RepeatedIds;
import io.whorl.crash.CrashFileSystem;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.TestSets;
import io.whorl.shard.TestSets.Doc;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer that adopts a segment set while it commits, closes and merges. */
class AdoptConcurrencyTest {
    private static final Scheme SCHEME = Scheme.builder().granularity(3).build();
    private static final WriterOptions WRITING = WriterOptions.builder()
            .liveMap(LiveMap.NONE)
            .memory(16 << 20)
            .mergeFactor(4)
            .build();

    @TempDir
    Path folder;

    private Path set(List<List<Doc>> shards) throws IOException {
        Path set = folder.resolve("set");
        TestSets.build(set, SCHEME, TestSets.OPTIONS, shards);
        return set;
    }

    @Test
    void commitsOfAnotherThreadGoOnDuringAdoptions() throws Exception {
        List<List<Doc>> shards = TestSets.documents(14, 3, 5, false, 0);
        Path set = set(shards);
        Path index = folder.resolve("index");
        try (IndexWriter writer = IndexWriter.create(
                index,
                SCHEME,
                WRITING.toBuilder().livePostings(1_000).liveDocuments(100).build())) {
            ExecutorService other = Executors.newSingleThreadExecutor();
            try {
                Future<Void> commits = other.submit(() -> {
                    for (int i = 0; i < 60; i++) {
                        writer.add("mine " + i % 20, "the text number " + i + " of the other thread");
                        writer.add(shards.get(i % 3).get(i % 5).id(), "a text that an adoption may replace " + i);
                        writer.delete("mine " + (i + 7) % 20);
                        writer.commit();
                    }
                    return null;
                });
                for (int i = 0; i < 6; i++) {
                    assertEquals(15, writer.adopt(set, AdoptOptions.DEFAULT).documents());
                }
                commits.get(60, TimeUnit.SECONDS);
            } finally {
                other.shutdownNow();
            }
            writer.adopt(set, AdoptOptions.DEFAULT);
            IndexWriter.createFrom(folder.resolve("only"), set, AdoptOptions.DEFAULT);
            try (Snapshot snapshot = writer.snapshot();
                    Snapshot only = Snapshot.open(folder.resolve("only"))) {
                // Of "mine 0" to "mine 19", the first seven are deleted after they are added for the last time.
                assertEquals(15 + 13, snapshot.documents());
                for (Doc d : TestSets.all(shards)) {
                    assertEquals(only.document(d.id()), snapshot.document(d.id()));
                }
            }
        }
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    @Test
    void aClosedWriterAdoptsNothing() throws IOException {
        Path index = folder.resolve("index");
        IndexWriter writer = IndexWriter.create(index, SCHEME, WRITING);
        writer.close();
        assertThrows(
                IllegalStateException.class,
                () -> writer.adopt(set(TestSets.documents(12, 2, 4, false, 0)), AdoptOptions.DEFAULT));
    }

    /** The next writer may use the names of the files that the adoption writes and deletes. */
    @Test
    void closeWaitsForAnAdoptionThatCopiesAndThenLeavesNoFile() throws Exception {
        Path set = set(TestSets.documents(15, 3, 4, false, 0));
        Path real = Files.createDirectory(folder.resolve("disk"));
        CrashFileSystem system = CrashFileSystem.over(real);
        IndexWriter writer = IndexWriter.create(system.root().resolve("index"), SCHEME, WRITING);
        CompletableFuture<Set<String>> left = new CompletableFuture<>();
        Thread closing = new Thread(() -> {
            try {
                writer.close();
                left.complete(TestSets.segmentFiles(real.resolve("index")));
            } catch (IOException | RuntimeException e) {
                left.completeExceptionally(e);
            }
        });
        system.onSync(point -> {
            if (point.path().toString().endsWith(".whs") && closing.getState() == Thread.State.NEW) {
                closing.start();
                awaitClosing(writer, left);
            }
        });
        assertThrows(IllegalStateException.class, () -> writer.adopt(set, AdoptOptions.DEFAULT));
        assertEquals(Set.of(), Patience.get(left));
    }

    /** Waits until the writer refuses changes, and then briefly: if its close waits for nothing, it ends meanwhile. */
    private static void awaitClosing(IndexWriter writer, Future<?> closed) {
        try {
            Patience.until(() -> !((DefaultIndexWriter) writer).isOpen());
            closed.get(100, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // It waits.
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** MANIFEST names neither them nor, after a merge, the adopted ones, so they are discarded before. */
    @Test
    void shardsWithoutRemainingDocumentsAreDiscardedBeforeAMergeBegins() throws Exception {
        List<List<Doc>> shards = new ArrayList<>(TestSets.documents(16, 2, 4, false, 0));
        Path index = folder.resolve("index");
        TestSets.index(index, SCHEME, TestSets.OPTIONS, shards.get(0));
        for (int copy = 0; copy < 2; copy++) {
            shards.add(shards.get(0));
        }
        Path set = set(shards);
        CompletableFuture<Set<String>> found = new CompletableFuture<>();
        UnaryOperator<SegmentMerger> looking = merger -> (inputs, memory, cancelled) -> {
            found.complete(TestSets.segmentFiles(index));
            return merger.merge(inputs, memory, cancelled);
        };
        try (IndexWriter writer = DefaultIndexWriter.open(
                index, WRITING.toBuilder().mergeFactor(2).build(), looking)) {
            assertEquals(
                    1,
                    writer.adopt(
                                    set,
                                    AdoptOptions.builder()
                                            .repeatedIds(RepeatedIds.FIRST)
                                            .build())
                            .segments());
            assertEquals(2, Patience.get(found).size());
        }
    }
}
