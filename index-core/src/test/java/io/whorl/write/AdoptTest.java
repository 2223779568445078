package io.whorl.write;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.DiskSpaceException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RepeatedIds;
import io.whorl.bulk.TestFiles;
import io.whorl.crash.CrashFileSystem;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.shard.TestSets;
import io.whorl.store.IndexFiles;
import io.whorl.write.MergeScheduler.SegmentMerger;
import io.whorl.write.WriterFixture.Patience;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An index that adopts a segment set has the documents of a build, and after a merge also its bytes. */
class AdoptTest {
    private static final Scheme SCHEME = Scheme.builder().granularity(3).build();
    private static final WriterOptions WRITING =
            WriterOptions.DEFAULT.liveMap(LiveMap.NONE).memory(16 << 20).mergeFactor(4);

    @TempDir
    Path folder;

    private Path set(BuildOptions options, List<List<NewDocument>> shards) throws IOException {
        Path set = folder.resolve("set-" + shards.hashCode());
        TestSets.build(set, SCHEME, options, shards);
        return set;
    }

    private byte[] built(BuildOptions options, List<NewDocument> documents) throws IOException {
        Path index = folder.resolve("built-" + documents.hashCode());
        RandomCorpus.index(index, SCHEME, documents, options);
        return TestFiles.bytes(index);
    }

    private static AdoptOptions keep(RepeatedIds rule) {
        return AdoptOptions.DEFAULT.repeatedIds(rule);
    }

