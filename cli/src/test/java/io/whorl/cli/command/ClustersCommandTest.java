package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.CommandFixture;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** {@code clusters}: its records, files of edges, the page, and records of passim. */
class ClustersCommandTest extends CommandFixture {
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
        String xml = read("edges.graphml");
        assertTrue(xml.contains("<node id=\"pair&lt;1>.txt\"><data key=\"cluster\">2</data></node>"), xml);
        assertTrue(xml.contains("<edge source=\"chain0.txt\" target=\"chain1.txt\">"), xml);
        assertEquals(5, xml.split("<node ", -1).length - 1);
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
        assertTrue(read("clusters.html").contains("id=\"texts-1\""));
        assertEquals(List.of("clusters.html", "index", "sources"), names(""));
    }

    @Test
    void aPageShowsTheTextsOfTheSourcesThatHaveNotChanged() throws IOException {
        buildVersions("");
        run("clusters $index --html $p.html").exits(0, "the index stores no texts, so the page shows none");
        assertFalse(read("p.html").contains("id=\"texts-1\""));
        run("clusters $index --html $p.html --texts $sources").exits(0);
        assertTrue(read("p.html").contains("id=\"texts-1\""));
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
        for (String part : List.of(
                "<key id=\"date\" for=\"node\"",
                "<data key=\"date\">2001-01-02T03:04:05Z</data>",
                "<edge source=\"b.txt\" target=\"a.txt\" directed=\"true\">")) {
            assertTrue(xml.contains(part), xml);
        }
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
}
