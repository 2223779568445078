package io.whorl.spark;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.shard.Shard.ShardRules;
import io.whorl.spark.GroupSample.Document;
import io.whorl.spark.SetJob.DocumentColumns;
import io.whorl.spark.WhorlSparkException.Reason;
import io.whorl.write.AdoptOptions;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Builds, their adoption, and jobs that are refused, fail, or are tried again. */
class BuildOnSparkTest {
    private static final int DOCUMENTS = 300;
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    private Path folder;

    @Test
    void rangesAreInTheOrderOfIdsAndBalanced() throws IOException {
        SegmentSet set = build(4);
        assertEquals(4, set.shards().size());
        for (int i = 1; i < 4; i++) {
            byte[] last = SampleDocuments.utf8(set.shards().get(i - 1).lastId().orElseThrow());
            byte[] first = SampleDocuments.utf8(set.shards().get(i).firstId().orElseThrow());
            assertTrue(Arrays.compareUnsigned(last, first) < 0);
        }
        // All ids are in the sample, so the shards differ by the documents of one bound at most.
        assertEquals(Set.of(75L), set.shards().stream().map(Shard::documents).collect(Collectors.toSet()));
    }

    @Test
    void rangesDependOnTheIdsAlone() throws IOException {
        Dataset<Row> frame = SampleDocuments.frame(SampleDocuments.rows(DOCUMENTS));
        Dataset<Row> columns = DocumentColumns.select(frame, SparkOptions.DEFAULT);
        byte[][] bounds = SetJob.bounds(columns, 2);
        assertEquals(1, bounds.length);
        assertArrayEquals(bounds, SetJob.bounds(columns.repartition(3), 2));
        assertEquals(0, SetJob.place(new byte[] {0}, bounds));
        assertEquals(1, SetJob.place(bounds[0], bounds));
        assertEquals(1, SetJob.place(new byte[] {-1}, bounds));
    }

    @Test
    void rowsThatAreNoDocumentsAreCountedAndNamed() throws IOException {
        String[][] rows = {
            {null, "a text without an id"},
            {null, null},
            {"b", null},
            {"", "an empty id"},
            {"i".repeat(65_536), "a long id"},
            {"c", "the text of this row is longer than allowed ".repeat(10)},
            {"d", "the second of two texts of this id is kept"},
            {"d", "the first of two texts of this id is kept"},
            {"e", "too short"},
            {"f", "a text that is long enough"}
        };
        SparkOptions options =
                SparkOptions.DEFAULT.shards(2).maxDocument(100).minDocument(4).storeText(true);
        String path = folder.resolve("set").toString();
        SetReport report = WhorlSpark.build(SampleDocuments.frame(rows), SCHEME, options, path);
        assertEquals(
                Map.of(
                        LeftOut.NULL_ID, 2L,
                        LeftOut.NULL_TEXT, 1L,
                        LeftOut.UNUSABLE_ID, 2L,
                        LeftOut.TOO_LONG, 1L,
                        LeftOut.REPEATED_ID, 1L,
                        LeftOut.TOO_SHORT, 1L),
                report.rows().leftOut());
        assertEquals(10, report.rows().count());
        assertEquals(2, report.documents());
        assertTrue(report.rows().examples().containsAll(List.of("null text: b", "too long: c", "repeated id: d")));
        assertEquals("the first of two texts of this id is kept", text("set", "d"));
    }

    @Test
    void anIdThatTwoPartitionsOfTheInputHoldIsInBothShardsUntilAdoptionDecides() throws IOException {
        List<Row> rows = List.of(
                RowFactory.create("a", "one two three four five"), RowFactory.create("a", "six seven eight nine ten"));
        Dataset<Row> frame = SampleDocuments.session()
                .createDataFrame(
                        JavaSparkContext.fromSparkContext(
                                        SampleDocuments.session().sparkContext())
                                .parallelize(rows, 2),
                        SampleDocuments.SCHEMA);
        SparkOptions options =
                SparkOptions.DEFAULT.partitioning(Partitioning.INPUT).shards(2);
        Path set = folder.resolve("set");
        SetReport report = WhorlSpark.build(frame, SCHEME, options, set.toString());
        assertEquals(2, report.shards());
        assertEquals(2, report.documents());
        assertEquals(Map.of(), report.rows().leftOut());
        Path index = folder.resolve("index");
        AdoptOptions refuse = AdoptOptions.DEFAULT.repeatedIds(RepeatedIds.REFUSE);
        assertReason(RefusedException.Reason.REPEATED_ID, () -> IndexWriter.createFrom(index, set, refuse));
        assertEquals(1, IndexWriter.createFrom(index, set, AdoptOptions.DEFAULT).repeated());
    }

