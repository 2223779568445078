package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.Duplicates;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.preset.Preset;
import io.whorl.spark.CommandsTest.Output;
import io.whorl.spark.GroupSample.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupCommandsTest {
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
