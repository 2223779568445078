package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RefusedException;
import io.whorl.bulk.Duplicates;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.spark.CommandsTest.Output;
import io.whorl.spark.GroupSample.Document;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.internal.config.package$;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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

    // Commands of groups.

    @TempDir
    Path temp;

    @BeforeAll
    static void startSpark() {
        // What SparkSession.builder() gives in this thread.
        SparkSession.setActiveSession(GroupSample.session());
    }

    @AfterAll
    static void forgetSession() {
        SparkSession.clearActiveSession();
    }

    /** The lines of all files that Spark wrote, sorted. */
    private static List<String> lines(Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(f -> f.getFileName().toString().startsWith("part-"))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines.stream().sorted().toList();
    }

    @Test
    void dedupWritesTheBytesOfOneMachineAndTheRowsThatRemain() throws IOException {
        List<Document> documents = GroupSample.of(3, 60);
        List<String> rows = new ArrayList<>(List.of(
                "{\"text\":\"a row without an id\",\"more\":-1}", "{\"id\":\"a row without a text\",\"more\":-2}"));
        for (Document document : documents) {
            rows.add("{\"id\":\"" + document.id() + "\",\"text\":\"" + document.text() + "\",\"more\":" + rows.size()
                    + "}");
        }
        Path source = Files.write(temp.resolve("source.json"), rows);
        Path result = temp.resolve("result");
        Path clean = temp.resolve("clean");
        Output output = CommandsTest.run(
                new Dedup(),
                result.toString(),
                source.toString(),
                "--format=json",
                "--result-format=json",
                "--keep=longest",
                "--min-score=0.4",
                "--max-df=2",
                "--common-df=6",
                "--task-pairs=10",
                "--write=" + clean);
        assertEquals(0, output.code(), output.err());
        Path index = temp.resolve("index");
        OneMachine.build(index, documents, Preset.NEAR_DUPLICATES.scheme().build(), Duplicates.ALIAS);
        SurvivorOptions survivors = SurvivorOptions.DEFAULT
                .keep(SurvivorOptions.Keep.LONGEST)
                .minScore(0.4)
                .maxDf(2)
                .commonDf(6);
        List<String> expected = OneMachine.dedup(index, survivors);
        assertNotEquals(expected, OneMachine.dedup(index, survivors.commonDf(3)));
        assertNotEquals(expected, OneMachine.dedup(index, survivors.maxDf(100)));
        assertEquals(expected, lines(result));
        assertTrue(expected.size() > 10, "few are dropped: " + expected);
        String figures = output.out().replace('}', ',');
        for (var figure : OneMachine.dedupFigures(index, survivors).entrySet()) {
            assertTrue(
                    figures.contains("\"" + figure.getKey() + "\":" + figure.getValue() + ","), figure + " " + figures);
        }
        assertTrue(output.out().contains("\"nullIds\":1,\"nullTexts\":1"), output.out());
        List<String> kept = lines(clean);
        assertEquals(rows.size() - expected.size(), kept.size());
        for (String line : expected) {
            String dropped = line.substring("{\"drop\":".length(), line.indexOf(",\"keep\""));
            assertFalse(kept.stream().anyMatch(row -> row.contains("\"id\":" + dropped)), dropped);
        }
        assertTrue(kept.stream().anyMatch(row -> row.contains("\"more\":-1")), "a row without an id remains");
        assertEquals(
                1,
                CommandsTest.run(new Dedup(), result.toString(), source.toString())
                        .code());
    }

    @Test
    void wrongUsageHasItsExitCode() {
        String none = temp.resolve("none").toString();
        assertEquals(2, CommandsTest.run(new Dedup(), none).code());
        assertEquals(2, CommandsTest.run(new Dedup(), none, none, "--keep=best").code());
        assertEquals(
                2,
                CommandsTest.run(new Clusters(), none, none, "--measure=cosine").code());
        assertEquals(
                2, CommandsTest.run(new Pairs(), none, none, "--measure=shared").code());
        assertEquals(
                2, CommandsTest.run(new Pairs(), none, none, "--min-score=x").code());
        assertEquals(
                2, CommandsTest.run(new Pairs(), none, none, "--max-df=some").code());
        assertEquals(
                1, CommandsTest.run(new Pairs(), none, none, "--max-df=none").code());
        assertFalse(Files.exists(Path.of(none)));
    }
}
