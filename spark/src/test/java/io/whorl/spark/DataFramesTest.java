package io.whorl.spark;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RefusedException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Overlap;
import io.whorl.query.OverlapOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.spark.GroupSample.Document;
import io.whorl.testing.Ended;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.internal.config.package$;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import py4j.reflection.MethodInvoker;
import py4j.reflection.ReflectionEngine;

/** What applications, SQL, Python and command lines call. */
class DataFramesTest {
    @TempDir
    private Path folder;

    @Test
    void dedupMarksTheRowsOfItsInput() throws Exception {
        List<Document> documents = GroupSample.of(3, 60);
        Dataset<Row> rows = GroupSample.frame(documents);
        SimilarityOptions survivors =
                SimilarityOptions.SURVIVORS.keep(SimilarityOptions.Keep.LONGEST).minScore(0.4);
        Map<String, Row> dropped = new HashMap<>();
        try (DedupResult found =
                WhorlSpark.dedup(rows, Preset.NEAR_DUPLICATES.scheme().build(), survivors, SparkOptions.DEFAULT)) {
            found.rows().collectAsList().forEach(row -> dropped.put(row.getAs("drop"), row));
        }
        Dataset<Row> marked = WhorlSpark.dedup(rows, "id", "text", Map.of("keep", "longest", "min_score", 0.4));
        assertEquals(
                List.of("id", "text", "date", "rank", "cluster", "survivor", "score", "reason"),
                List.of(marked.columns()));
        Map<String, Row> all = new HashMap<>();
        marked.collectAsList().forEach(row -> all.put(row.getAs("id"), row));
        assertEquals(documents.size(), all.size());
        int equal = 0;
        for (Row row : all.values()) {
            String id = row.getAs("id");
            Row drop = dropped.get(id);
            if (drop == null) {
                assertEquals(id, row.getAs("survivor"));
                assertNull(row.getAs("reason"), id);
                assertNull(row.getAs("score"), id);
            } else {
                assertEquals(drop.<String>getAs("keep"), row.getAs("survivor"));
                assertEquals(drop.<Double>getAs("score"), row.getAs("score"));
                assertEquals(drop.<Long>getAs("cluster"), row.getAs("cluster"));
                assertEquals(
                        drop.<Long>getAs("cluster"),
                        all.get(drop.<String>getAs("keep")).getAs("cluster"));
                equal += row.getAs("reason").equals("equal-fingerprint") ? 1 : 0;
                assertTrue(List.of("equal-fingerprint", drop.<String>getAs("measure"))
                        .contains(row.<String>getAs("reason")));
            }
        }
        assertTrue(equal > 0 && equal < dropped.size(), equal + " of " + dropped.size());
    }

    @Test
    void overlapIsThatOfAnIndexOfTheOthers() throws Exception {
        List<String[]> tests = List.of(
                new String[] {"q1", "the quick brown fox jumps over the lazy dog near the old stone bridge today"},
                new String[] {"q2", "nothing of this is in any of the pages that are compared here at all now"});
        Dataset<Row> pages = SampleDocuments.frame(
                new String[] {"a", "before it " + tests.get(0)[1] + " and after it"},
                new String[] {"b", "a page of its own words"},
                new String[] {"c", null});
        Path index = folder.resolve("index");
        Scheme scheme = Scheme.builder().build();
        try (IndexBuilder builder = IndexBuilder.create(index, scheme, BuildOptions.DEFAULT)) {
            for (String[] test : tests) {
                builder.add(test[0], test[1]);
            }
            builder.finish();
        }
        Dataset<Row> others = SampleDocuments.frame(tests.toArray(new String[0][]));
        Map<String, Integer> options = Map.of("contaminated-run", 15, "partial-run", 4, "top", 1);
        Map<String, Row> found = new LinkedHashMap<>();
        WhorlSpark.overlap(pages, "id", "text", others, options)
                .collectAsList()
                .forEach(row -> found.put(row.getAs("id"), row.getAs("overlap")));
        try (Snapshot snapshot = Snapshot.open(index)) {
            OverlapOptions same =
                    OverlapOptions.DEFAULT.partialRun(4).contaminatedRun(15).top(1);
            for (Row page : pages.where("text is not null").collectAsList()) {
                Overlap expected = snapshot.overlap(page.<String>getAs("text"), same);
                Row overlap = found.get(page.<String>getAs("id"));
                assertEquals(expected.verdict().name().toLowerCase(Locale.ROOT), overlap.getAs("verdict"));
                assertEquals(expected.share(), overlap.<Double>getAs("share"));
                assertEquals(expected.held(), overlap.<Integer>getAs("held"));
                assertEquals(
                        expected.documents().stream().map(d -> d.id()).toList(),
                        overlap.<Row>getList(overlap.fieldIndex("documents")).stream()
                                .map(d -> d.getString(0))
                                .toList());
            }
        }
        assertEquals("contaminated", found.get("a").getAs("verdict"));
        assertEquals("clean", found.get("b").getAs("verdict"));
        assertNull(found.get("c"));
    }

