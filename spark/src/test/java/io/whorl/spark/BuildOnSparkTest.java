package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RefusedException;
import io.whorl.bulk.RepeatedIds;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.spark.SetJob.DocumentColumns;
import io.whorl.write.AdoptOptions;
import io.whorl.write.IndexWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                report.leftOut());
        assertEquals(10, report.rows());
        assertEquals(2, report.documents());
        assertTrue(report.examples().containsAll(List.of("null text: b", "too long: c", "repeated id: d")));
        assertEquals("the first of two texts of this id is kept", text("set", "d"));
    }

    @Test
    void anIdThatTwoPartitionsOfTheInputHoldIsInBothShardsUntilAdoptionDecides() throws IOException {
        List<Row> rows = List.of(
                RowFactory.create("a", "one two three four five"), RowFactory.create("a", "six seven eight nine ten"));
        Dataset<Row> frame = LocalSpark.session()
                .createDataFrame(
                        JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext())
                                .parallelize(rows, 2),
                        SampleDocuments.SCHEMA);
        SparkOptions options =
                SparkOptions.DEFAULT.partitioning(Partitioning.INPUT).shards(2);
        Path set = folder.resolve("set");
        SetReport report = WhorlSpark.build(frame, SCHEME, options, set.toString());
        assertEquals(2, report.shards());
        assertEquals(2, report.documents());
        assertEquals(Map.of(), report.leftOut());
        Path index = folder.resolve("index");
        AdoptOptions refuse = AdoptOptions.DEFAULT.repeatedIds(RepeatedIds.REFUSE);
        RefusedException e = assertThrows(RefusedException.class, () -> IndexWriter.createFrom(index, set, refuse));
        assertEquals(RefusedException.Reason.REPEATED_ID, e.reason());
        assertEquals(1, IndexWriter.createFrom(index, set, AdoptOptions.DEFAULT).repeated());
    }

    @Test
    void numbersBytesAndDatesAreColumnsToo() throws IOException {
        Dataset<Row> frame = LocalSpark.session().sql("""
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
}
