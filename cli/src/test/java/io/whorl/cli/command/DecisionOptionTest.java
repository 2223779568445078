package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.whorl.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --decision} of compare, query and pairs. */
class DecisionOptionTest {
    private static final String FIRST = "one two three four five six seven eight";
    private static final String SECOND = "red blue green white black brown yellow grey pink";

    @TempDir
    private Path directory;

    private Path straight;
    private Path swapped;

    /** Of 14 chunks, 11 are in both texts: 5 of the first half and 6 of the second. The halves change places. */
    @BeforeEach
    void writeTexts() throws IOException {
        Path texts = Files.createDirectory(directory.resolve("texts"));
        straight = Files.writeString(texts.resolve("straight.txt"), FIRST + " " + SECOND);
        swapped = Files.writeString(texts.resolve("swapped.txt"), SECOND + " " + FIRST);
    }

    @ParameterizedTest
    @CsvSource({
        "match-ratio=0.78,true",
        "match-ratio=0.79,false",
        "match_ratio=0.5,true",
        "match-ratio=1,false",
        "match-ratio=0,true",
        "matches=10,true",
        "matches=11,false",
        "ordered-matches=5,true",
        "ordered-matches=6,false",
        "ordered_matches=0,true"
    })
    void compareCountsMatchingChunksAndDecides(String decision, boolean violation) throws IOException {
        CliRun run = CliRun.of("compare", straight, swapped, "--decision", decision, "--format", "json")
                .exits(0);
        Map<String, String> found = run.object();
        boolean ordered = decision.startsWith("ordered");
        assertEquals(
                ordered
                        ? List.of("a", "b", "chunks", "matching", "ordered", "violation")
                        : List.of("a", "b", "chunks", "matching", "violation"),
                List.copyOf(found.keySet()));
        assertEquals("14", found.get("chunks"));
        assertEquals("11", found.get("matching"));
        assertEquals(ordered ? "6" : null, found.get("ordered"));
        assertEquals(Boolean.toString(violation), found.get("violation"));
        run.prints("\"violation\":" + violation);
    }

    @Test
    void aTextWithoutChunksViolatesNothingAndIsNamed() throws IOException {
        Path brief = Files.writeString(directory.resolve("brief.txt"), "...");
        CliRun run = CliRun.of("compare", brief, swapped, "--decision", "match-ratio=0", "--format", "json")
                .exits(0);
        assertEquals("false", run.object().get("violation"));
        run.tells("brief.txt has no chunks");
    }

    @ParameterizedTest
    @CsvSource({
        "match-ratio,has no threshold",
        "match-ratio=1.5,it must be a share from 0 to 1",
        "match-ratio=NaN,it must be a share from 0 to 1",
        "match-ratio=x,it must be a share from 0 to 1",
        "matches=-1,it must be a whole number from 0 to 2147483647",
        "matches=2147483648,it must be a whole number from 0 to 2147483647",
        "ordered-matches=0.5,K of ordered-matches is '0.5'",
        "ratio=0.5,"
    })
    void aWrongDecisionIsRefused(String decision, String message) {
        CliRun.of("compare", straight, swapped, "--decision", decision)
                .exits(2, message == null ? "not one of match-ratio, matches, ordered-matches" : message);
    }

    @Test
    void aDecisionExcludesPlacesAndSketches() {
        for (String option : List.of("--locations", "--passages")) {
            CliRun.of("compare", straight, swapped, "--decision", "matches=1", option)
                    .exits(2, "choose one of them");
        }
        CliRun.of("compare", straight, swapped, "--decision", "matches=1", "--selection", "min-s")
                .exits(2, "use another selection");
    }

    @Test
    void queryDecidesEachMatchByTheStoredTexts() throws IOException {
        Path index = index("--store-text");
        CliRun run = CliRun.of(
                        "query", index, straight, "--decision", "ordered-matches=6", "--known", "--format", "json")
                .exits(0);
        List<Map<String, String>> found = run.objects();
        assertEquals(
                List.of("known", "chunks", "matching", "ordered", "violation"),
                List.copyOf(found.get(0).keySet()).subList(8, 13));
        assertEquals(verdict("straight.txt", "14", "14", "true"), verdict(found.get(0)));
        assertEquals(verdict("swapped.txt", "11", "6", "false"), verdict(found.get(1)));
        assertFalse(CliRun.of("query", index, straight).out().contains("violation"));
    }

