package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairsCommandTest {
    @TempDir
    private Path directory;

    private Path index;

    @BeforeEach
    void build() throws IOException {
        index = Corpus.index(directory);
    }

    private List<Map<String, String>> pairs(Object... options) throws IOException {
        Object[] arguments = new Object[options.length + 4];
        arguments[0] = "pairs";
        arguments[1] = index;
        arguments[2] = "--format";
        arguments[3] = "json";
        System.arraycopy(options, 0, arguments, 4, options.length);
        return CliRun.of(arguments).objects();
    }

    @Test
    void findsThoseThatResembleEachOther() throws IOException {
        List<Map<String, String>> found = pairs();
        assertEquals(1, found.size());
        Map<String, String> pair = found.get(0);
        assertEquals(List.of("a", "b", "score", "shared", "resemblance", "containment", "contained"),
                List.copyOf(pair.keySet()));
        assertEquals("original.txt", pair.get("a"));
        assertEquals("version.txt", pair.get("b"));
        assertEquals("397", pair.get("shared"));
        assertEquals(397.0 / 457, Double.parseDouble(pair.get("resemblance")), 1e-12);
        assertEquals(pair.get("resemblance"), pair.get("score"));
    }

    @Test
    void showsBothDirectionsOfMeasuresThatHaveThem() throws IOException {
        List<String> found = pairs("--measure", "containment", "--min-score", 0.8).stream()
                .map(p -> p.get("a") + " in " + p.get("b"))
                .sorted()
                .toList();
        assertEquals(List.of("original.txt in version.txt", "part.txt in original.txt", "part.txt in version.txt",
                "version.txt in original.txt"), found);
    }

    @Test
    void stopsAtTheBest() throws IOException {
        assertEquals(3, pairs("--min-score", 0).size());
        assertEquals("version.txt", pairs("--min-score", 0, "--top", 1).get(0).get("b"));
    }

    @Test
    void saysWhatTheFrequencyLimitLeftOut() {
        CliRun run = CliRun.of("pairs", index, "--max-df", 2);
        assertTrue(run.err().contains("ignored 97 minutiae"), run.err());
    }

    @Test
    void saysThatThereAreNone() {
        CliRun run = CliRun.of("pairs", index, "--min-score", 0.99);
        assertEquals(0, run.code());
        assertEquals("", run.out());
        assertTrue(run.err().contains("no pair"), run.err());
    }

    @Test
    void refusesWhatHasNoMeaning() {
        assertEquals(2, CliRun.of("pairs", index, "--measure", "percent").code());
        assertEquals(2, CliRun.of("pairs", index, "--measure", "identity-5").code());
        assertEquals(2, CliRun.of("pairs", index, "--min-score", 1.5).code());
        assertEquals(2, CliRun.of("pairs", index, "--min-score", -1).code());
        assertEquals(2, CliRun.of("pairs", index, "--top", 0).code());
        assertEquals(2, CliRun.of("pairs", index, "--max-df", 0).code());
    }

    @Test
    void weighsByRarity() throws IOException {
        List<String> found = pairs("--measure", "weighted-containment", "--min-score", 0.99).stream()
                .map(p -> p.get("a") + " in " + p.get("b"))
                .sorted()
                .toList();
        assertEquals(List.of("original.txt in version.txt", "part.txt in original.txt", "part.txt in version.txt"), found);
        // Of five documents two hold 300 minutiae of the original, three hold the other 97; 60 are the version's alone.
        double shared = 300 * Math.log(1 + 5 / 2.0) + 97 * Math.log(1 + 5 / 3.0);
        Map<String, String> versions = pairs("--measure", "weighted-resemblance").get(0);
        assertEquals(shared / (shared + 60 * Math.log(1 + 5)), Double.parseDouble(versions.get("score")), 1e-8);
    }
}