    /** What PySpark calls: py4j chooses the method, and converts a dict to a map. */
    @Test
    void theGatewayOfPythonFindsTheMethods() {
        Row[] copies = {
            RowFactory.create("a", "one two three four five six"), RowFactory.create("b", "one two three four five six")
        };
        Dataset<Row> rows = GroupSample.session().createDataFrame(List.of(copies), SampleDocuments.SCHEMA);
        Map<String, Object> options = new HashMap<>(Map.of("min-score", 0.5, "strict", true));
        assertEquals(
                1,
                ((Dataset<?>) call("dedup", rows, "id", "text", options))
                        .where("reason is not null")
                        .count());
        assertEquals(1, ((Dataset<?>) call("pairs", rows, "id", "text", options)).count());
        assertEquals(2, ((Dataset<?>) call("clusters", rows, "id", "text", options)).count());
        assertEquals(
                2,
                ((Dataset<?>) call("overlap", rows, "id", "text", rows, new HashMap<>()))
                        .where("overlap.share = 1")
                        .count());
        call("register", rows.sparkSession(), new HashMap<>(Map.of("preset", "near-duplicates")));
        assertEquals(
                1.0,
                rows.selectExpr("resemblance(fingerprint(text), fingerprint(text)) as r")
                        .head()
                        .getDouble(0));
    }

    private static Object call(String method, Object... arguments) {
        Class<?>[] types = Arrays.stream(arguments).map(Object::getClass).toArray(Class<?>[]::new);
        MethodInvoker invoker = new ReflectionEngine().getMethod(WhorlSpark.class, method, types);
        return new ReflectionEngine().invoke(null, invoker, arguments);
    }

    @Test
    void wrongOptionsAndColumnsOfTheResultAreRefused() {
        Dataset<Row> rows = SampleDocuments.frame(new String[] {"a", "some text"});
        refused("min-scor", rows, Map.of("min-scor", 0.5));
        refused("'x' is not a double", rows, Map.of("min-score", "x"));
        refused("'write' belongs to the command line", rows, Map.of("write", "clean"));
        refused(
                "has a column 'score'",
                rows.withColumnRenamed("text", "body").selectExpr("id", "body as text", "1 as score"),
                Map.of());
    }

    private static void refused(String message, Dataset<Row> rows, Map<String, ?> options) {
        assertMessage(IllegalArgumentException.class, message, () -> WhorlSpark.dedup(rows, "id", "text", options));
    }

    @Test
    void functionsGiveTheValuesOfTheLibrary() {
        Scheme scheme = Scheme.builder().granularity(2).build();
        SparkSession session = SampleDocuments.session().newSession();
        WhorlSpark.register(session, scheme);
        Row row = session.sql("select fingerprint('a rose is a rose') a, fingerprint('a rose is red') b, "
                        + "fingerprint(null) n")
                .selectExpr("a", "resemblance(a, b)", "containment(a, b)", "n", "resemblance(a, n)")
                .head();
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        Fingerprint a = fingerprinter.fingerprint("a rose is a rose");
        Fingerprint b = fingerprinter.fingerprint("a rose is red");
        assertArrayEquals(
                a.toArray(),
                row.<Long>getList(0).stream().mapToLong(Long::longValue).toArray());
        assertEquals(a.compare(b, Measure.RESEMBLANCE), row.getDouble(1));
        assertEquals(a.compare(b, Measure.CONTAINMENT), row.getDouble(2));
        assertTrue(row.isNullAt(3));
        assertTrue(row.isNullAt(4));
    }

    // The command lines of the pages about Spark.

