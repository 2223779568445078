package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cluster.SimilarityOptions;
import io.whorl.query.Snapshot;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** {@code pairs}, what pairs and clusters leave out, work that is resumed, and decisions about pairs of texts. */
class PairsCommandTest extends CliRun.Fixture {
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
        String pages = Repeated.text(12, i -> "site/page" + (char) ('a' + i) + ".txt\tsite\n");
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
            snapshot.clusters(SimilarityOptions.CLUSTERS.minScore(0.2).work(path("work")))
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

    // Clusters.

    private static final String CLUSTERS = "clusters $index --measure resemblance --min-score 0.3 ";

    /** A chain of three texts, of which the first and the last share little, and three other texts. */
    private void buildChain() throws IOException {
        List<String> words = List.of(Corpus.words(1, 400).split(" "));
        for (int i = 0; i < 3; i++) {
            write("sources/chain" + i + ".txt", String.join(" ", words.subList(i * 100, i * 100 + 200)));
        }
        write("sources/pair<1>.txt", Corpus.words(2, 200));
        write("sources/pair,2.txt", Corpus.words(2, 180));
        write("sources/single.txt", Corpus.words(3, 200));
        run("build $index $sources --quiet").exits(0);
    }

    @Test
    void jsonHasARecordForEachMember() throws IOException {
        buildChain();
        CliRun run = run(CLUSTERS + "--format json").exits(0, "2 clusters of 5 documents; 1 document is in no cluster");
        assertEquals("cluster size id representative score", run.fields());
        run.gives(
                "cluster size id representative score",
                "1 3 chain1.txt chain1.txt 1.0",
                "1 3 chain0.txt chain1.txt 0.3265993265993266",
                "1 3 chain2.txt chain1.txt 0.3265993265993266",
                "2 2 pair<1>.txt pair<1>.txt 1.0",
                "2 2 pair,2.txt pair<1>.txt 0.8984771573604061");
        for (int threads : new int[] {1, 4}) {
            CliRun other = run(CLUSTERS + "--format json --memory 8m --threads " + threads);
            assertEquals(run.out(), other.out());
        }
        CliRun components = run(CLUSTERS + "--link components --format tsv");
        assertEquals(
                "cluster\tsize\tid\trepresentative\tscore\tto",
                components.lines().get(0));
        assertEquals(
                "1\t3\tchain0.txt\tchain1.txt\t0.3265993265993266\tchain1.txt",
                components.lines().get(2));
        run("clusters $index --measure resemblance --min-score 0.99")
                .exits(0, "no two documents have a score of 0.99 or more")
                .printsNothing();
    }

    @Test
    void theTableHasALineForEachClusterWithinTheTerminal() throws IOException {
        buildChain();
        assertEquals(
                """
                cluster  size  least score  least pair  chained  representative
                      1     3       0.3266      0.0000        0  chain1.txt
                """,
                run("clusters $index --measure resemblance --min-score 30% --top 1")
                        .out());
    }

    @Test
    void edgesAreWrittenAsCsvOrGraphml() throws IOException {
        buildChain();
        write("edges.csv.unfinished", "mine");
        run(CLUSTERS + "--edges $edges.csv").exits(0);
        assertEquals(
                List.of(
                        "a,b,score,clusterA,clusterB",
                        "\"pair,2.txt\",pair<1>.txt,0.8984771573604061,2,2",
                        "chain0.txt,chain1.txt,0.3265993265993266,1,1",
                        "chain1.txt,chain2.txt,0.3265993265993266,1,1"),
                linesOf("edges.csv"));
        run(CLUSTERS + "--edges $edges.graphml").exits(0);
        holds(
                "edges.graphml",
                "<node id=\"pair&lt;1>.txt\"><data key=\"cluster\">2</data></node>",
                "<edge source=\"chain0.txt\" target=\"chain1.txt\">");
        assertEquals(5, read("edges.graphml").split("<node ", -1).length - 1);
        assertEquals("mine", read("edges.csv.unfinished"));
        assertEquals(
                List.of("edges.csv", "edges.csv.unfinished", "edges.graphml", "index", "sources"),
                names(""),
                "nothing else is left");
    }