    @Test
    void numbersBytesAndDatesAreColumnsToo() throws IOException {
        Dataset<Row> frame = SampleDocuments.session().sql("""
                select 7 as number, cast('four words of text' as binary) as body, date'2001-02-03' as day
                union all select 8, cast('four words of text' as binary), null
                """);
        SparkOptions options = SparkOptions.DEFAULT
                .idColumn("number")
                .textColumn("body")
                .dateColumn("day")
                .partitioning(Partitioning.HASH)
                .shards(1);
        SetReport report =
                WhorlSpark.build(frame, SCHEME, options, folder.resolve("set").toString());
        assertEquals(2, report.documents());
        try (Snapshot snapshot = Snapshot.open(shard("set"))) {
            assertEquals(
                    "2001-02-03T00:00:00Z",
                    snapshot.document("7").orElseThrow().date().orElseThrow().toString());
            assertTrue(snapshot.document("8").orElseThrow().date().isEmpty());
        }
    }

    private SegmentSet build(int shards) throws IOException {
        List<Row> rows = SampleDocuments.rows(DOCUMENTS);
        SparkOptions options = SparkOptions.DEFAULT.shards(shards);
        Path path = folder.resolve("set");
        Dataset<Row> frame = SampleDocuments.frame(rows).repartition(shards);
        SetReport report = WhorlSpark.build(frame, SCHEME, options, path.toString());
        SegmentSet set = SegmentSet.read(path);
        set.verify(path);
        assertEquals(DOCUMENTS, report.documents());
        assertEquals(set.bytes(), report.bytes());
        assertEquals(names(set), entries(path));
        return set;
    }

    /** The names of the shards and of the file that names them. */
    static Set<String> names(SegmentSet set) {
        return Stream.concat(set.shards().stream().map(Shard::name), Stream.of(SegmentSet.FILE))
                .collect(Collectors.toSet());
    }

    static Set<String> entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    private Path shard(String set) throws IOException {
        Path path = folder.resolve(set);
        return path.resolve(SegmentSet.read(path).shards().get(0).name());
    }

    private String text(String set, String id) throws IOException {
        Path path = folder.resolve(set);
        for (Shard shard : SegmentSet.read(path).shards()) {
            try (Snapshot snapshot = Snapshot.open(path.resolve(shard.name()))) {
                Optional<byte[]> found = snapshot.text(id);
                if (found.isPresent()) {
                    return new String(found.get(), StandardCharsets.UTF_8);
                }
            }
        }
        return "";
    }

    // Sets that are adopted.

    @Test
    void mergedSetHasTheBytesOfASingleBuildHoweverItIsPartitioned() throws IOException {
        List<Row> rows = new ArrayList<>(SampleDocuments.rows(200));
        for (Partitioning partitioning : Partitioning.values()) {
            if (partitioning != Partitioning.INPUT) {
                // Repeated ids: the least text is kept, so it comes first in the single build.
                rows.add(RowFactory.create(rows.get(7).getString(0), "a text that is less than w"));
            }
            byte[] expected = single(rows, "single-" + partitioning);
            Path set = set(partitioning, rows);
            assertEquals(3, SegmentSet.read(set).shards().size());
            Path index = folder.resolve("index-" + partitioning);
            IndexWriter.createFrom(index, set, AdoptOptions.DEFAULT);
            try (IndexWriter writer = IndexWriter.open(index, WriterOptions.DEFAULT)) {
                writer.forceMerge();
            }
            assertArrayEquals(expected, Files.readAllBytes(ClusterCheck.segment(index)), partitioning.name());
            rows = new ArrayList<>(SampleDocuments.rows(200));
        }
    }

