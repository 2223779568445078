package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cluster.SurvivorOptions;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows with the id of another row, and rows without an id or a text. */
class RepeatedIdsTest {
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
        assertEquals(20, report.leftOut().get(LeftOut.REPEATED_ID));
        assertEquals(3, report.leftOut().get(LeftOut.NULL_ID));
        assertTrue(ClusterCheck.run(SESSION, "build", table.toString(), set.toString(), work.toString()));
    }

    @Test
    void survivorsAreThoseOfOneMachineAndOtherRowsRemain(@TempDir Path work) throws IOException {
        Dataset<Row> rows = SESSION.read().parquet(table.toString());
        Path single = work.resolve("lines");
        assertTrue(ClusterCheck.run(SESSION, "dedup", table.toString(), single.toString(), work.toString()));
        List<String> expected = Files.readAllLines(single).stream().sorted().toList();
        try (DedupResult found = WhorlSpark.dedup(
                rows, Preset.NEAR_DUPLICATES.scheme().build(), SurvivorOptions.DEFAULT, SparkOptions.DEFAULT)) {
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
}