    /** XML holds few control characters, and readers of XML make one space of a tab in an attribute. */
    @Test
    void idsWithControlCharactersAreNodesOfTheirOwn() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (String id : List.of("a\u0001", "a\u0002", "a\t", "a\n", "a\ufffd", "a\uffff", "a\\u0001", "a<&\"")) {
            String escaped =
                    id.chars().mapToObj(c -> String.format("\\u%04x", c)).collect(Collectors.joining());
            lines.append(Corpus.record(escaped, Corpus.words(1, 100) + " " + escaped + " more"));
        }
        given(lines.toString(), "build $index -").exits(0);
        run("clusters $index --edges $control.graphml").exits(0);
        NodeList nodes = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(path("control.graphml").toFile())
                .getElementsByTagName("node");
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            ids.add(((Element) nodes.item(i)).getAttribute("id"));
        }
        assertEquals(
                Set.of("a\\u0001", "a\\u0002", "a\\u0009", "a\\u000a", "a\ufffd", "a\\uffff", "a\\u005cu0001", "a<&\""),
                ids);
        assertEquals(8, nodes.getLength());
    }

    @Test
    void copiesAreConnectedWithTheirOriginal() throws IOException {
        for (String name : List.of("a", "b", "c", "d")) {
            write("sources/" + name + ".txt", Corpus.words(1, name.equals("d") ? 90 : 100));
        }
        run("build $index $sources --quiet").exits(0);
        run("clusters $index --edges $copies.csv").exits(0);
        List<String> lines = linesOf("copies.csv");
        assertEquals(4, lines.size());
        assertTrue(lines.get(1).startsWith("a.txt,d.txt,0.8"), lines::toString);
        assertEquals(List.of("a.txt,b.txt,1.0,1,1", "a.txt,c.txt,1.0,1,1"), lines.subList(2, 4));
    }

    // Pages, dates, and records of passim.

    /** A text, a version with other words before and after it, and a web page of it. */
    private void buildVersions(String options) throws IOException {
        write("sources/a.txt", Corpus.words(1, 200));
        write("sources/b.txt", Corpus.words(2, 20) + "\n" + Corpus.words(1, 150) + "\n" + Corpus.words(3, 9));
        write("sources/c.html", "<html><body><p>" + Corpus.words(1, 200) + "</p></body></html>");
        write("sources/other.txt", Corpus.words(4, 100));
        run("build $index $sources --quiet " + options).exits(0);
    }

    @Test
    void aPageReplacesAnEarlierOneAndSaysWhereItIs() throws IOException {
        buildVersions("--store-text");
        write("clusters.html", "old");
        CliRun run =
                run("clusters $index --html $clusters.html --format json").exits(0, "the page is in $clusters.html");
        assertEquals(3, run.lines().size());
        holds("clusters.html", "id=\"texts-1\"");
        assertEquals(List.of("clusters.html", "index", "sources"), names(""));
    }

    @Test
    void aPageShowsTheTextsOfTheSourcesThatHaveNotChanged() throws IOException {
        buildVersions("");
        run("clusters $index --html $p.html").exits(0, "the index stores no texts, so the page shows none");
        assertFalse(read("p.html").contains("id=\"texts-1\""));
        run("clusters $index --html $p.html --texts $sources").exits(0);
        holds("p.html", "id=\"texts-1\"");
        write("sources/a.txt", "changed");
        run("clusters $index --html $changed.html --texts $sources")
                .exits(1, "a.txt of the index: its text has changed");
        assertTrue(exists("changed.html"));
    }

    @Test
    void edgesHaveTheDatesOfAFileAndLeadFromTheOlderDocument() throws IOException {
        buildVersions("");
        write("dates.tsv", "a.txt\t2005-01-02\nb.txt\t2001-01-02T03:04:05Z\n");
        String dated = "clusters $index --html $p.html --dates $dates.tsv --edges $edges.";
        run(dated + "graphml").exits(0);
        String xml = read("edges.graphml");
        holds(
                "edges.graphml",
                "<key id=\"date\" for=\"node\"",
                "<data key=\"date\">2001-01-02T03:04:05Z</data>",
                "<edge source=\"b.txt\" target=\"a.txt\" directed=\"true\">");
        assertTrue(
                Pattern.compile("<edge source=\"[ac]\\.\\w+\" target=\"[ac]\\.\\w+\">")
                        .matcher(xml)
                        .find(),
                xml);
        run(dated + "csv").exits(0);
        List<String> lines = linesOf("edges.csv");
        assertEquals("a,b,score,clusterA,clusterB,dateA,dateB", lines.get(0));
        for (String edge :
                List.of("a.txt,b.txt,.*,1,1,2005-01-02T00:00:00Z,2001-01-02T03:04:05Z", "a.txt,c.html,.*Z,")) {
            assertTrue(lines.stream().anyMatch(line -> line.matches(edge)), lines::toString);
        }
    }

    @Test
    void oldestDocumentRepresentsItsCluster() throws IOException {
        buildVersions("");
        write("dates.tsv", "a.txt\t2021\nb.txt\t2020\n");
        String oldest = "clusters $index --representative oldest --format json";
        each(oldest + " => 1 no document of the index has a date");
        run(oldest + " --dates $dates.tsv").givesFirst("representative", "b.txt");
        write("dates.tsv", "a.txt\t2019\nb.txt\t2020\n");
        run("build $index $sources --force --dates $dates.tsv").exits(0);
        assertEquals("a.txt", run(oldest).rows("representative").get(0));
    }

    @Test
    void passimRecordsHaveThePlacesOfMembers() throws IOException {
        buildVersions("--store-text");
        CliRun run =
                run("clusters $index --representative longest --format passim").exits(0);
        assertEquals("uid cluster size id begin end", run.fields());
        // 20 other words, then 150 of the representative.
        assertEquals(List.of("a.txt 0 1199", "b.txt 120 1019", "c.html 0 1199"), run.rows("id begin end"));
        run("build $index $sources --force").exits(0);
        run = run("clusters $index --representative longest --format passim --texts $sources")
                .exits(0);
        assertEquals("c.html 15 1214", run.rows("id begin end").get(2), "places count in the sources");
        run = run("clusters $index --format passim").exits(0, "begin is 0 and end is left out");
        assertEquals("uid cluster size id begin", run.fields());
    }

    // History.

    /** Three versions of a text, each without its first words and with new ones, and another text. */
    private void writeDated() throws IOException {
        List<String> words = List.of(Corpus.words(1, 400).split(" "));
        for (int i = 0; i < 3; i++) {
            write("sources/v" + i + ".txt", String.join(" ", words.subList(i * 50, i * 50 + 200)));
        }
        write("sources/other.txt", Corpus.words(3, 200));
        write("dates.tsv", "v0.txt\t2022\nv1.txt\t2020\nv2.txt\t2021-06-01T10:00:00Z\n");
    }

    @Test
    void versionsAreListedByDateWithWhatTheyKept() throws IOException {
        writeDated();
        run("build $index $sources --dates $dates.tsv --store-text").exits(0);
        CliRun run = run("history $index v1.txt --format json").exits(0, "3 versions; 0 have no date");
        assertEquals("date words minutiae score id", run.fields());
        List<String> csv = run("history $index v1.txt --format csv").exits(0).lines();
        assertEquals("date,words,minutiae,score,shared,kept,old,resemblance,id,before", csv.get(0));
        assertEquals(4, csv.size());
        // 147 of 197 chunks of four words.
        assertEquals(
                List.of(
                        "v1.txt 2020-01-01T00:00:00Z null null null",
                        "v2.txt 2021-06-01T10:00:00Z v1.txt 147 " + 147 / 197.0,
                        "v0.txt 2022-01-01T00:00:00Z"),
                run.rows("id date before shared kept").stream()
                        .map(row -> row.replaceFirst("(v0.txt \\S+).*", "$1"))
                        .toList());
        run("history $index v1.txt").exits(0).prints("2021-06-01T10:00:00Z");
        run = run("history $index v1.txt --passages --format json").exits(0);
        assertEquals(List.of("null", "1"), run.rows("passages").subList(0, 2));
        long words = Long.parseLong(run.rows("passageWords").get(1));
        assertTrue(words > 140 && words < 160, run.out());
    }

    @Test
    void versionsWithoutDatesAreListedApart() throws IOException {
        writeDated();
        run("build $index $sources").exits(0);
        run("history $index v1.txt").exits(0, "no version has a date");
        String given = "history $index v1.txt --dates $dates.tsv --format json";
        assertEquals(3, run(given + " --link star").exits(0).lines().size());
        write("dates.tsv", "v1.txt\t2020\nv2.txt\tsoon\n");
        CliRun some = run(given).exits(0, "1 date cannot be read", "3 versions; 2 have no date");
        assertEquals("null", some.rows("date").get(2));
        run("history $index other.txt --format json").exits(0).printsLines(1);
    }
}