    private static void merge(Path index, int threads) throws IOException {
        try (IndexWriter writer = IndexWriter.open(index, WRITING.threads(threads))) {
            writer.forceMerge();
        }
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    @ParameterizedTest
    @CsvSource({"1, FIRST", "2, LAST"})
    void anAdoptedAndMergedSetHasTheBytesOfABuild(int threads, RepeatedIds rule) throws IOException {
        BuildOptions options = TestSets.STORING.threads(threads);
        List<List<NewDocument>> shards = TestSets.documents(7, 8, 12, true, 3);
        List<NewDocument> all = TestSets.all(shards);
        Path index = folder.resolve("index");
        AdoptReport report = IndexWriter.createFrom(index, set(options, shards), keep(rule));
        long ids = all.stream().map(NewDocument::id).distinct().count();
        assertTrue(ids < all.size());
        assertEquals(new AdoptReport(1, 8, ids, 0, all.size() - ids, bytes(index)), report);
        assertEquals(List.of(), IndexCheck.check(index).problems());
        merge(index, threads);
        assertArrayEquals(built(options.repeatedIds(rule), all), TestFiles.bytes(index));
    }

    private static long bytes(Path index) throws IOException {
        return IndexFiles.readManifest(index).segments().stream()
                .mapToLong(s -> s.length())
                .sum();
    }

    @ParameterizedTest
    @CsvSource({"false, LAST", "true, LAST", "false, FIRST"})
    void anIndexInUseAdoptsASetAsIfItsDocumentsWereAdded(boolean link, RepeatedIds rule) throws IOException {
        List<List<NewDocument>> shards = TestSets.documents(3, 4, 8, true, 2);
        List<NewDocument> mine =
                new ArrayList<>(TestSets.documents(4, 1, 10, true, 0).get(0));
        mine.add(new NewDocument(
                shards.get(0).get(2).id(), "an older text of this document".getBytes(), Optional.empty()));
        mine.add(new NewDocument(
                shards.get(3).get(1).id(), "an older text of that document".getBytes(), Optional.empty()));
        Path index = folder.resolve("index");
        Path set = set(TestSets.STORING, shards);
        AdoptOptions options = keep(rule).link(link);
        WriterOptions storing = WRITING.storeText(true).storeFingerprints(true);
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, storing)) {
            for (NewDocument d : mine) {
                writer.add(new NewDocument(d.id(), d.utf8(), d.date()));
                if (d.id().hashCode() % 3 == 0) {
                    writer.commit();
                }
            }
            writer.add("gone", "a document that is deleted before the adoption");
            writer.commit();
            writer.delete("gone");
            long before = writer.commit();
            writer.add("pending", "a document that is not committed yet");
            Snapshot old = writer.snapshot();
            AdoptReport report = writer.adopt(set, options);
            long ids = TestSets.all(shards).stream()
                    .map(NewDocument::id)
                    .distinct()
                    .count();
            assertEquals(before + 1, report.commit());
            // Two documents of the index replace those of the set, or are replaced by them.
            assertEquals(rule == RepeatedIds.LAST ? 2 : 0, report.replaced());
            assertEquals(rule == RepeatedIds.LAST ? ids : ids - 2, report.documents());
            assertEquals(TestSets.all(shards).size() - report.documents(), report.repeated());
            assertEquals(mine.size(), old.documents());
            assertFalse(writer.snapshot().document("pending").isPresent());
            assertEquals(mine.size() - 2 + ids, writer.snapshot().documents());
            assertEquals(before + 2, writer.commit());
            assertTrue(writer.snapshot().document("pending").isPresent());
            writer.delete("pending");
            writer.commit();
            old.close();
        }
        merge(index, 1);
        List<NewDocument> all = new ArrayList<>(mine);
        all.addAll(TestSets.all(shards));
        assertArrayEquals(built(TestSets.STORING.repeatedIds(rule), all), TestFiles.bytes(index));
        SegmentSet.read(set).verify(set);
    }

    @Test
    void repeatedIdsCanBeRefusedAndLeaveTheIndexAsItWas() throws IOException {
        List<List<NewDocument>> shards = TestSets.documents(6, 3, 6, false, 1);
        Path set = set(TestSets.OPTIONS, shards);
        Path index = folder.resolve("index");
        RefusedException e = assertThrows(
                RefusedException.class, () -> IndexWriter.createFrom(index, set, keep(RepeatedIds.REFUSE)));
        assertEquals(Reason.REPEATED_ID, e.reason());
        String first = SegmentSet.read(set).shards().get(0).name();
        assertTrue(e.getMessage().contains("shard-"), e.getMessage());
        assertFalse(Files.exists(index));

        Path one = set(TestSets.OPTIONS, shards.subList(0, 1));
        RandomCorpus.index(index, SCHEME, shards.get(0).subList(0, 2), TestSets.OPTIONS);
        try (IndexWriter writer = IndexWriter.open(index, WRITING)) {
            e = assertThrows(RefusedException.class, () -> writer.adopt(one, keep(RepeatedIds.REFUSE)));
            assertTrue(e.getMessage().contains("the index"), e.getMessage());
            assertFalse(e.getMessage().contains(first), e.getMessage());
            assertEquals(2, writer.snapshot().documents());
            writer.add("next", "the writer can go on after the refusal");
            writer.commit();
            assertEquals(3, writer.snapshot().documents());
        }
        assertEquals(1, TestSets.segmentFiles(index).size());
    }

    @Test
    void aDamagedShardIsRefusedAndNamed() throws IOException {
        List<List<NewDocument>> shards = TestSets.documents(8, 3, 5, false, 0);
        Path set = set(TestSets.OPTIONS, shards);
        Path index = folder.resolve("index");
        RandomCorpus.index(index, SCHEME, List.of(), TestSets.OPTIONS);
        try (IndexWriter writer = IndexWriter.open(index, WRITING)) {
            for (Shard shard : SegmentSet.read(set).shards()) {
                for (Shard.File file : shard.files()) {
                    Path path = set.resolve(shard.name()).resolve(file.name());
                    for (long at : new long[] {0, file.length() / 2, file.length() - 1}) {
                        TestSets.flip(path, at);
                        assertReason(Reason.DAMAGED, shard.name(), () -> writer.adopt(set, AdoptOptions.DEFAULT));
                        assertReason(
                                Reason.DAMAGED, shard.name(), () -> writer.adopt(set, AdoptOptions.DEFAULT.link(true)));
                        assertReason(
                                Reason.DAMAGED,
                                shard.name(),
                                () -> IndexWriter.createFrom(folder.resolve("new"), set, AdoptOptions.DEFAULT));
                        TestSets.flip(path, at);
                    }
                }
            }
            assertFalse(Files.exists(folder.resolve("new")));
            assertEquals(1, TestSets.segmentFiles(index).size());
            assertEquals(15, writer.adopt(set, AdoptOptions.DEFAULT).documents());
        }
    }

    @Test
    void aSetOfAnotherSchemeOrWithOtherContentsIsRefused() throws IOException {
        Path index = folder.resolve("index");
        RandomCorpus.index(index, Scheme.builder().granularity(5).build(), List.of(), TestSets.OPTIONS);
        Path storing = folder.resolve("storing");
        RandomCorpus.index(storing, SCHEME, List.of(), TestSets.STORING);
        Path set = set(TestSets.OPTIONS, TestSets.documents(9, 2, 4, false, 0));
        try (IndexWriter writer = IndexWriter.open(index, WRITING);
                IndexWriter other = IndexWriter.open(storing, WRITING)) {
            assertReason(Reason.SCHEME, "granularity (3 and 5)", () -> writer.adopt(set, AdoptOptions.DEFAULT));
            assertReason(Reason.OPTIONS, "no texts", () -> other.adopt(set, AdoptOptions.DEFAULT));
            assertReason(Reason.NOT_A_SET, "index", () -> writer.adopt(index, AdoptOptions.DEFAULT));
        }
        assertReason(RefusedException.Reason.EXISTS, () -> IndexWriter.createFrom(index, set, AdoptOptions.DEFAULT));
    }

    @Test
    void aSetOfAnotherVersionOfWhorlIsRefused() throws IOException {
        Path set = set(TestSets.OPTIONS, TestSets.documents(9, 2, 4, false, 0));
        List<Shard> shards = new ArrayList<>();
        for (Shard shard : SegmentSet.read(set).shards()) {
            String json = shard.toJson().replaceFirst("\"whorl\":\"[^\"]*\"", "\"whorl\":\"7.7.7\"");
            shards.add(Shard.fromJson(json));
        }
        Files.write(set.resolve(SegmentSet.FILE), new SegmentSet(shards).toJson());
        assertReason(
                Reason.VERSION,
                "7.7.7",
                () -> IndexWriter.createFrom(folder.resolve("index"), set, AdoptOptions.DEFAULT));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLinkedIndexSharesTheFilesOfTheSetAndOutlivesThem(boolean symbolic) throws IOException {
        Path set = set(TestSets.OPTIONS, TestSets.documents(10, 2, 4, false, 0));
        Path index = folder.resolve("index");
        Path shard = TestSets.segmentOf(set, SegmentSet.read(set).shards().get(0));
        Path file = symbolic ? Files.move(shard, folder.resolve("elsewhere.whs")) : shard;
        if (symbolic) {
            Files.createSymbolicLink(shard, file);
        }
        IndexWriter.createFrom(index, set, AdoptOptions.DEFAULT.link(true));
        assertTrue(symbolic
                || Files.isSameFile(
                        shard, index.resolve(TestSets.segmentFiles(index).first())));
        TestFiles.delete(set);
        Files.deleteIfExists(file);
        assertEquals(List.of(), IndexCheck.check(index).problems());
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertEquals(8, snapshot.documents());
        }
    }

    @Test
    void shardsWithoutRemainingDocumentsLeaveNoFile() throws IOException {
        List<List<NewDocument>> shards = new ArrayList<>(TestSets.documents(11, 2, 4, false, 0));
        shards.add(List.of());
        shards.add(shards.get(0));
        Path index = folder.resolve("index");
        AdoptReport report = IndexWriter.createFrom(index, set(TestSets.OPTIONS, shards), AdoptOptions.DEFAULT);
        assertEquals(2, report.segments());
        assertEquals(4, report.repeated());
        assertEquals(2, TestSets.segmentFiles(index).size());
        try (IndexWriter writer = IndexWriter.open(index, WRITING)) {
            report = writer.adopt(folder.resolve("set-" + shards.hashCode()), keep(RepeatedIds.FIRST));
            assertEquals(0, report.segments());
            assertEquals(0, report.documents());
            assertEquals(2, TestSets.segmentFiles(index).size());
        }
        List<List<NewDocument>> none = List.of(List.of(), List.of());
        report = IndexWriter.createFrom(folder.resolve("none"), set(TestSets.OPTIONS, none), AdoptOptions.DEFAULT);
        assertEquals(0, report.documents());
        try (Snapshot snapshot = Snapshot.open(folder.resolve("none"))) {
            assertEquals(0, snapshot.documents());
        }
    }

    @Test
    void aFullDiskIsFoundBeforeAnythingIsCopied() throws IOException {
        Path set = set(TestSets.OPTIONS, TestSets.documents(12, 2, 4, false, 0));
        AdoptOptions most = AdoptOptions.DEFAULT.reserve(1L << 50);
        assertThrows(DiskSpaceException.class, () -> IndexWriter.createFrom(folder.resolve("index"), set, most));
        assertFalse(Files.exists(folder.resolve("index")));
    }

    // A writer that adopts a segment set while it commits, closes and merges.

    @Test
    void commitsOfAnotherThreadGoOnDuringAdoptions() throws Exception {
        List<List<NewDocument>> shards = TestSets.documents(14, 3, 5, false, 0);
        Path set = set(TestSets.OPTIONS, shards);
        Path index = folder.resolve("index");
        try (IndexWriter writer =
                IndexWriter.create(index, SCHEME, WRITING.livePostings(1_000).liveDocuments(100))) {
            Future<Void> commits = Patience.begin(() -> {
                for (int i = 0; i < 60; i++) {
                    writer.add("mine " + i % 20, "the text number " + i + " of the other thread");
                    writer.add(shards.get(i % 3).get(i % 5).id(), "a text that an adoption may replace " + i);
                    writer.delete("mine " + (i + 7) % 20);
                    writer.commit();
                }
            });
            for (int i = 0; i < 6; i++) {
                assertEquals(15, writer.adopt(set, AdoptOptions.DEFAULT).documents());
            }
            Patience.get(commits);
            writer.adopt(set, AdoptOptions.DEFAULT);
            IndexWriter.createFrom(folder.resolve("only"), set, AdoptOptions.DEFAULT);
            try (Snapshot snapshot = writer.snapshot();
                    Snapshot only = Snapshot.open(folder.resolve("only"))) {
                // Of "mine 0" to "mine 19", the first seven are deleted after they are added for the last time.
                assertEquals(15 + 13, snapshot.documents());
                for (NewDocument d : TestSets.all(shards)) {
                    assertEquals(only.document(d.id()), snapshot.document(d.id()));
                }
            }
        }
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    /** The next writer may use the names of the files that the adoption writes and deletes. */
    @Test
    void closeWaitsForAnAdoptionThatCopiesAndThenLeavesNoFile() throws Exception {
        Path set = set(TestSets.OPTIONS, TestSets.documents(15, 3, 4, false, 0));
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
            Patience.until(() -> !writer.isOpen());
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
        List<List<NewDocument>> shards = new ArrayList<>(TestSets.documents(16, 2, 4, false, 0));
        Path index = folder.resolve("index");
        RandomCorpus.index(index, SCHEME, shards.get(0), TestSets.OPTIONS);
        for (int copy = 0; copy < 2; copy++) {
            shards.add(shards.get(0));
        }
        Path set = set(TestSets.OPTIONS, shards);
        CompletableFuture<Set<String>> found = new CompletableFuture<>();
        UnaryOperator<SegmentMerger> looking = merger -> (inputs, memory, cancelled) -> {
            found.complete(TestSets.segmentFiles(index));
            return merger.merge(inputs, memory, cancelled);
        };
        try (IndexWriter writer = IndexWriter.open(index, WriterFixture.merging(WRITING.mergeFactor(2), looking))) {
            assertEquals(
                    1,
                    writer.adopt(set, AdoptOptions.DEFAULT.repeatedIds(RepeatedIds.FIRST))
                            .segments());
            assertEquals(2, Patience.get(found).size());
        }
    }
}
