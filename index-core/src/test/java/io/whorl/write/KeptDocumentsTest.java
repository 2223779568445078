package io.whorl.write;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.DiskSpaceException;
import io.whorl.NotStoredException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RepeatedIds;
import io.whorl.bulk.TestFiles;
import io.whorl.crash.CrashFileSystem;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.query.IndexCheck;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.shard.TestSets;
import io.whorl.store.IndexFiles;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.Repeated;
import io.whorl.write.Maintenance.SegmentMerger;
import io.whorl.write.WriterFixture.Patience;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an index keeps of documents, compared with builds: those of a segment set that it adopts, one of several with an
 * id, and their texts, dates, fingerprints and weights.
 */
class KeptDocumentsTest {
    private static final Scheme SCHEME = Scheme.builder().granularity(3).build();
    private static final WriterOptions WRITING =
            WriterOptions.DEFAULT.liveMap(LiveMap.NONE).memory(16 << 20).mergeFactor(4);

    @TempDir
    Path folder;

    private Path index;

    @BeforeEach
    void name() {
        index = folder.resolve("index");
    }

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
        assertReason(Reason.REPEATED_ID, "shard-", () -> IndexWriter.createFrom(index, set, keep(RepeatedIds.REFUSE)));
        String first = SegmentSet.read(set).shards().get(0).name();
        assertFalse(Files.exists(index));

