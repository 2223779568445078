package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RefusedException;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.apache.spark.SparkConf;
import org.apache.spark.internal.config.package$;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {
    @TempDir
    private Path folder;

    @Test
    void buildReadsWholeFilesWithTheirNamesAsIds() throws IOException {
        Path texts = Files.createDirectory(folder.resolve("texts"));
        Files.writeString(texts.resolve("a.txt"), "one two three\nfour five");
        Files.writeString(texts.resolve("b.txt"), "one two three\nfour six");
        Path set = folder.resolve("set");
        String[] arguments = {
            set.toString(),
            texts.toString(),
            "--format=text",
            "--option=wholetext=true",
            "--id=_metadata.file_name",
            "--text=value",
            "--partition=hash",
            "--shards=1",
            "--preset=plagiarism",
            "--json"
        };
        Output output = run(new Build(), arguments);
        assertEquals(0, output.code(), output.err());
        assertTrue(output.out().contains("\"shards\":1,\"rows\":2,\"documents\":2"), output.out());
        assertEquals("a.txt", SegmentSet.read(set).shards().get(0).firstId().orElseThrow());
        Output again = run(new Build(), arguments);
        assertEquals(1, again.code());
        assertTrue(again.err().contains("it already is a segment set"), again.err());
    }

    @Test
    void wrongUsageIsRefusedBeforeAJobStarts() {
        assertEquals(2, run(new Build(), "set").code());
        assertEquals(2, run(new Build(), "set", "source", "--shards=0").code());
        assertEquals(2, run(new Build(), "set", "source", "--memory=lots").code());
        assertEquals(2, run(new Build(), "set", "source", "--preset=none").code());
        assertEquals(2, run(new Orphans(), "set", "--older-than=1").code());
        assertEquals(2, run(new Fetch(), "set", "directory", "--threads=0").code());
    }

    @Test
    void executorsCompileLaterUnlessTheAdministratorOrTheUserSaysOtherwise() {
        SparkConf conf = new SparkConf(false)
                .set("spark.executor.defaultJavaOptions", "-Dof=administrator")
                .set("spark.executor.extraJavaOptions", "-Dof=user");
        // What Spark starts executors with. The JVM takes the last of several values.
        assertEquals(
                "-XX:CompileThresholdScaling=10 -Dof=administrator -Dof=user",
                SparkCommand.compilingLater(conf)
                        .get(package$.MODULE$.EXECUTOR_JAVA_OPTIONS())
                        .get());
    }

    @Test
    void orphansOlderThanATimeAreRemoved() throws IOException {
        Path set = build();
        Path old = orphan(set, Instant.now().minusSeconds(100_000));
        Path young = orphan(set, Instant.now());
        Files.createDirectory(set.resolve("mine"));
        Output dry = run(new Orphans(), set.toString(), "--dry-run");
        assertEquals("orphan file:" + old + "\n", dry.out());
        assertTrue(Files.exists(old));
        Output output = run(new Orphans(), set.toString());
        assertEquals("removed file:" + old + "\n", output.out());
        assertFalse(Files.exists(old));
        assertTrue(Files.exists(young));
        assertTrue(Files.exists(set.resolve("mine")));
        SegmentSet.read(set).verify(set);
        assertEquals(1, run(new Orphans(), folder.resolve("none").toString()).code());
    }

    @Test
    void fetchCopiesASetAndContinuesACopy() throws IOException {
        Path set = build();
        Path copy = folder.resolve("copy");
        assertEquals(0, run(new Fetch(), set.toString(), copy.toString()).code());
        SegmentSet.read(copy).verify(copy);
        assertEquals(BuildOnSparkTest.entries(set), BuildOnSparkTest.entries(copy));
        // As if the copy had been interrupted.
        String shard = SegmentSet.read(set).shards().get(0).name();
        Files.delete(copy.resolve(SegmentSet.FILE));
        Files.writeString(copy.resolve(shard).resolve("MANIFEST"), "a part");
        assertEquals(0, run(new Fetch(), set.toString(), copy.toString()).code());
        SegmentSet.read(copy).verify(copy);
        assertEquals(0, run(new Fetch(), set.toString(), copy.toString()).code());
    }

    @Test
    void fetchRefusesADamagedShardByName() throws IOException {
        Path set = build();
        Path segment = set.resolve(SegmentSet.read(set).shards().get(0).name()).resolve("segment-000001.whs");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 1;
        Files.write(segment, bytes);
        Path copy = folder.resolve("copy");
        Output output = run(new Fetch(), set.toString(), copy.toString());
        assertEquals(1, output.code());
        assertTrue(output.err().contains(segment.toString()), output.err());
        assertFalse(SegmentSet.isAt(copy));
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.writeString(other.resolve("notes.txt"), "mine");
        assertEquals(1, run(new Fetch(), set.toString(), other.toString()).code());
        assertThrows(RefusedException.class, () -> SegmentSet.read(other));
    }

    private Path build() throws IOException {
        Path set = folder.resolve("built");
        SparkOptions options =
                SparkOptions.DEFAULT.partitioning(Partitioning.HASH).shards(2);
        WhorlSpark.build(
                SampleDocuments.frame(SampleDocuments.rows(20)),
                Scheme.builder().build(),
                options,
                set.toString());
        return set;
    }

    private static Path orphan(Path set, Instant changed) throws IOException {
        Path orphan = Files.createDirectory(set.resolve(SetJob.JobName.next().newShard()));
        Path file = Files.writeString(orphan.resolve("segment-000001.whs"), "a part");
        Files.setLastModifiedTime(file, FileTime.from(changed));
        Files.setLastModifiedTime(orphan, FileTime.from(changed));
        return orphan;
    }

    record Output(int code, String out, String err) {}

    static Output run(SparkCommand command, String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
        try {
            int code = SparkCommand.run(command, arguments);
            return new Output(
                    code, outBytes.toString(StandardCharsets.UTF_8), errBytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