    @Test
    void aDamagedShardIsRefusedByName() throws IOException {
        Path set = set(Partitioning.HASH, SampleDocuments.rows(20));
        Path damaged = set.resolve(SegmentSet.read(set).shards().get(1).name()).resolve("segment-000001.whs");
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[bytes.length / 3] ^= 4;
        Files.write(damaged, bytes);
        assertNotAdopted(RefusedException.Reason.DAMAGED, set, damaged.toString());
    }

    @Test
    void aSetOfAnotherSchemeOrVersionIsRefused() throws IOException {
        Path set = set(Partitioning.HASH, SampleDocuments.rows(20));
        Path index = folder.resolve("index");
        Scheme other = Scheme.builder().granularity(3).build();
        try (IndexWriter writer = IndexWriter.create(index, other, WriterOptions.DEFAULT)) {
            assertReason(RefusedException.Reason.SCHEME, () -> writer.adopt(set, AdoptOptions.DEFAULT));
        }
        SegmentSet read = SegmentSet.read(set);
        Files.write(
                set.resolve(SegmentSet.FILE),
                new SegmentSet(read.shards().stream()
                                .map(BuildOnSparkTest::ofAnotherVersion)
                                .toList())
                        .toJson());
        assertNotAdopted(RefusedException.Reason.VERSION, set, "Whorl 0.0.1");
    }

    private static Shard ofAnotherVersion(Shard s) {
        ShardRules r = s.rules();
        ShardRules rules = new ShardRules(
                "0.0.1", r.scheme(), r.storesTexts(), r.storesFingerprints(), r.minDocument(), r.duplicates());
        return new Shard(
                s.name(),
                rules,
                s.files(),
                s.documents(),
                s.words(),
                s.minutiae(),
                s.postings(),
                s.firstId(),
                s.lastId());
    }

    private void assertNotAdopted(RefusedException.Reason reason, Path set, String named) {
        Path index = folder.resolve("refused");
        assertReason(reason, named, () -> IndexWriter.createFrom(index, set, AdoptOptions.DEFAULT));
    }

    private Path set(Partitioning partitioning, List<Row> rows) throws IOException {
        Path set = folder.resolve("set-" + partitioning);
        SparkOptions options = SparkOptions.DEFAULT.partitioning(partitioning).shards(3);
        WhorlSpark.build(SampleDocuments.frame(rows).repartition(3), SCHEME, options, set.toString());
        return set;
    }

    /** The segment that one machine builds of the rows, in the order of their ids, then of their texts. */
    private byte[] single(List<Row> rows, String name) throws IOException {
        Path index = folder.resolve(name);
        List<Document> sorted = rows.stream()
                .map(row -> new Document(row.getString(0), row.getString(1), null, null))
                .sorted(Comparator.comparing(Document::id).thenComparing(Document::text))
                .toList();
        OneMachine.build(index, sorted, SCHEME, BuildOptions.DEFAULT.duplicates());
        return Files.readAllBytes(ClusterCheck.segment(index));
    }

    // Rows with the id of another row, and rows without an id or a text.

    @TempDir
    static Path temp;

    private static final SparkSession SESSION = GroupSample.session();

    private static Path table;