    private static List<String> verdict(String id, String matching, String ordered, String violation) {
        return List.of(id, "14", matching, ordered, violation);
    }

    private static List<String> verdict(Map<String, String> match) {
        return List.of(
                match.get("id"),
                match.get("chunks"),
                match.get("matching"),
                match.get("ordered"),
                match.get("violation"));
    }

    @Test
    void queryNeedsStoredTexts() {
        CliRun.of("query", index(), straight, "--decision", "matches=1").exits(1, "build the index with --store-text");
    }

    @Test
    void queryRefusesSelectionsThatCannotBeComparedByChunk() {
        CliRun.of("query", index("--store-text", "--selection", "min-s"), straight, "--decision", "matches=1")
                .exits(2, "use another selection");
        CliRun.of("query", index("--store-text", "--force"), straight, "--query-selection mod:m=2 --decision matches=1")
                .exits(2, "--query-selection cannot be combined with it");
    }

    @Test
    void pairsDecidesInBothDirections() throws IOException {
        Files.writeString(straight.resolveSibling("part.txt"), SECOND);
        Path index = index("--store-text");
        CliRun run = CliRun.of(
                        "pairs", index, "--min-score", "0.3", "--decision", "match_ratio=0.5", "--format", "json")
                .exits(0);
        Map<String, Map<String, String>> found = new HashMap<>();
        run.objects().forEach(pair -> found.put(pair.get("a") + " " + pair.get("b"), pair));
        Map<String, String> part = found.get("part.txt straight.txt");
        assertEquals(
                List.of("chunks", "matching", "violation", "chunksB", "matchingB", "violationB"),
                List.copyOf(part.keySet()).subList(7, 13));
        assertEquals(
                List.of("6", "6", "true", "14", "6", "false"),
                List.copyOf(part.values()).subList(7, 13));
        Map<String, String> halves = found.get("straight.txt swapped.txt");
        assertEquals(
                List.of("14", "11", "true", "14", "11", "true"),
                List.copyOf(halves.values()).subList(7, 13));
        assertFalse(CliRun.of("pairs", index).out().contains("violation"));
    }

    @ParameterizedTest
    @CsvSource({"5,true", "6,false"})
    void pairsCountsChunksInOrderOnceForBothDirections(int limit, boolean violation) throws IOException {
        Path index = index("--store-text");
        CliRun run = CliRun.of("pairs", index, "--decision", "ordered-matches=" + limit, "--format", "json");
        Map<String, String> pair = run.object();
        String decided = Boolean.toString(violation);
        assertEquals(
                List.of("14", "11", "6", decided, "14", "11", decided),
                List.copyOf(pair.values()).subList(7, 14));
    }

    /** The second text repeats the only chunk more often, so each direction has figures of its own. */
    @Test
    void pairsDecidesAboutEachPairOfEqualFingerprints() throws IOException {
        Files.delete(straight);
        Files.delete(swapped);
        Files.writeString(straight.resolveSibling("four.txt"), "one one one one one one one");
        Files.writeString(straight.resolveSibling("two.txt"), "one one one one one");
        Files.writeString(straight.resolveSibling("three.txt"), "one one one one one one");
        Path index = index("--store-text");
        CliRun run = CliRun.of("pairs", index, "--decision", "ordered-matches=2", "--format", "json")
                .exits(0);
        assertEquals(
                List.of("four three 4 3 true", "four two 4 2 false", "three two 3 2 false"),
                run.objects().stream()
                        .map(p -> p.get("a").replace(".txt", "") + " "
                                + p.get("b").replace(".txt", "") + " " + p.get("chunks") + " " + p.get("ordered") + " "
                                + p.get("violation"))
                        .sorted()
                        .toList());
    }

    @Test
    void pairsNeedsStoredTextsAndChunksThatCanBeCompared() {
        CliRun.of("pairs", index(), "--decision", "matches=1").exits(1, "build the index with --store-text");
        Path sketches = index("--store-text", "--selection", "min-s", "--force");
        CliRun.of("pairs", sketches, "--decision", "matches=1").exits(2, "use another selection");
    }

    private Path index(String... options) {
        Path index = directory.resolve("index");
        CliRun.of("build", index, straight.getParent(), options).exits(0);
        return index;
    }
}
