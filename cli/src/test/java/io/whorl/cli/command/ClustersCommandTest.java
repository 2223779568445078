package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClustersCommandTest {
    @TempDir
    private Path directory;

    private Path index;

    /** A chain of three texts, of which the first and the last share little, and two other texts. */
    @BeforeEach
    void build() throws IOException {
        String[] words = Corpus.words(1, 400).split(" ");
        Path sources = Files.createDirectories(directory.resolve("sources"));
        for (int i = 0; i < 3; i++) {
            Files.writeString(
                    sources.resolve("chain" + i + ".txt"),
                    String.join(" ", Arrays.asList(words).subList(i * 100, i * 100 + 200)));
        }
        Files.writeString(sources.resolve("pair<1>.txt"), Corpus.words(2, 200));
        Files.writeString(sources.resolve("pair,2.txt"), Corpus.words(2, 180));
        Files.writeString(sources.resolve("single.txt"), Corpus.words(3, 200));
        index = directory.resolve("index");
        CliRun.of("build", index, sources, "--quiet").exits(0);
    }

    @Test
    void jsonHasARecordForEachMember() {
        CliRun run = CliRun.of("clusters", index, "--measure", "resemblance", "--min-score", "0.3", "--format", "json")
                .exits(0);
        assertEquals(
                List.of(
                        "{\"cluster\":1,\"size\":3,\"id\":\"chain1.txt\","
                                + "\"representative\":\"chain1.txt\",\"score\":1.0}",
                        "{\"cluster\":1,\"size\":3,\"id\":\"chain0.txt\",\"representative\":\"chain1.txt\","
                                + "\"score\":0.3265993265993266}",
                        "{\"cluster\":1,\"size\":3,\"id\":\"chain2.txt\",\"representative\":\"chain1.txt\","
                                + "\"score\":0.3265993265993266}",
                        "{\"cluster\":2,\"size\":2,\"id\":\"pair<1>.txt\",\"representative\":\"pair<1>.txt\","
                                + "\"score\":1.0}",
                        "{\"cluster\":2,\"size\":2,\"id\":\"pair,2.txt\",\"representative\":\"pair<1>.txt\","
                                + "\"score\":0.8984771573604061}"),
                run.lines());
        run.tells("2 clusters of 5 documents; 1 document is in no cluster");
    }

    @Test
    void componentsNameTheDocumentThatJoinedAMember() {
        CliRun run =
                CliRun.of("clusters", index, "--measure resemblance --min-score 0.3 --link components --format tsv");
        assertEquals("cluster\tsize\tid\trepresentative\tscore\tto", run.lines().get(0));
        assertEquals(
                "1\t3\tchain0.txt\tchain1.txt\t0.3265993265993266\tchain1.txt",
                run.lines().get(2));
    }

    @Test
    void theTableHasALineForEachClusterWithinTheTerminal() {
        CliRun run = CliRun.of("clusters", index, "--measure", "resemblance", "--min-score", "30%", "--top", "1");
        assertEquals(
                "cluster  size  least score  least pair  chained  representative",
                run.lines().get(0));
        assertEquals(
                "      1     3       0.3266      0.0000        0  chain1.txt",
                run.lines().get(1));
        assertEquals(2, run.lines().size());
        assertTrue(run.lines().stream().allMatch(line -> line.length() <= 80), run.out());
    }

    @Test
    void edgesAreWrittenAsCsv() throws IOException {
        Path file = directory.resolve("edges.csv");
        CliRun.of("clusters", index, "--measure", "resemblance", "--min-score", "0.3", "--edges", file)
                .exits(0);
        assertEquals(
                List.of(
                        "a,b,score,clusterA,clusterB",
                        "\"pair,2.txt\",pair<1>.txt,0.8984771573604061,2,2",
                        "chain0.txt,chain1.txt,0.3265993265993266,1,1",
                        "chain1.txt,chain2.txt,0.3265993265993266,1,1"),
                Files.readAllLines(file));
    }

    @Test
    void edgesAreWrittenAsGraphml() throws IOException {
        Path file = directory.resolve("edges.graphml");
        CliRun.of("clusters", index, "--measure", "resemblance", "--min-score", "0.3", "--edges", file)
                .exits(0);
        String xml = Files.readString(file);
        assertTrue(xml.contains("<node id=\"pair&lt;1>.txt\"><data key=\"cluster\">2</data></node>"), xml);
        assertTrue(xml.contains("<edge source=\"chain0.txt\" target=\"chain1.txt\">"), xml);
        assertEquals(5, xml.split("<node ", -1).length - 1);
        assertFalse(Files.exists(directory.resolve("edges.graphml.unfinished")));
    }

    @Test
    void theAbsenceOfClustersIsReported() {
        CliRun.of("clusters", index, "--measure", "resemblance", "--min-score", 0.99)
                .exits(0)
                .printsNothing()
                .tells("no two documents have a score of 0.99 or more");
    }

    @Test
    void meaninglessOptionsAreRefused() {
        for (List<String> wrong : List.of(
                List.of("--measure", "percent"),
                List.of("--min-score", "0"),
                List.of("--min-score", "1.5"),
                List.of("--link", "ring"),
                List.of("--top", "0"),
                List.of("--max-df", "0"),
                List.of("--memory", "7m"),
                List.of("--edges", directory.resolve("edges.txt").toString()),
                List.of("--unknown"))) {
            CliRun run = CliRun.of(arguments(wrong));
            assertEquals(2, run.code(), () -> wrong + run.err());
            run.printsNothing();
        }
        CliRun.of(arguments(List.of(
                        "--edges", directory.resolve("no/such/edges.csv").toString())))
                .exits(1, "cannot be written");
    }

    private Object[] arguments(List<String> options) {
        Object[] arguments = new Object[options.size() + 2];
        arguments[0] = "clusters";
        arguments[1] = index;
        for (int i = 0; i < options.size(); i++) {
            arguments[i + 2] = options.get(i);
        }
        return arguments;
    }

    @Test
    void anIndexThatCannotGiveTheMeasureIsReported() {
        Path sketches = directory.resolve("sketches");
        CliRun.of("build", sketches, directory.resolve("sources"), "--quiet", "--selection", "min-s")
                .exits(0);
        CliRun.of("clusters", sketches, "--measure", "containment").exits(2, "use resemblance");
    }

    @Test
    void neitherThreadsNorMemoryAffectTheResult() {
        String expected = CliRun.of("clusters", index, "--min-score", "0.1", "--format", "json", "--threads", 1)
                .out();
        for (int threads : new int[] {2, 4}) {
            assertEquals(
                    expected,
                    CliRun.of("clusters", index, "--min-score 0.1 --format json --threads", threads, "--memory 8m")
                            .out());
        }
    }
}
