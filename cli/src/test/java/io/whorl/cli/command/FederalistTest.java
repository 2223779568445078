package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.cli.CliRun;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Federalist Papers of LMD 6.3: 85 papers, word trigrams. */
class FederalistTest {
    @NeedsData
    @Test
    void figuresAndPairsAreTheKnownOnes(@TempDir Path directory) throws IOException {
        Path papers = TestData.of("federalist/docs");
        Path index = directory.resolve("index");
        CliRun built = CliRun.of(
                        "build", index, papers, "--words alphabetic --granularity 3 --selection full --format json")
                .exits(0);
        Map<String, String> stats =
                CliRun.of("stats", index, "--format", "json").object();
        for (Map<String, String> figures : List.of(built.object(), stats)) {
            assertEquals("85", figures.get("documents"));
            assertEquals("190239", figures.get("words"));
            assertEquals("139950", figures.get("minutiae"));
            assertEquals("123655", figures.get("singletons"));
            assertEquals("179409", figures.get("postings"));
        }
        List<Map<String, String>> pairs = CliRun.of(
                        "pairs", index, "--measure", "resemblance", "--min-score", 0.03, "--format", "json")
                .objects();
        assertEquals(4, pairs.size());
        String both = pairs.get(0).get("a") + " " + pairs.get(0).get("b");
        assertEquals("81 82", both.replaceAll("[^0-9 ]", ""));
        assertEquals(0.0348, Double.parseDouble(pairs.get(0).get("score")), 5e-5);
    }
}
