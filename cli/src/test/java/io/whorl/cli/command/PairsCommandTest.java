package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
        return CliRun.of("pairs", index, "--format", "json", options).objects();
    }

    @Test
    void similarDocumentsAreFound() throws IOException {
        List<Map<String, String>> found = pairs();
        assertEquals(1, found.size());
        Map<String, String> pair = found.get(0);
        assertEquals(
                List.of("a", "b", "score", "shared", "resemblance", "containment", "contained"),
                List.copyOf(pair.keySet()));
        assertEquals("original.txt", pair.get("a"));
        assertEquals("version.txt", pair.get("b"));
        assertEquals("397", pair.get("shared"));
        assertEquals(397.0 / 457, Double.parseDouble(pair.get("resemblance")), 1e-12);
        assertEquals(pair.get("resemblance"), pair.get("score"));
    }

    @Test
    void bothDirectionsOfContainmentAreShown() throws IOException {
        List<String> found = pairs("--measure", "containment", "--min-score", 0.8).stream()
                .map(p -> p.get("a") + " in " + p.get("b"))
                .sorted()
                .toList();
        assertEquals(
                List.of(
                        "original.txt in version.txt",
                        "part.txt in original.txt",
                        "part.txt in version.txt",
                        "version.txt in original.txt"),
                found);
    }

    @Test
    void topShowsTheBestPairs() throws IOException {
        assertEquals(3, pairs("--min-score", 0).size());
        assertEquals("version.txt", pairs("--min-score", 0, "--top", 1).get(0).get("b"));
    }

    @Test
    void ignoredMinutiaeAreReported() {
        CliRun.of("pairs", index, "--max-df", 2)
                .tells("share only some of 97 minutiae, each in more than 2 documents, are not compared"
                        + " (--max-df); scores count them: 291 postings, 1 set of documents");
    }

    @Test
    void theAbsenceOfPairsIsReported() {
        CliRun.of("pairs", index, "--min-score", 0.99).exits(0).printsNothing().tells("no pair");
    }

    /** Essays that share passages are not alike as a whole. */
    @Test
    void aScarceResultNamesTheCommandForEssays(@TempDir Path folder) throws IOException {
        Path essays = Files.createDirectory(folder.resolve("essays"));
        for (int i = 0; i < 30; i++) {
            Files.writeString(
                    essays.resolve(i + ".txt"), Corpus.words(1 + i / 2, 40) + ' ' + Corpus.words(50 + i, 200));
        }
        Path other = folder.resolve("index");
        CliRun.of("build", other, essays, "--quiet").exits(0);
        for (String command : List.of("pairs", "clusters")) {
            CliRun.of(command, other).exits(0, "for passages that texts share, such as essays, use `whorl report`");
            CliRun.of(command, other, "--min-score", 0.9).omits("whorl report");
            CliRun.of(command, index).omits("whorl report");
        }
    }

    @Test
    void meaninglessOptionsAreRefused() {
        CliRun.of("pairs", index, "--measure", "percent").exits(2);
        CliRun.of("pairs", index, "--measure", "identity-5").exits(2);
        CliRun.of("pairs", index, "--min-score", 1.5).exits(2);
        CliRun.of("pairs", index, "--min-score", -1).exits(2);
        CliRun.of("pairs", index, "--top", 0).exits(2);
        CliRun.of("pairs", index, "--max-df", 0).exits(2);
    }

    @Test
    void weightedMeasuresWeighByRarity() throws IOException {
        List<String> found = pairs("--measure", "weighted-containment", "--min-score", 0.99).stream()
                .map(p -> p.get("a") + " in " + p.get("b"))
                .sorted()
                .toList();
        assertEquals(
                List.of("original.txt in version.txt", "part.txt in original.txt", "part.txt in version.txt"), found);
        // Of five documents two hold 300 minutiae of the original, three hold the other 97; 60 are the version's alone.
        double shared = 300 * Math.log(1 + 5 / 2.0) + 97 * Math.log(1 + 5 / 3.0);
        Map<String, String> versions =
                pairs("--measure", "weighted-resemblance").get(0);
        assertEquals(shared / (shared + 60 * Math.log(1 + 5)), Double.parseDouble(versions.get("score")), 1e-8);
    }

    private Path families(int copies) throws IOException {
        Path sources = Files.createDirectories(directory.resolve("copies"));
        for (int i = 0; i < copies; i++) {
            Files.writeString(sources.resolve("copy" + i + ".txt"), Corpus.words(5, 50));
        }
        Files.writeString(sources.resolve("longer.txt"), Corpus.words(5, 50) + " " + Corpus.words(6, 20));
        Path made = directory.resolve("families");
        CliRun.of("build", made, sources, "--quiet").exits(0);
        return made;
    }

    @Test
    void aFamilyIsListedOnce() throws IOException {
        Path families = families(5);
        CliRun run = CliRun.of("pairs", families, "--format", "json");
        assertEquals(
                "{\"a\":\"copy0.txt\",\"b\":\"copy1.txt\",\"score\":1.0,\"shared\":47,\"resemblance\":1.0,"
                        + "\"containment\":1.0,\"contained\":1.0,\"family\":5,\"members\":[\"copy0.txt\",\"copy1.txt\","
                        + "\"copy2.txt\",\"copy3.txt\",\"copy4.txt\"]}",
                run.lines().get(0));
        assertTrue(run.lines().get(1).startsWith("{\"a\":\"copy0.txt\",\"b\":\"longer.txt\",\"score\":0.7"), run.out());
        assertTrue(run.lines().get(1).endsWith("\"contained\":0.7014925373134329}"), run.out());
        assertEquals(2, run.lines().size());
        run.tells("found 1 family of equal fingerprints");
        CliRun tsv = CliRun.of("pairs", families, "--format", "tsv");
        assertTrue(tsv.lines().get(0).endsWith("\tcontained\tfamily\tmembers"), tsv.out());
        assertTrue(
                tsv.lines()
                        .get(1)
                        .endsWith("\t5\t[\"copy0.txt\",\"copy1.txt\",\"copy2.txt\",\"copy3.txt\",\"copy4.txt\"]"),
                tsv.out());
        String table = CliRun.of("pairs", families).out();
        assertTrue(table.contains("copy0.txt, copy1.txt, copy2.txt, \u2026"), table);
    }

    @Test
    void expandListsEveryPairOfAFamily() throws IOException {
        Path families = families(5);
        CliRun run = CliRun.of("pairs", families, "--format", "tsv", "--expand");
        assertEquals(
                "a\tb\tscore\tshared\tresemblance\tcontainment\tcontained",
                run.lines().get(0));
        assertEquals(1 + 10 + 5, run.lines().size());
        assertEquals("", run.err());
        assertEquals(
                List.of(),
                CliRun.of("pairs", index).lines().stream()
                        .filter(l -> l.contains("family"))
                        .toList());
    }

    /** One pair has several scores, each by the measure of its command. */
    @Test
    void tablesNameTheMeasureOfScoresThatNoColumnShows() {
        for (List<Object> command : List.<List<Object>>of(
                List.of("pairs", index, "--measure", "weighted-containment"),
                List.of("query", index, directory.resolve("sources/original.txt"), "--measure", "weighted-containment"),
                List.of("dedup", directory.resolve("sources"), "--measure", "weighted-containment"))) {
            CliRun run = CliRun.of(command);
            assertTrue(run.lines().get(0).contains("score (weighted-containment)"), run.out());
        }
        CliRun.of("clusters", index).tells("; the measure is weighted-resemblance");
    }

    @Test
    void equalFingerprintsHaveResemblanceOneWhateverTheLimits() throws IOException {
        Path families = families(5);
        for (List<Object> limit : List.<List<Object>>of(
                List.of("--max-df", 1), List.of("--common-df", 1), List.of("--max-df", 1, "--common-df", 2))) {
            List<Object> args = new ArrayList<>(List.of("pairs", families, "--min-score", 1, "--format", "json"));
            args.addAll(limit);
            CliRun.of(args).prints("\"score\":1.0,", "\"family\":5,");
        }
    }

    /** Two texts of 77 minutiae share 67. Three other texts have 47 of these too. */
    @Test
    void aLimitLeavesMinutiaeOutOfBothDocumentsOrOfNone() throws IOException {
        Path sources = Files.createDirectories(directory.resolve("common"));
        String common = Corpus.words(5, 50);
        String shared = " " + Corpus.words(6, 20);
        Files.writeString(sources.resolve("a.txt"), common + shared + " " + Corpus.words(7, 10));
        Files.writeString(sources.resolve("b.txt"), common + shared + " " + Corpus.words(8, 10));
        Files.writeString(sources.resolve("c.txt"), common + " " + Corpus.words(9, 90));
        Files.writeString(sources.resolve("d.txt"), common + " " + Corpus.words(10, 90));
        Files.writeString(sources.resolve("e.txt"), common + " " + Corpus.words(11, 90));
        Path made = directory.resolve("common.index");
        CliRun.of("build", made, sources, "--quiet").exits(0);
        String whole = CliRun.of("pairs", made, "--format", "tsv").out();
        assertTrue(whole.contains("\na.txt\tb.txt\t" + 67.0 / 87 + "\t67\t"), whole);
        assertEquals(
                whole,
                CliRun.of("pairs", made, "--format", "tsv", "--max-df", 3).out());
        CliRun.of("query", made, sources.resolve("a.txt"), "--measure", "resemblance", "--format", "tsv")
                .prints("\tb.txt\t" + 67.0 / 87 + "\t67\t");
        String rest = CliRun.of("pairs", made, "--format", "tsv", "--common-df", 4, "--min-score", 0)
                .out();
        // The contents have 20 of 40, and the score is at most 1.5 times that, although the wholes have 67 of 87.
        assertTrue(rest.contains("\na.txt\tb.txt\t" + 1.5 * 20 / 40 + "\t20\t"), rest);
        assertFalse(rest.contains("d.txt"), rest);
    }

    @Test
    void theResultDoesNotDependOnTheMemory() {
        assertEquals(
                CliRun.of("pairs", index).out(),
                CliRun.of("pairs", index, "--memory", "4m").out());
        for (String size : List.of("3m", "1000g")) {
            CliRun.of("pairs", index, "--memory", size).exits(2, "--memory is " + size + "; it must be from 4m");
        }
    }
}
