package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.CommandFixture;
import io.whorl.cli.Corpus;
import io.whorl.cluster.ClusterOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** {@code pairs}, what pairs and clusters leave out, work that is resumed, and decisions about pairs of texts. */
class PairsCommandTest extends CommandFixture {
    private static final String PAIRS = "pairs $index --format json ";

    @Test
    void similarDocumentsAreFound() throws IOException {
        buildIndex("");
        CliRun run = run(PAIRS);
        assertEquals("a b score shared resemblance containment contained", run.fields());
        run.gives("a b shared resemblance score", "original.txt version.txt 397 " + 397.0 / 457 + " " + 397.0 / 457);
        assertEquals(
                List.of(
                        "original.txt version.txt",
                        "part.txt original.txt",
                        "part.txt version.txt",
                        "version.txt original.txt"),
                run(PAIRS + "--measure containment --min-score 0.8").rows("a b").stream()
                        .sorted()
                        .toList());
        assertEquals(3, run(PAIRS + "--min-score 0").lines().size());
        assertEquals("version.txt", run(PAIRS + "--min-score 0 --top 1").row("b"));
        assertEquals(run.out(), run(PAIRS + "--memory 4m").out());
        run("pairs $index --max-df 2")
                .tells("share only some of 97 minutiae, each in more than 2 documents, are not compared"
                        + " (--max-df); scores count them: 291 postings, 1 set of documents");
        run("pairs $index --min-score 0.99").exits(0, "no pair").printsNothing();
    }

    @Test
    void weightedMeasuresWeighByRarity() throws IOException {
        buildIndex("");
        assertEquals(
                List.of("original.txt version.txt", "part.txt original.txt", "part.txt version.txt"),
                run(PAIRS + "--measure weighted-containment --min-score 0.99").rows("a b").stream()
                        .sorted()
                        .toList());
        // Of five documents two hold 300 minutiae of the original, three hold the other 97; 60 are the version's alone.
        double shared = 300 * Math.log(1 + 5 / 2.0) + 97 * Math.log(1 + 5 / 3.0);
        String score =
                run(PAIRS + "--measure weighted-resemblance").rows("score").get(0);
        assertEquals(shared / (shared + 60 * Math.log(1 + 5)), Double.parseDouble(score), 1e-8);
        // One pair has several scores, each by the measure of its command.
        for (String command : List.of("pairs $index", "query $index $sources/original.txt", "dedup $sources")) {
            List<String> lines =
                    run(command + " --measure weighted-containment").lines();
            assertTrue(lines.get(0).contains("score (weighted-containment)"), lines.get(0));
        }
        run("clusters $index").tells("; the measure is weighted-resemblance");
    }

    /** Essays that share passages are not alike as a whole. */
    @Test
    void aScarceResultNamesTheCommandForEssays() throws IOException {
        buildIndex("");
        for (int i = 0; i < 30; i++) {
            write("essays/" + i + ".txt", Corpus.words(1 + i / 2, 40) + ' ' + Corpus.words(50 + i, 200));
        }
        run("build $of-essays $essays --quiet").exits(0);
        for (String command : List.of("pairs", "clusters")) {
            run(command + " $of-essays").exits(0, "for passages that texts share, such as essays, use `whorl report`");
            run(command + " $of-essays --min-score 0.9").omits("whorl report");
            run(command + " $index").omits("whorl report");
        }
    }

    @Test
    void aFamilyIsListedOnceAndExpandedOnRequest() throws IOException {
        for (int i = 0; i < 5; i++) {
            write("copies/copy" + i + ".txt", Corpus.words(5, 50));
        }
        write("copies/longer.txt", Corpus.words(5, 50) + " " + Corpus.words(6, 20));
        run("build $index $copies --quiet").exits(0);
        CliRun run = run(PAIRS).exits(0, "found 1 family of equal fingerprints");
        String members = "[\"copy0.txt\",\"copy1.txt\",\"copy2.txt\",\"copy3.txt\",\"copy4.txt\"]";
        assertEquals(
                "{\"a\":\"copy0.txt\",\"b\":\"copy1.txt\",\"score\":1.0,\"shared\":47,\"resemblance\":1.0,"
                        + "\"containment\":1.0,\"contained\":1.0,\"family\":5,\"members\":" + members + "}",
                run.lines().get(0));
        run.gives("a b contained family", "copy0.txt copy1.txt 1.0 5", "copy0.txt longer.txt 0.7014925373134329 null");
        CliRun tsv =
                run("pairs $index --format tsv").prints("\tcontained\tfamily\tmembers\n", "\t5\t" + members + "\n");
        run("pairs $index").prints("copy0.txt, copy1.txt, copy2.txt, \u2026");
        CliRun expanded = run("pairs $index --format tsv --expand").tellsNothing();
        assertEquals(
                "a\tb\tscore\tshared\tresemblance\tcontainment\tcontained",
                expanded.lines().get(0));
        assertEquals(1 + 10 + 5, expanded.lines().size());
        assertFalse(expanded.out().contains("family"), tsv.out());
        for (String limit : List.of("--max-df 1", "--common-df 1", "--max-df 1 --common-df 2")) {
            run(PAIRS + "--min-score 1 " + limit).prints("\"score\":1.0,", "\"family\":5,");
        }
    }

