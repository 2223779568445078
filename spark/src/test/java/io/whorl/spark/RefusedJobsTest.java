package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RefusedException;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.spark.WhorlSparkException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
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
        WhorlSparkException e = assertThrows(WhorlSparkException.class, () -> WhorlSpark.requireVersion("3.5.7"));
        assertEquals(Reason.SPARK_VERSION, e.reason());
        assertTrue(e.getMessage().contains("Spark 3.5.7"), e.getMessage());
    }

    @Test
    void aMissingColumnIsNamedWithTheColumnsThereAre() {
        SparkOptions options = HASH.textColumn("body");
        WhorlSparkException e = refused(Reason.MISSING_COLUMN, frame(), options);
        assertTrue(e.getMessage().startsWith("there is no column 'body'; the columns are id, text"), e.getMessage());
    }

    @Test
    void aColumnOfAnotherTypeIsRefused() {
        Dataset<Row> frame = LocalSpark.session().sql("select array('a') as id, 'b' as text, 1.5 as day");
        refused(Reason.COLUMN_TYPE, frame, HASH);
        WhorlSparkException e =
                refused(Reason.COLUMN_TYPE, frame, HASH.idColumn("text").dateColumn("day"));
        assertTrue(e.getMessage().contains("a date or a timestamp"), e.getMessage());
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
        WhorlSparkException e = refused(Reason.REFUSED_ROWS, frame, HASH.strict(true));
        assertTrue(e.getMessage().contains("1 repeated id"), e.getMessage());
        assertTrue(e.getMessage().contains("repeated id: a"), e.getMessage());
    }

    @Test
    void aJobWithoutDocumentsIsRefused() throws IOException {
        Dataset<Row> frame = SampleDocuments.frame(new String[] {null, "text"}, new String[] {"a", null});
        WhorlSparkException e = refused(Reason.NO_DOCUMENTS, frame, HASH);
        assertTrue(e.getMessage().startsWith("none of 2 rows"), e.getMessage());
        refused(Reason.NO_DOCUMENTS, frame, HASH.partitioning(Partitioning.RANGE));
    }

    @Test
    void aJobWhoseTasksKeepFailingLeavesNothing() {
        Path path = folder.resolve("failed");
        FaultyFileSystem.Faults faults = new FaultyFileSystem.Faults();
        faults.failingUploads.set(Integer.MAX_VALUE);
        faults.idleDeletes.set(1);
        String name = FaultyFileSystem.name("failing", path, faults);
        WhorlSparkException e =
                assertThrows(WhorlSparkException.class, () -> WhorlSpark.build(frame(), SCHEME, HASH, name));
        assertEquals(Reason.JOB_FAILED, e.reason());
        assertTrue(e.getMessage().contains("a planned fault"), e.getMessage());
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

    private WhorlSparkException refused(Reason reason, Dataset<Row> frame, SparkOptions options) {
        Path path = folder.resolve("refused");
        WhorlSparkException e = assertThrows(
                WhorlSparkException.class, () -> WhorlSpark.build(frame, SCHEME, options, path.toString()));
        assertEquals(reason, e.reason(), e.getMessage());
        assertFalse(Files.exists(path));
        return e;
    }

    private void assertRefused(Path path, String found) {
        RefusedException e =
                assertThrows(RefusedException.class, () -> WhorlSpark.build(frame(), SCHEME, HASH, path.toString()));
        assertEquals(RefusedException.Reason.EXISTS, e.reason());
        assertTrue(e.getMessage().startsWith(path + ": " + found), e.getMessage());
    }
}
