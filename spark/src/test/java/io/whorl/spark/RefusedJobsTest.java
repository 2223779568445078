package io.whorl.spark;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.bulk.Duplicates;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.PairsOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import io.whorl.shard.SegmentSet;
import io.whorl.spark.WhorlSparkException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class RefusedJobsTest {
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final SparkOptions HASH =
            SparkOptions.DEFAULT.partitioning(Partitioning.HASH).shards(2);

    @TempDir
    private Path folder;

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
                () -> WhorlSpark.dedup(frame(), SCHEME, SurvivorOptions.DEFAULT, options));
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
        assertEquals(BuildOnSparkTest.names(set), BuildOnSparkTest.entries(path));
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

    private static void pairsAreRefused(PairsOptions options, String message) {
        refused(message, () -> WhorlSpark.pairs(frame(), SCHEME, options, SparkOptions.DEFAULT));
    }

    private static void clustersAreRefused(ClusterOptions options, String message) {
        refused(message, () -> WhorlSpark.clusters(frame(), SCHEME, options, SparkOptions.DEFAULT));
    }

    private static void survivorsAreRefused(SurvivorOptions options, String message) {
        refused(message, () -> WhorlSpark.dedup(frame(), SCHEME, options, SparkOptions.DEFAULT));
    }

    @Test
    void optionsThatSparkDoesNotSupportAreRefused() {
        pairsAreRefused(PairsOptions.DEFAULT.expanded(true), "expand");
        pairsAreRefused(PairsOptions.DEFAULT.superShingles(4), "super-shingles");
        pairsAreRefused(PairsOptions.DEFAULT.templates(Templates.of(Series.host())), "templates");
        pairsAreRefused(PairsOptions.DEFAULT.work(Path.of("work")), "work");
        clustersAreRefused(ClusterOptions.DEFAULT.link(ClusterOptions.Link.COMPONENTS), "link components");
        clustersAreRefused(ClusterOptions.DEFAULT.superShingles(4), "super-shingles");
        clustersAreRefused(ClusterOptions.DEFAULT.templates(Templates.of(Series.host())), "templates");
        clustersAreRefused(ClusterOptions.DEFAULT.work(Path.of("work")), "work");
        survivorsAreRefused(SurvivorOptions.DEFAULT.templates(Templates.of(Series.host())), "templates");
        survivorsAreRefused(SurvivorOptions.DEFAULT.work(Path.of("work")), "work");
        survivorsAreRefused(
                SurvivorOptions.DEFAULT.keep(SurvivorOptions.Keep.OLDEST).dates(id -> Optional.empty()),
                "a function of dates");
    }

    @Test
    void aMeasureThatTheSchemeCannotGiveIsRefused() {
        Scheme sketches = Scheme.builder().selection("min-s", Map.of()).build();
        assertThrows(
                SchemeException.class,
                () -> WhorlSpark.clusters(frame(), sketches, ClusterOptions.DEFAULT, SparkOptions.DEFAULT));
        Scheme levels = Scheme.builder().selection("mod-by-size", Map.of()).build();
        SurvivorOptions resemblance = SurvivorOptions.DEFAULT.measure(Measure.RESEMBLANCE);
        refused("Duplicates.IGNORE", () -> WhorlSpark.dedup(frame(), levels, resemblance, SparkOptions.DEFAULT));
        assertThrows(IllegalArgumentException.class, () -> SparkOptions.DEFAULT.duplicates(Duplicates.FIRST));
    }

    @Test
    void aRuleWithoutItsColumnIsRefused() {
        for (SurvivorOptions.Keep keep :
                new SurvivorOptions.Keep[] {SurvivorOptions.Keep.OLDEST, SurvivorOptions.Keep.LEAST_KEY}) {
            SurvivorOptions survivors = SurvivorOptions.DEFAULT.keep(keep);
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
                Reason.REFUSED_ROWS, text, () -> WhorlSpark.pairs(frame, SCHEME, PairsOptions.DEFAULT, strict));
    }
}