    private static final Pattern SUBMIT =
            Pattern.compile("spark-submit --class (io\\.whorl\\.spark\\.\\w+) (\\S+) (.*)");

    @Test
    void everyCommandLineOfThePagesIsUnderstood() throws Exception {
        Set<String> classes = new TreeSet<>();
        for (String line : commandLines()) {
            Matcher submit = SUBMIT.matcher(line);
            assertTrue(submit.matches(), line);
            assertTrue(submit.group(2).endsWith("whorl-spark.jar"), line);
            classes.add(submit.group(1));
            Object command =
                    Class.forName(submit.group(1)).getDeclaredConstructor().newInstance();
            String[] arguments = submit.group(3).strip().split("\\s+");
            assertDoesNotThrow(
                    () -> new CommandLine(command)
                            .setCaseInsensitiveEnumValuesAllowed(true)
                            .parseArgs(arguments),
                    line);
        }
        assertEquals(
                Set.of("Build", "Clusters", "Dedup", "Fetch", "Orphans").stream()
                        .map(name -> "io.whorl.spark." + name)
                        .collect(Collectors.toSet()),
                classes);
    }

    /** The command lines of all blocks, without line breaks and comments. */
    private static List<String> commandLines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String page : List.of("spark.md", "spark-groups.md")) {
            String text = Files.readString(Path.of("../docs", page)).replace("\\\n", " ");
            for (String line : text.lines().toList()) {
                if (line.startsWith("spark-submit ")) {
                    lines.add(line.replaceAll("\\s+#.*", ""));
                }
            }
        }
        return lines;
    }

    @Test
    void testsHaveTheFlagsOfSparksOwnJvms() {
        List<String> missing = new ArrayList<>(
                List.of(JavaModuleOptions.defaultModuleOptions().trim().split("\\s+")));
        missing.removeAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        // Only MLlib uses it.
        missing.remove("--add-modules=jdk.incubator.vector");
        // The JVM does not report the options that it ignores.
        missing.removeIf(flag -> flag.startsWith("--sun-misc-unsafe-memory-access")
                && Runtime.version().feature() < 23);
        assertEquals(List.of(), missing);
    }

    // Commands.

    @Test
    void buildReadsWholeFilesWithTheirNamesAsIds() throws IOException {
        Path texts = Files.createDirectory(folder.resolve("texts"));
        Files.writeString(texts.resolve("a.txt"), "one two three\nfour five");
        Files.writeString(texts.resolve("b.txt"), "one two three\nfour six");
        Path set = folder.resolve("set");
        String arguments = set + " " + texts + " --format=text --option=wholetext=true --id=_metadata.file_name"
                + " --text=value --partition=hash --shards=1 --preset=plagiarism --json";
        String figures = run(new Build(), arguments).exits(0).out();
        assertTrue(figures.contains("\"shards\":1,\"documents\":2"), figures);
        assertTrue(figures.contains("\"rows\":{\"count\":2"), figures);
        assertEquals("a.txt", SegmentSet.read(set).shards().get(0).firstId().orElseThrow());
        String refused = run(new Build(), arguments).exits(1).err();
        assertTrue(refused.contains("it already is a segment set"), refused);
    }

    @Test
    void wrongUsageIsRefusedBeforeAJobStarts() {
        run(new Build(), "set").exits(2);
        run(new Build(), "set source --shards=0").exits(2);
        run(new Build(), "set source --memory=lots").exits(2);
        run(new Build(), "set source --preset=none").exits(2);
        run(new Orphans(), "set --older-than=1").exits(2);
        run(new Fetch(), "set directory --threads=0").exits(2);
        run(new Dedup(), "none").exits(2);
        run(new Dedup(), "none none --keep=best").exits(2);
        run(new Clusters(), "none none --measure=cosine").exits(2);
        run(new Pairs(), "none none --measure=shared").exits(2);
        run(new Pairs(), "none none --min-score=x").exits(2);
        run(new Pairs(), "none none --max-df=some").exits(2);
        run(new Pairs(), "none none --max-df=none").exits(1);
        assertFalse(Files.exists(Path.of("none")));
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
        Ended dry = run(new Orphans(), set + " --dry-run");
        assertEquals("orphan file:" + old + "\n", dry.out());
        assertTrue(Files.exists(old));
        Ended removed = run(new Orphans(), set.toString());
        assertEquals("removed file:" + old + "\n", removed.out());
        assertFalse(Files.exists(old));
        assertTrue(Files.exists(young));
        assertTrue(Files.exists(set.resolve("mine")));
        SegmentSet.read(set).verify(set);
        run(new Orphans(), folder.resolve("none").toString()).exits(1);
    }

    @Test
    void fetchCopiesASetAndContinuesACopy() throws IOException {
        Path set = build();
        Path copy = folder.resolve("copy");
        run(new Fetch(), set + " " + copy).exits(0);
        SegmentSet.read(copy).verify(copy);
        assertEquals(BuildOnSparkTest.entries(set), BuildOnSparkTest.entries(copy));
        // As if the copy had been interrupted.
        String shard = SegmentSet.read(set).shards().get(0).name();
        Files.delete(copy.resolve(SegmentSet.FILE));
        Files.writeString(copy.resolve(shard).resolve("MANIFEST"), "a part");
        run(new Fetch(), set + " " + copy).exits(0);
        SegmentSet.read(copy).verify(copy);
        run(new Fetch(), set + " " + copy).exits(0);
    }

    @Test
    void fetchRefusesADamagedShardByName() throws IOException {
        Path set = build();
        Path segment = set.resolve(SegmentSet.read(set).shards().get(0).name()).resolve("segment-000001.whs");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 1;
        Files.write(segment, bytes);
        Path copy = folder.resolve("copy");
        String refused = run(new Fetch(), set + " " + copy).exits(1).err();
        assertTrue(refused.contains(segment.toString()), refused);
        assertFalse(SegmentSet.isAt(copy));
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.writeString(other.resolve("notes.txt"), "mine");
        run(new Fetch(), set + " " + other).exits(1);
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

    /** Runs a command with arguments that are separated by blanks. */
    static Ended run(SparkCommand command, String arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
        try {
            int code = SparkCommand.run(command, arguments.split(" "));
            return new Ended(
                    code, outBytes.toString(StandardCharsets.UTF_8), errBytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    // Commands of groups.

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
    static List<String> lines(SparkSession session, Object result) {
        return session.read().textFile(result.toString()).collectAsList().stream()
                .sorted()
                .toList();
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
        Path source = Files.write(folder.resolve("source.json"), rows);
        Path result = folder.resolve("result");
        Path clean = folder.resolve("clean");
        String printed = run(
                        new Dedup(),
                        result + " " + source + " --format=json --result-format=json --keep=longest --min-score=0.4"
                                + " --max-df=2 --common-df=6 --task-pairs=10 --write=" + clean)
                .exits(0)
                .out();
        Path index = folder.resolve("index");
        OneMachine.build(index, documents, Preset.NEAR_DUPLICATES.scheme().build(), Duplicates.ALIAS);
        SimilarityOptions survivors = SimilarityOptions.SURVIVORS
                .keep(SimilarityOptions.Keep.LONGEST)
                .minScore(0.4)
                .maxDf(2)
                .commonDf(6);
        List<String> expected = OneMachine.dedup(index, survivors);
        assertNotEquals(expected, OneMachine.dedup(index, survivors.commonDf(3)));
        assertNotEquals(expected, OneMachine.dedup(index, survivors.maxDf(100)));
        assertEquals(expected, lines(GroupSample.session(), result));
        assertTrue(expected.size() > 10, "few are dropped: " + expected);
        String figures = printed.replace('}', ',');
        for (var figure : OneMachine.dedupFigures(index, survivors).entrySet()) {
            assertTrue(
                    figures.contains("\"" + figure.getKey() + "\":" + figure.getValue() + ","), figure + " " + figures);
        }
        assertTrue(printed.contains("\"nullIds\":1,\"nullTexts\":1"), printed);
        List<String> kept = lines(GroupSample.session(), clean);
        assertEquals(rows.size() - expected.size(), kept.size());
        for (String line : expected) {
            String dropped = line.substring("{\"drop\":".length(), line.indexOf(",\"keep\""));
            assertFalse(kept.stream().anyMatch(row -> row.contains("\"id\":" + dropped)), dropped);
        }
        assertTrue(kept.stream().anyMatch(row -> row.contains("\"more\":-1")), "a row without an id remains");
        run(new Dedup(), result + " " + source).exits(1);
    }
}
