package io.whorl.spark;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Overlap;
import io.whorl.query.OverlapOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.spark.GroupSample.Document;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import py4j.reflection.MethodInvoker;
import py4j.reflection.ReflectionEngine;

/** From DataFrame to DataFrame, with options by name. */
class DataFramesTest {
    @TempDir
    private Path folder;

    @Test
    void dedupMarksTheRowsOfItsInput() throws Exception {
        List<Document> documents = GroupSample.of(3, 60);
        Dataset<Row> rows = GroupSample.frame(documents);
        SurvivorOptions survivors =
                SurvivorOptions.DEFAULT.keep(SurvivorOptions.Keep.LONGEST).minScore(0.4);
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
}