        Path one = set(TestSets.OPTIONS, shards.subList(0, 1));
        RandomCorpus.index(index, SCHEME, shards.get(0).subList(0, 2), TestSets.OPTIONS);
        try (IndexWriter writer = IndexWriter.open(index, WRITING)) {
            RefusedException e =
                    assertReason(Reason.REPEATED_ID, "the index", () -> writer.adopt(one, keep(RepeatedIds.REFUSE)));
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
        assertReason(Reason.VERSION, "7.7.7", () -> IndexWriter.createFrom(index, set, AdoptOptions.DEFAULT));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLinkedIndexSharesTheFilesOfTheSetAndOutlivesThem(boolean symbolic) throws IOException {
        Path set = set(TestSets.OPTIONS, TestSets.documents(10, 2, 4, false, 0));
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
        assertEquals(8, Snapshot.open(index).documents());
    }

    @Test
    void shardsWithoutRemainingDocumentsLeaveNoFile() throws IOException {
        List<List<NewDocument>> shards = new ArrayList<>(TestSets.documents(11, 2, 4, false, 0));
        shards.add(List.of());
        shards.add(shards.get(0));
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
        assertEquals(0, Snapshot.open(folder.resolve("none")).documents());
    }

    @Test
    void aFullDiskIsFoundBeforeAnythingIsCopied() throws IOException {
        Path set = set(TestSets.OPTIONS, TestSets.documents(12, 2, 4, false, 0));
        AdoptOptions most = AdoptOptions.DEFAULT.reserve(1L << 50);
        assertThrows(DiskSpaceException.class, () -> IndexWriter.createFrom(index, set, most));
        assertFalse(Files.exists(index));
    }

    // A writer that adopts a segment set while it commits, closes and merges.

    @Test
    void commitsOfAnotherThreadGoOnDuringAdoptions() throws Exception {
        List<List<NewDocument>> shards = TestSets.documents(14, 3, 5, false, 0);
        Path set = set(TestSets.OPTIONS, shards);
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
        AtomicReference<Future<Set<String>>> closing = new AtomicReference<>();
        system.onSync(point -> {
            if (point.path().toString().endsWith(".whs") && closing.get() == null) {
                closing.set(Patience.start(() -> {
                    writer.close();
                    return TestSets.segmentFiles(real.resolve("index"));
                }));
                awaitClosing(writer, closing.get());
            }
        });
        assertThrows(IllegalStateException.class, () -> writer.adopt(set, AdoptOptions.DEFAULT));
        assertEquals(Set.of(), Patience.get(closing.get()));
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
        try (IndexWriter writer = IndexWriter.open(index, WRITING.mergeFactor(2).merger(looking))) {
            assertEquals(
                    1,
                    writer.adopt(set, AdoptOptions.DEFAULT.repeatedIds(RepeatedIds.FIRST))
                            .segments());
            assertEquals(2, Patience.get(found).size());
        }
    }

    // Texts, dates, fingerprints and weights in a live index; WriterModelTest compares random operations with a map.

    private static final Scheme DEFAULT = Scheme.builder().build();
    private static final WriterOptions STORING = WriterFixture.SMALL.storeText(true);

    private static void assertText(Snapshot snapshot, String id, byte[] text) {
        assertArrayEquals(text, snapshot.text(id).orElseThrow(), id);
    }

    /** Text that compresses badly fills the tier before its documents or postings do. */
    @Test
    void textsCountTowardsTheSizeOfTheLiveTier() throws IOException {
        long room = STORING.limits().bytes();
        byte[] noise = new byte[(int) room / 4];
        new Random(1).nextBytes(noise);
        for (int i = 0; i < noise.length; i++) {
            // Malformed UTF-8, which has no words.
            noise[i] = (byte) (0x80 | (noise[i] & 0x3F));
        }
        try (IndexWriter writer = IndexWriter.create(index, DEFAULT, STORING)) {
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
        try (IndexWriter writer = IndexWriter.open(index, STORING)) {
            assertText(writer.snapshot(), "d11", noise);
        }
    }

    @Test
    void theIndexDecidesWhetherTextsAreStored() throws IOException {
        WriterOptions plain = STORING.storeText(false);
        IndexWriter.create(index, DEFAULT, STORING).close();
        try (IndexWriter writer = IndexWriter.open(index, plain)) {
            assertTrue(writer.snapshot().storesTexts());
            writer.add("a", "a text");
            writer.commit();
            assertText(writer.snapshot(), "a", RandomCorpus.utf8("a text"));
        }
        Path other = folder.resolve("other");
        IndexWriter.create(other, DEFAULT, plain).close();
        assertReason(
                NotStoredException.Reason.TEXT,
                "rebuild it with BuildOptions.storeText",
                () -> IndexWriter.open(other, STORING));
        try (IndexWriter writer = IndexWriter.open(other, plain)) {
            assertFalse(writer.snapshot().storesTexts());
            writer.add("a", "a text");
            writer.commit();
            assertReason(NotStoredException.Reason.TEXT, () -> writer.snapshot().text("a"));
        }
    }

    @Test
    void aSegmentWithoutTextsDoesNotBelongToAnIndexWithTexts() throws IOException {
        Path plain = folder.resolve("plain");
        RandomCorpus.index(plain, DEFAULT, DOCUMENTS, BuildOptions.DEFAULT);
        RandomCorpus.index(index, DEFAULT, DOCUMENTS, BuildOptions.DEFAULT.storeText(true));
        TestFiles.copy(plain, index, Path.of("MANIFEST"));
        assertMessage(CorruptIndexException.class, "it stores no texts", () -> Snapshot.open(index));
        assertFalse(IndexCheck.check(index).problems().isEmpty());
        // A repair puts it aside; without MANIFEST, the segment decides.
        assertFalse(IndexCheck.repair(index).lost().isEmpty());
        TestFiles.copy(plain, index, Path.of("MANIFEST"));
        Files.deleteIfExists(index.resolve("MANIFEST"));
        IndexCheck.repair(index);
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertFalse(snapshot.storesTexts());
            assertEquals(2, snapshot.documents());
        }
    }

    @Test
    void aFingerprintOfAnotherSchemeIsRefused() throws IOException {
        Scheme other = Scheme.builder().granularity(2).frequencies(true).build();
        try (IndexWriter writer = IndexWriter.create(index, DEFAULT, STORING)) {
            assertReason(
                    SchemeException.Reason.MISMATCH,
                    ": granularity (4 and 2), frequencies (false and true);",
                    () -> writer.update(
                            new NewDocument("a", "a text"),
                            Fingerprinter.of(other).fingerprint("a text")));
        }
    }

    // A build and a writer keep the same of several documents with one id.

    private static final List<NewDocument> DOCUMENTS = List.of(
            new NewDocument("a", "the first of all texts of the document a"),
            new NewDocument("b", "this document is the only one of its id"),
            new NewDocument("a", "a later text is another one of document a"));

    private byte[] builtOf(BuildOptions options) throws IOException {
        Path index = folder.resolve("builtOf");
        assertEquals(
                1,
                RandomCorpus.index(index, DEFAULT, DOCUMENTS, options.replace(true))
                        .repeatedIds());
        return TestFiles.bytes(index);
    }

    /** In one run, and with a run for each document. */
    @ParameterizedTest
    @CsvSource({"FIRST, 1", "FIRST, 1000000", "LAST, 1", "LAST, 1000000"})
    void aBuildAndAWriterKeepWhatTheOptionSays(RepeatedIds rule, long runText) throws IOException {
        BuildOptions build = BuildOptions.DEFAULT.repeatedIds(rule).runText(runText);
        WriterOptions write = WriterFixture.SMALL.repeatedIds(rule);
        assertEquals(BuildOptions.DEFAULT.repeatedIds(), WriterFixture.SMALL.repeatedIds());
        byte[] builtOf = builtOf(build);
        for (boolean together : new boolean[] {false, true}) {
            Path index = folder.resolve("together-" + together);
            try (IndexWriter writer = IndexWriter.create(index, DEFAULT, write)) {
                long added = together ? writer.addAll(DOCUMENTS) : 0;
                for (NewDocument document : together ? List.<NewDocument>of() : DOCUMENTS) {
                    added += writer.add(document) ? 1 : 0;
                }
                assertEquals(rule == RepeatedIds.FIRST ? 2 : 3, added);
                writer.commit();
                assertEquals(rule == RepeatedIds.LAST, writer.add(DOCUMENTS.get(rule == RepeatedIds.LAST ? 2 : 0)));
                writer.commit();
                writer.forceMerge();
            }
            assertArrayEquals(builtOf, TestFiles.bytes(index));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000_000})
    void aRepeatedIdCanBeRefused(long runText) throws IOException {
        BuildOptions refuse =
                BuildOptions.DEFAULT.repeatedIds(RepeatedIds.REFUSE).runText(runText);
        RefusedException first = assertReason(RefusedException.Reason.REPEATED_ID, () -> builtOf(refuse));
        assertEquals("a", first.id().orElseThrow());
        assertFalse(Files.exists(folder.resolve("builtOf")));
        Path index = folder.resolve("written");
        try (IndexWriter writer =
                IndexWriter.create(index, DEFAULT, WriterFixture.SMALL.repeatedIds(RepeatedIds.REFUSE))) {
            RefusedException e = assertReason(RefusedException.Reason.REPEATED_ID, () -> writer.addAll(DOCUMENTS));
            assertEquals("a", e.id().orElseThrow());
            writer.commit();
            assertReason(RefusedException.Reason.REPEATED_ID, () -> writer.add("b", "text"));
            assertEquals(2, writer.health().refusedDocuments());
            assertTrue(writer.add("c", "text"));
            assertTrue(writer.update(new NewDocument("a", DOCUMENTS.get(2).utf8())));
            assertTrue(writer.delete("c"));
            writer.commit();
            writer.forceMerge();
        }
        assertArrayEquals(builtOf(BuildOptions.DEFAULT), TestFiles.bytes(index));
    }

    private static final Scheme WORDS =
            Scheme.builder().granularity(1).frequencies(true).build();
    private static final QueryOptions QUERIES = QueryOptions.DEFAULT.measure(Measure.WEIGHTED_RESEMBLANCE);
    private static final byte[] QUERY = RandomCorpus.utf8("a b c");

    private static IndexWriter writer(Path index) throws IOException {
        IndexWriter writer = IndexWriter.create(index, WORDS, WriterOptions.DEFAULT);
        writer.add("1", RandomCorpus.utf8("a b c d"));
        writer.add("2", RandomCorpus.utf8("a b x y"));
        writer.commit();
        writer.seal();
        writer.add("3", RandomCorpus.utf8("a b c z"));
        writer.commit();
        return writer;
    }

    /**
     * N = 3, f_a = f_b = 3, f_c = 2. So a, b and c, the whole query, weigh 2 ln 2 + ln 2.5 = 2.302585, and z weighs ln
     * 2, the least: ln 3 − (2 ln 3 + ln 2) ÷ 3 is less. W(3) is 2.995732.
     */
    @Test
    void aDocumentHasTheSameWeightLiveLoggedAndSealed() throws IOException {
        try (IndexWriter writer = writer(index)) {
            for (boolean sealed : new boolean[] {false, true}) {
                try (Snapshot own = writer.snapshot();
                        Snapshot others = Snapshot.open(index)) {
                    for (Snapshot snapshot : List.of(own, others)) {
                        Match third = snapshot.query(QUERY, QUERIES).matches().stream()
                                .filter(match -> match.id().equals("3"))
                                .findFirst()
                                .orElseThrow();
                        assertEquals(2.302585 / 2.995732, third.score(), 1e-6);
                    }
                }
                writer.seal();
            }
        }
    }

    /** In such a small index, documents weigh little, so the estimate differs by several percent. */
    @Test
    void theWeightOfALongFreshDocumentIsCloseToItsExactWeight() throws IOException {
        Random random = new Random(7);
        List<byte[]> texts = Repeated.list(30, d -> {
            String text = Repeated.text(900, w -> "w" + (int) (3_000 * Math.pow(random.nextDouble(), 3)) + " ");
            return RandomCorpus.utf8(text);
        });
        try (IndexWriter writer = IndexWriter.create(index, WORDS, WriterOptions.DEFAULT)) {
            for (int d = 0; d < texts.size(); d++) {
                if (d == texts.size() - 1) {
                    writer.commit();
                    writer.seal();
                }
                writer.add("d" + d, texts.get(d));
            }
            writer.commit();
            double live = scoreOfLast(writer, texts, QUERIES);
            double exact = scoreOfLast(writer, texts, QUERIES.exactWeights(true));
            assertNotEquals(exact, live);
            assertEquals(1, live / exact, 0.15);
            writer.seal();
            assertEquals(live, scoreOfLast(writer, texts, QUERIES));
        }
    }

    private static double scoreOfLast(IndexWriter writer, List<byte[]> texts, QueryOptions options) throws IOException {
        try (Snapshot snapshot = writer.snapshot()) {
            return snapshot.query(texts.get(0), options.top(texts.size())).matches().stream()
                    .filter(match -> match.id().equals("d" + (texts.size() - 1)))
                    .findFirst()
                    .orElseThrow()
                    .score();
        }
    }

    /** Its weight was computed when its minutiae were rarer. All of it is shared, so its current weight is known. */
    @Test
    void aCopyScoresOneEvenWithAnOldWeight() throws IOException {
        try (IndexWriter writer = writer(index);
                Snapshot snapshot = writer.snapshot()) {
            Match first = snapshot.query(RandomCorpus.utf8("a b c d"), QUERIES)
                    .matches()
                    .get(0);
            assertEquals("1", first.id());
            assertEquals(1, first.score());
        }
    }

    /**
     * Exact weights would merge the whole index, for which there is no space here. A child without flags has no map.
     */
    @Test
    void aQueryAfterACommitDoesNotMerge() throws Exception {
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        List<String> flags = List.of("-Djava.io.tmpdir=" + scratch);
        assertEquals(
                List.of("found [3, 1, 2]", "exact weights need " + scratch),
                ChildJvm.run(ChildJvm.command(
                        flags, KeptDocumentsTest.class, folder.resolve("other").toString(), scratch.toString())));
    }

    /** The child process: queries after a commit, without a directory for scratch files. */
    public static void main(String[] args) throws IOException {
        Path scratch = Path.of(args[1]);
        try (IndexWriter writer = writer(Path.of(args[0]));
                Snapshot snapshot = writer.snapshot()) {
            try (var left = Files.list(scratch)) {
                for (Path file : left.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(scratch);
            System.out.println("found "
                    + snapshot.query(QUERY, QUERIES).matches().stream()
                            .map(Match::id)
                            .toList());
            try {
                snapshot.query(QUERY, QUERIES.exactWeights(true));
                System.out.println("exact weights needed nothing");
            } catch (UncheckedIOException e) {
                System.out.println("exact weights need " + scratch);
            }
        }
    }
}