    /** Two texts of 77 minutiae share 67. Three other texts have 47 of these too. */
    @Test
    void aLimitLeavesMinutiaeOutOfBothDocumentsOrOfNone() throws IOException {
        String common = Corpus.words(5, 50);
        String shared = " " + Corpus.words(6, 20);
        write("common/a.txt", common + shared + " " + Corpus.words(7, 10));
        write("common/b.txt", common + shared + " " + Corpus.words(8, 10));
        for (int i = 9; i < 12; i++) {
            write("common/c" + i + ".txt", common + " " + Corpus.words(i, 90));
        }
        run("build $index $common --quiet").exits(0);
        String whole = run("pairs $index --format tsv").out();
        assertTrue(whole.contains("\na.txt\tb.txt\t" + 67.0 / 87 + "\t67\t"), whole);
        assertEquals(whole, run("pairs $index --format tsv --max-df 3").out());
        run("query $index $common/a.txt --measure resemblance --format tsv").prints("\tb.txt\t" + 67.0 / 87 + "\t67\t");
        CliRun rest = run("pairs $index --format tsv --common-df 4 --min-score 0");
        // The contents have 20 of 40, and the score is at most 4/3 of that, although the wholes have 67 of 87.
        rest.prints("\na.txt\tb.txt\t" + 4 / 3.0 * 20 / 40 + "\t20\t");
        assertFalse(rest.out().contains("c10.txt"), rest.out());
    }

    // What is left out, and work that is resumed.

    /** Twelve pages of a site with the same frame, one of them without content, and a copy of one elsewhere. */
    private void buildSite() throws IOException {
        String frame = Corpus.words(99, 300);
        for (int i = 0; i < 12; i++) {
            String content = i == 11 ? "" : " " + Corpus.words(i, 60);
            write("site/site/page" + (char) ('a' + i) + ".txt", frame + content);
        }
        write("site/other/copy.txt", Corpus.words(0, 60));
        run("build $index $site --quiet").exits(0);
    }

    @Test
    void templatesAreLeftOutAndReported() throws IOException {
        buildSite();
        for (String command : List.of("pairs", "clusters")) {
            String all = command + " $index --format json --measure resemblance ";
            assertTrue(run(all + "--common-df none").lines().size() > 10);
            CliRun run = run(all + "--common-df none --series prefix:/ --template-share 0.8 --templates $t.tsv")
                    .exits(
                            0,
                            "left out the templates of 1 series: 297 minutiae",
                            "1 document consists of the template of its series alone")
                    .prints("site/pagea.txt", "other/copy.txt");
            assertFalse(run.out().contains("pageb"), run.out());
            assertEquals(List.of("series\tdocuments\tminutiae\tonlyTemplate", "site\t12\t297\t1"), linesOf("t.tsv"));
            for (String rule : List.of("host", "regex:qqq", "prefix:~")) {
                run(all + "--series " + rule)
                        .exits(0, "no document is in a series by ", "so nothing is left out (--series)");
            }
            run(all + "--super-shingles 8").exits(0, " share a super shingle; other pairs were not compared");
        }
    }

    @Test
    void seriesOfAFileAreUsedAndUnknownIdsAreCounted() throws IOException {
        buildSite();
        String pages = IntStream.range(0, 12)
                .mapToObj(i -> "site/page" + (char) ('a' + i) + ".txt\tsite\n")
                .collect(Collectors.joining());
        write("series.tsv", "no such document\tsite\n" + pages);
        run("clusters $index --series $series.tsv")
                .exits(0, "--series names 1 document that the index does not have", "297 minutiae");
        for (String wrong : List.of("an id without a tab\n", "\tseries\n", "id\t\n", "a\tx\na\ty\n")) {
            write("series.tsv", wrong);
            each("clusters $index --series $series.tsv => 1 series.tsv, line ");
        }
    }