    private static String line(String id, String text) {
        return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}";
    }

    /** A table, as {@code spark/cluster} makes it of lines of JSON: 5 rows are no documents, 20 ids are repeated. */
    @BeforeAll
    static void makeTable() throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "{\"id\":null,\"text\":\"a row without an id\"}",
                "{\"text\":\"another one\"}",
                "{\"id\":\"a row without a text\"}",
                "no JSON",
                line("", "an empty id")));
        List<Row> rows = SampleDocuments.versions(100);
        for (int i = 0; i < rows.size(); i++) {
            String id = rows.get(i).getString(0);
            lines.add(line(id, rows.get(i).getString(1)));
            if (i % 5 == 0) {
                // A lesser text, or a greater one.
                lines.add(line(
                        id, (i % 2 == 0 ? "a " : "z ") + rows.get((i + 7) % 100).getString(1)));
            }
        }
        java.util.Collections.shuffle(lines, new Random(1));
        Path source = Files.write(temp.resolve("source.jsonl"), lines);
        table = temp.resolve("table");
        assertTrue(ClusterCheck.run(SESSION, "table", source.toString(), table.toString()));
    }

    @Test
    void aSetOfShardsHasTheBytesOfOneMachine(@TempDir Path work) throws IOException {
        Path set = work.resolve("set");
        SetReport report = WhorlSpark.build(
                SESSION.read().parquet(table.toString()),
                Scheme.builder().build(),
                SparkOptions.DEFAULT.shards(3),
                set.toString());
        assertEquals(100, report.documents());
        assertEquals(20, report.rows().leftOut().get(LeftOut.REPEATED_ID));
        assertEquals(3, report.rows().leftOut().get(LeftOut.NULL_ID));
        assertTrue(ClusterCheck.run(SESSION, "build", table.toString(), set.toString(), work.toString()));
    }

    @Test
    void survivorsAreThoseOfOneMachineAndOtherRowsRemain(@TempDir Path work) throws IOException {
        Dataset<Row> rows = SESSION.read().parquet(table.toString());
        Path single = work.resolve("lines");
        assertTrue(ClusterCheck.run(SESSION, "dedup", table.toString(), single.toString(), work.toString()));
        List<String> expected = Files.readAllLines(single).stream().sorted().toList();
        try (DedupResult found = WhorlSpark.dedup(
                rows, Preset.NEAR_DUPLICATES.scheme().build(), SimilarityOptions.SURVIVORS, SparkOptions.DEFAULT)) {
            assertEquals(
                    expected,
                    found.rows().toJSON().collectAsList().stream().sorted().toList());
            assertEquals(100, found.figures().get("documents"));
            assertEquals(20, found.figures().get("repeatedIds"));
            assertEquals(3, found.figures().get("nullIds"));
            assertTrue(expected.size() > 10, expected::toString);
            // Each dropped document takes one row with it, also if its id has others.
            Dataset<Row> survivors = found.survivors();
            assertEquals(125 - expected.size(), survivors.count());
            List<String> dropped =
                    found.rows().select("drop").as(Encoders.STRING()).collectAsList();
            List<String> kept = survivors
                    .select("id")
                    .where("id is not null")
                    .as(Encoders.STRING())
                    .collectAsList();
            assertTrue(dropped.stream().anyMatch(kept::contains), "no id of several rows is dropped");
        }
    }

    // Jobs that are refused, fail, or are tried again.

    private static final SparkOptions HASH =
            SparkOptions.DEFAULT.partitioning(Partitioning.HASH).shards(2);

    @Test
    void anOldSparkIsRefusedByItsVersion() {
        WhorlSpark.requireVersion("4.0.1");
        assertReason(Reason.SPARK_VERSION, "Spark 3.5.7", () -> WhorlSpark.requireVersion("3.5.7"));
    }

    @Test
    void aMissingColumnIsNamedWithTheColumnsThereAre() {
        SparkOptions options = HASH.textColumn("body");
        refused(Reason.MISSING_COLUMN, "there is no column 'body'; the columns are id, text", frame(), options);
        assertReason(
                Reason.MISSING_COLUMN,
                "'body'",
                () -> WhorlSpark.dedup(frame(), SCHEME, SimilarityOptions.SURVIVORS, options));
    }

    @Test
    void aColumnOfAnotherTypeIsRefused() {
        Dataset<Row> frame = SampleDocuments.session().sql("select array('a') as id, 'b' as text, 1.5 as day");
        refused(Reason.COLUMN_TYPE, "", frame, HASH);
        SparkOptions dated = HASH.idColumn("text").dateColumn("day");
        refused(Reason.COLUMN_TYPE, "a date or a timestamp", frame, dated);
    }

    @Test
    void aPathThatExistsIsRefusedUnlessItIsAnEmptyDirectory() throws IOException {
        Path path = Files.createDirectory(folder.resolve("set"));
        WhorlSpark.build(frame(), SCHEME, HASH, path.toString());
        assertRefused(path, "it already is a segment set");
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.writeString(other.resolve("notes.txt"), "mine");
        assertRefused(other, "it has other files");
        Files.delete(other.resolve("notes.txt"));
        Files.createDirectory(other.resolve(SetJob.JobName.next().newShard()));
        assertRefused(other, "it has shards of a job that runs, or that was killed");
        assertRefused(Files.writeString(folder.resolve("file"), "mine"), "it is a file");
    }

    @Test
    void aStrictJobRefusesRowsAndLeavesNothing() throws IOException {
        Dataset<Row> frame = SampleDocuments.frame(
                new String[] {"a", "one two three four five"},
                new String[] {"b", "one two three four five"},
                new String[] {"a", "one two three four six"});
        WhorlSparkException e = refused(Reason.REFUSED_ROWS, "1 repeated id", frame, HASH.strict(true));
        assertTrue(e.getMessage().contains("repeated id: a"), e.getMessage());
    }

    @Test
    void aJobWithoutDocumentsIsRefused() throws IOException {
        Dataset<Row> frame = SampleDocuments.frame(new String[] {null, "text"}, new String[] {"a", null});
        refused(Reason.NO_DOCUMENTS, "none of 2 rows", frame, HASH);
        refused(Reason.NO_DOCUMENTS, "", frame, HASH.partitioning(Partitioning.RANGE));
    }

    @Test
    void aJobWhoseTasksKeepFailingLeavesNothing() {
        Path path = folder.resolve("failed");
        FaultyFileSystem.Faults faults = new FaultyFileSystem.Faults();
        faults.failingUploads.set(Integer.MAX_VALUE);
        faults.idleDeletes.set(1);
        String name = FaultyFileSystem.name("failing", path, faults);
        assertReason(Reason.JOB_FAILED, "a planned fault", () -> WhorlSpark.build(frame(), SCHEME, HASH, name));
        assertFalse(Files.exists(path));
    }

    @Test
    void aRetriedTaskLeavesOneShardAndNoTrace() throws IOException {
        Path path = folder.resolve("retried");
        FaultyFileSystem.Faults faults = new FaultyFileSystem.Faults();
        faults.failingUploads.set(1);
        faults.idleDeletes.set(1);
        SetReport report = WhorlSpark.build(frame(), SCHEME, HASH, FaultyFileSystem.name("retried", path, faults));
        assertEquals(0, faults.failingUploads.get());
        assertEquals(2, report.documents());
        assertEquals(1, report.removed());
        assertEquals(1, faults.renames.get());
        SegmentSet set = SegmentSet.read(path);
        assertEquals(names(set), entries(path));
        set.verify(path);
    }

    @Test
    void anObjectStoreGetsTheSetByOnePut() throws IOException {
        Path path = folder.resolve("store");
        FaultyFileSystem.Faults faults = new FaultyFileSystem.Faults();
        faults.objectStore = true;
        SetReport report = WhorlSpark.build(frame(), SCHEME, HASH, FaultyFileSystem.name("store", path, faults));
        assertEquals(2, report.documents());
        assertEquals(0, faults.renames.get());
        SegmentSet.read(path).verify(path);
    }

    private static Dataset<Row> frame() {
        return SampleDocuments.frame(
                new String[] {"a", "one two three four five"}, new String[] {"c", "one two three four five"});
    }

    private WhorlSparkException refused(Reason reason, String text, Dataset<Row> frame, SparkOptions options) {
        Path path = folder.resolve("refused");
        WhorlSparkException e =
                assertReason(reason, text, () -> WhorlSpark.build(frame, SCHEME, options, path.toString()));
        assertFalse(Files.exists(path));
        return e;
    }

    private void assertRefused(Path path, String found) {
        assertReason(
                RefusedException.Reason.EXISTS,
                path + ": " + found,
                () -> WhorlSpark.build(frame(), SCHEME, HASH, path.toString()));
    }

    private static void refused(String message, Executable call) {
        assertMessage(IllegalArgumentException.class, message, call);
    }

    private static void pairsAreRefused(SimilarityOptions options, String message) {
        refused(message, () -> WhorlSpark.pairs(frame(), SCHEME, options, SparkOptions.DEFAULT));
    }

    private static void clustersAreRefused(SimilarityOptions options, String message) {
        refused(message, () -> WhorlSpark.clusters(frame(), SCHEME, options, SparkOptions.DEFAULT));
    }

    private static void survivorsAreRefused(SimilarityOptions options, String message) {
        refused(message, () -> WhorlSpark.dedup(frame(), SCHEME, options, SparkOptions.DEFAULT));
    }

    @Test
    void optionsThatSparkDoesNotSupportAreRefused() {
        pairsAreRefused(SimilarityOptions.PAIRS.expanded(true), "expand");
        pairsAreRefused(SimilarityOptions.PAIRS.superShingles(4), "super-shingles");
        pairsAreRefused(SimilarityOptions.PAIRS.templates(Templates.of(Series.host())), "templates");
        pairsAreRefused(SimilarityOptions.PAIRS.work(Path.of("work")), "work");
        clustersAreRefused(SimilarityOptions.CLUSTERS.link(SimilarityOptions.Link.COMPONENTS), "link components");
        clustersAreRefused(SimilarityOptions.CLUSTERS.superShingles(4), "super-shingles");
        clustersAreRefused(SimilarityOptions.CLUSTERS.templates(Templates.of(Series.host())), "templates");
        clustersAreRefused(SimilarityOptions.CLUSTERS.work(Path.of("work")), "work");
        survivorsAreRefused(SimilarityOptions.SURVIVORS.templates(Templates.of(Series.host())), "templates");
        survivorsAreRefused(SimilarityOptions.SURVIVORS.work(Path.of("work")), "work");
        survivorsAreRefused(
                SimilarityOptions.SURVIVORS.keep(SimilarityOptions.Keep.OLDEST).dates(id -> Optional.empty()),
                "a function of dates");
    }

    @Test
    void optionsForAnotherPurposeAreRefused() {
        pairsAreRefused(SimilarityOptions.CLUSTERS, "purpose is clusters");
        clustersAreRefused(SimilarityOptions.HISTORY, "purpose is history");
        survivorsAreRefused(SimilarityOptions.PAIRS, "purpose is pairs");
    }

    @Test
    void aMeasureThatTheSchemeCannotGiveIsRefused() {
        Scheme sketches = Scheme.builder().selection("min-s", Map.of()).build();
        assertThrows(
                SchemeException.class,
                () -> WhorlSpark.clusters(frame(), sketches, SimilarityOptions.CLUSTERS, SparkOptions.DEFAULT));
        Scheme levels = Scheme.builder().selection("mod-by-size", Map.of()).build();
        SimilarityOptions resemblance = SimilarityOptions.SURVIVORS.measure(Measure.RESEMBLANCE);
        refused("Duplicates.IGNORE", () -> WhorlSpark.dedup(frame(), levels, resemblance, SparkOptions.DEFAULT));
        assertThrows(IllegalArgumentException.class, () -> SparkOptions.DEFAULT.duplicates(Duplicates.FIRST));
    }

    @Test
    void aRuleWithoutItsColumnIsRefused() {
        for (SimilarityOptions.Keep keep :
                new SimilarityOptions.Keep[] {SimilarityOptions.Keep.OLDEST, SimilarityOptions.Keep.LEAST_KEY}) {
            SimilarityOptions survivors = SimilarityOptions.SURVIVORS.keep(keep);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> WhorlSpark.dedup(frame(), SCHEME, survivors, SparkOptions.DEFAULT));
        }
    }

    @Test
    void aStrictJobOfGroupsRefusesRepeatedIdsAndNulls() {
        WhorlSparkException e = strictPairsAreRefused(
                "1 rows are no documents: ", new String[][] {{"a", "some"}, {"a", "more"}, {"b", "text"}});
        assertTrue(e.getMessage().contains("repeatedIds=1"), e.getMessage());
        e = strictPairsAreRefused("nullIds=1", new String[][] {{null, "some text"}, {"b", null}});
        assertTrue(e.getMessage().contains("nullTexts=1"), e.getMessage());
    }

    private static WhorlSparkException strictPairsAreRefused(String text, String[][] rows) {
        SparkOptions strict = SparkOptions.DEFAULT.strict(true);
        Dataset<Row> frame = SampleDocuments.frame(rows);
        return assertReason(
                Reason.REFUSED_ROWS, text, () -> WhorlSpark.pairs(frame, SCHEME, SimilarityOptions.PAIRS, strict));
    }
}
