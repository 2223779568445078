package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cli.CliRun;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command adopt, and the commands that read a segment set as an index. */
class AdoptCommandTest {
    private static final String OLD = "the first version of a text that two shards have, with some more words";
    private static final String NEW = "the second version of the text that two shards have, with a few other words";

    @TempDir
    private Path directory;

    private Path set;
    private Path index;

    private Shard shard(BuildOptions options, Map<String, String> documents) throws IOException {
        Path shard = set.resolve(Shard.newName());
        try (IndexBuilder builder = IndexBuilder.create(shard, Scheme.builder().build(), options)) {
            for (Map.Entry<String, String> d : documents.entrySet()) {
                builder.add(d.getKey(), d.getValue());
            }
            builder.finish();
        }
        return Shard.describe(shard, options);
    }

    @BeforeEach
    void build() throws IOException {
        set = Files.createDirectory(directory.resolve("set"));
        index = directory.resolve("index");
        BuildOptions options = BuildOptions.DEFAULT.memory(16 << 20).threads(1).storeFingerprints(true);
        List<Shard> shards = new ArrayList<>();
        shards.add(shard(options, Map.of("a", "a text that only the first shard has, and nobody else", "both", OLD)));
        shards.add(shard(options, Map.of("b", "a text that only the second shard has, or so", "both", NEW)));
        SegmentSet.of(shards).commit(set);
    }

    private static CliRun succeeds(Object... arguments) {
        return CliRun.of(arguments).exits(0);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "query", ".txt"), text);
    }

    @Test
    void adoptCreatesAnIndexAndPrintsItsFigures() throws IOException {
        Map<String, String> figures =
                succeeds("adopt", index, set, "--format", "json").object();
        assertEquals(
                List.of("adopted", "replaced", "repeated", "segments", "bytes", "documents"),
                List.copyOf(figures.keySet()));
        assertEquals("3", figures.get("adopted"));
        assertEquals("1", figures.get("repeated"));
        assertEquals("2", figures.get("segments"));
        assertEquals("3", figures.get("documents"));
        assertEquals("both", best(index, NEW));
        succeeds("check", index);
        figures = succeeds("adopt", index, set, "--link", "--merge", "--format", "json")
                .object();
        assertEquals("3", figures.get("replaced"));
        assertEquals("3", figures.get("documents"));
        assertEquals("1", succeeds("stats", index, "--format", "json").object().get("segments"));
    }

    private static String best(Path index, String text) throws IOException {
        List<Map<String, String>> matches =
                CliRun.withInput(text, "query", index, "-", "--format", "json").objects();
        return matches.isEmpty() ? "" : matches.get(0).get("id");
    }

    @Test
    void theRuleForRepeatedIdsIsChosen() throws IOException {
        succeeds("adopt", index, set, "--repeated-ids", "first");
        assertEquals("100.0", score(OLD));
        assertFalse(score(NEW).equals("100.0"));
        CliRun.of("adopt", directory.resolve("new"), set, "--repeated-ids", "refuse")
                .exits(1, "the id both is in shard-");
        assertFalse(Files.exists(directory.resolve("new")));
    }

    private String score(String text) throws IOException {
        return CliRun.withInput(text, "query", index, "-", "--format", "json")
                .objects()
                .get(0)
                .get("score");
    }

    @Test
    void aDamagedShardIsNamedAndTheIndexUnchanged() throws IOException {
        succeeds("adopt", index, set);
        Path segment;
        try (Stream<Path> files = Files.walk(set)) {
            segment = files.filter(f -> f.toString().endsWith(".whs")).findAny().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 1;
        Files.write(segment, bytes);
        CliRun run = CliRun.of("adopt", index, set).exits(1, segment.toString());
        run = CliRun.of("check", set)
                .exits(1)
                .prints(segment.getParent().getFileName().toString());
        succeeds("check", index);
    }

    @Test
    void readingCommandsTakeASetAsAnIndex() throws IOException {
        succeeds("adopt", index, set);
        assertTrue(succeeds("check", set).err().contains("no problem found"));
        Map<String, String> stats = succeeds("stats", set, "--format", "json").object();
        assertEquals("3", stats.get("documents"));
        assertEquals("2", stats.get("segments"));
        Path text = file(NEW);
        for (Object[] read : new Object[][] {
            {"query", "INDEX", text, "--format", "json"},
            {"query", "INDEX", text, "--measure", "weighted-resemblance", "--exact-weights", "--format", "json"},
            {"query", "INDEX", "--like", "a", "--format", "json"},
            {"compare", "--index", "INDEX", "both", "a", "--format", "json"},
            {"overlap", "INDEX", text, "--format", "json"},
            {"group", "INDEX", "a", "b", "both", "--format", "json"},
        }) {
            String expected = succeeds(with(read, index)).out();
            assertFalse(expected.isEmpty());
            assertEquals(expected, succeeds(with(read, set)).out());
        }
        byte[] before = Files.readAllBytes(set.resolve(SegmentSet.FILE));
        for (Object[] other : new Object[][] {
            {"pairs", "INDEX"},
            {"merge", "INDEX"},
            {"add", "INDEX", text},
            {"delete", "INDEX", "a"},
            {"clusters", "INDEX"},
            {"build", "INDEX", text, "--force"},
            {"check", "INDEX", "--repair"}
        }) {
            CliRun run = CliRun.of(with(other, set));
            assertTrue(run.code() != 0, run.err());
            assertTrue(run.err().contains("segment set") || run.err().contains("do not belong"), run.err());
        }
        assertArrayEquals(before, Files.readAllBytes(set.resolve(SegmentSet.FILE)));
    }

    private static Object[] with(Object[] arguments, Path index) {
        return Stream.of(arguments).map(a -> a.equals("INDEX") ? index : a).toArray();
    }

    @Test
    void whatIsNotASetIsRefused() throws IOException {
        succeeds("adopt", index, set);
        for (Path wrong : List.of(index, directory.resolve("none"))) {
            CliRun.of("adopt", index, wrong).exits(1, wrong.toString());
        }
        CliRun.of("adopt", index).exits(2);
        CliRun.of("adopt", index, set, "--repeated-ids", "newest").exits(2);
        Files.writeString(directory.resolve("text"), "not an index");
        CliRun.of("adopt", directory.resolve("text"), set).exits(1);
        Files.delete(set.resolve(SegmentSet.FILE));
        CliRun.of("adopt", index, set).exits(1, "not committed");
    }
}