    /** Stopped work is made by the library; the command then continues it. */
    @Test
    void workIsResumedAndThenRemoved() throws IOException {
        buildSite();
        CliRun whole = run("clusters $index --min-score 0.2");
        try (Snapshot snapshot = Snapshot.open(path("index"))) {
            snapshot.clusters(ClusterOptions.DEFAULT.minScore(0.2).work(path("work")))
                    .close();
        }
        each("""
                clusters $index --min-score 0.2 --work $work => 1 there is unfinished work here
                clusters $index --min-score 0.3 --work $work --resume => 1 min-score was 0.2 and is 0.3
                """);
        assertEquals(
                whole.out(),
                run("clusters $index --min-score 0.2 --work $work --resume").out());
        assertFalse(exists("work"));
        assertEquals(run(PAIRS).out(), run(PAIRS + "--work $work").out());
        assertFalse(exists("work"));
    }

    // Decisions.

    private static final String FIRST = "one two three four five six seven eight";
    private static final String SECOND = "red blue green white black brown yellow grey pink";

    /** Of 14 chunks, 11 are in both texts: 5 of the first half and 6 of the second. The halves change places. */
    private void writeHalves() throws IOException {
        write("texts/straight.txt", FIRST + " " + SECOND);
        write("texts/swapped.txt", SECOND + " " + FIRST);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "decisions.csv")
    void compareCountsMatchingChunksAndDecides(String decision, boolean violation) throws IOException {
        writeHalves();
        CliRun run = run("compare $texts/straight.txt $texts/swapped.txt --format json --decision " + decision)
                .exits(0)
                .prints("\"violation\":" + violation);
        boolean ordered = decision.startsWith("ordered");
        assertEquals("a b chunks matching " + (ordered ? "ordered " : "") + "violation", run.fields());
        assertEquals("14 11 " + (ordered ? "6" : "null"), run.row("chunks matching ordered"));
    }

    @Test
    void aTextWithoutChunksViolatesNothingAndIsNamed() throws IOException {
        writeHalves();
        write("brief.txt", "...");
        CliRun run = run("compare $brief.txt $texts/swapped.txt --decision match-ratio=0 --format json")
                .exits(0, "brief.txt has no chunks");
        assertEquals("false", run.row("violation"));
    }

    @Test
    void queryDecidesEachMatchByTheStoredTexts() throws IOException {
        writeHalves();
        run("build $index $texts --store-text").exits(0);
        CliRun run = run("query $index $texts/straight.txt --decision ordered-matches=6 --known --format json")
                .exits(0);
        assertTrue(run.fields().endsWith(" known chunks matching ordered violation"), run.fields());
        run.gives("id chunks matching ordered violation", "straight.txt 14 14 14 true", "swapped.txt 14 11 6 false");
        assertFalse(run("query $index $texts/straight.txt").out().contains("violation"));
    }

    @Test
    void pairsDecidesInBothDirections() throws IOException {
        writeHalves();
        write("texts/part.txt", SECOND);
        run("build $index $texts --store-text").exits(0);
        CliRun run = run(PAIRS + "--min-score 0.3 --decision match_ratio=0.5").exits(0);
        assertTrue(run.fields().endsWith(" chunks matching violation chunksB matchingB violationB"), run.fields());
        List<String> found = run.rows("a b chunks matching violation chunksB matchingB violationB");
        assertTrue(found.contains("part.txt straight.txt 6 6 true 14 6 false"), run.out());
        assertTrue(found.contains("straight.txt swapped.txt 14 11 true 14 11 true"), run.out());
        assertFalse(run(PAIRS).out().contains("violation"));
        // Chunks in order are counted once for both directions.
        for (String decision : List.of("5 true", "6 false")) {
            String[] parts = decision.split(" ");
            run = run(PAIRS + "--decision ordered-matches=" + parts[0]);
            assertTrue(
                    run.rows("a b chunks matching ordered violation chunksB matchingB violationB")
                            .contains("straight.txt swapped.txt 14 11 6 " + parts[1] + " 14 11 " + parts[1]),
                    run.out());
        }
    }

    /** The second text repeats the only chunk more often, so each direction has figures of its own. */
    @Test
    void pairsDecidesAboutEachPairOfEqualFingerprints() throws IOException {
        write("texts/four", "one one one one one one one");
        write("texts/two", "one one one one one");
        write("texts/three", "one one one one one one");
        run("build $index $texts --store-text").exits(0);
        CliRun run = run(PAIRS + "--decision ordered-matches=2").exits(0);
        assertEquals(
                List.of("four three 4 3 true", "four two 4 2 false", "three two 3 2 false"),
                run.rows("a b chunks ordered violation").stream().sorted().toList());
    }
}
