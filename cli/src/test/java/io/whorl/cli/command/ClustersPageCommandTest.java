package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code clusters --html} and {@code clusters --format passim}. */
class ClustersPageCommandTest {
    @TempDir
    private Path directory;

    private Path sources;

    /** A text, a version with other words before and after it, and a web page of it. */
    @BeforeEach
    void write() throws IOException {
        sources = Files.createDirectories(directory.resolve("sources"));
        Files.writeString(sources.resolve("a.txt"), Corpus.words(1, 200));
        Files.writeString(
                sources.resolve("b.txt"),
                Corpus.words(2, 20) + "\n" + Corpus.words(1, 150) + "\n" + Corpus.words(3, 9));
        Files.writeString(sources.resolve("c.html"), "<html><body><p>" + Corpus.words(1, 200) + "</p></body></html>");
        Files.writeString(sources.resolve("other.txt"), Corpus.words(4, 100));
    }

    private Path index(Object... options) {
        Path index = directory.resolve("index" + options.length);
        Object[] arguments = new Object[options.length + 4];
        List<Object> first = List.of("build", index, sources, "--quiet");
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i < first.size() ? first.get(i) : options[i - first.size()];
        }
        CliRun.of(arguments).exits(0);
        return index;
    }

    @Test
    void aPageReplacesAnEarlierOneAndSaysWhereItIs() throws IOException {
        Path page = directory.resolve("clusters.html");
        Files.writeString(page, "old");
        CliRun run = CliRun.of("clusters", index("--store-text"), "--html", page, "--format", "json")
                .exits(0);
        assertEquals(3, run.lines().size());
        run.tells("the page is in " + page);
        assertTrue(Files.readString(page).contains("id=\"texts-1\""));
        assertEquals(
                List.of(),
                Files.list(directory)
                        .filter(f -> f.toString().contains("unfinished"))
                        .toList());
    }

    @Test
    void anIndexWithoutTextsHasAPageThatSaysSo() throws IOException {
        Path page = directory.resolve("clusters.html");
        CliRun.of("clusters", index(), "--html", page).exits(0, "the index stores no texts, so the page shows none");
        assertFalse(Files.readString(page).contains("id=\"texts-1\""));
    }

    @Test
    void textsOfTheSourcesAreShown() throws IOException {
        Path page = directory.resolve("clusters.html");
        CliRun.of("clusters", index(), "--html", page, "--texts", sources).exits(0);
        assertTrue(Files.readString(page).contains("id=\"texts-1\""));
    }

    @Test
    void aTextThatHasChangedIsLeftOutAndReported() throws IOException {
        Path index = index();
        Files.writeString(sources.resolve("a.txt"), "changed");
        Path page = directory.resolve("clusters.html");
        CliRun.of("clusters", index, "--html", page, "--texts", sources)
                .exits(1, "a.txt of the index: its text has changed");
        assertTrue(Files.exists(page));
    }

    @Test
    void aPageThatCannotBeWrittenIsAnErrorBeforeTheWork() {
        CliRun.of("clusters", directory.resolve("no index"), "--html", directory.resolve("no/such.html"))
                .exits(1, "such.html cannot be written");
    }

    @Test
    void datesOfAFileAreOnThePageAndInTheEdges() throws IOException {
        Path dates = Files.writeString(directory.resolve("dates.tsv"), "a.txt\t2005-01-02\nb.txt\t2001-01-02\n");
        Path page = directory.resolve("clusters.html");
        Path edges = directory.resolve("edges.graphml");
        Path index = index();
        CliRun.of("clusters", index, "--html", page, "--edges", edges, "--dates", dates)
                .exits(0);
        assertTrue(Files.readString(edges).contains("<edge source=\"b.txt\" target=\"a.txt\" directed=\"true\">"));
        CliRun.of("clusters", index, "--dates", dates).exits(2);
    }

    @Test
    void meaninglessOptionsAreRefused() {
        Path index = index();
        Path page = directory.resolve("p.html");
        for (List<Object> wrong : List.<List<Object>>of(
                List.of("--html", page, "--page-texts", "1"),
                List.of("--html", page, "--page-texts", "101"),
                List.of("--html", page, "--page-bytes", "999"),
                List.of("--html", page, "--page-bytes", "2g"),
                List.of("--html", directory.resolve("e.csv"), "--edges", directory.resolve("e.csv")),
                List.of("--texts", sources),
                List.of("--texts", sources, "--html", page, "--page-texts", "0"),
                List.of("--texts", sources, "--html", page, "--limit", "3"),
                List.of("--lenient"),
                List.of("--html", page, "--text-field", "body"))) {
            Object[] arguments = new Object[wrong.size() + 2];
            arguments[0] = "clusters";
            arguments[1] = index;
            for (int i = 0; i < wrong.size(); i++) {
                arguments[i + 2] = wrong.get(i);
            }
            CliRun run = CliRun.of(arguments);
            assertEquals(2, run.code(), () -> wrong + run.err());
            run.printsNothing();
        }
        assertFalse(Files.exists(page));
    }

    @Test
    void passimRecordsHaveThePlacesOfMembers() throws IOException {
        CliRun run = CliRun.of("clusters", index("--store-text"), "--representative", "longest", "--format", "passim")
                .exits(0);
        List<Map<String, String>> records = run.objects();
        assertEquals(
                List.of("uid", "cluster", "size", "id", "begin", "end"),
                List.copyOf(records.get(0).keySet()));
        assertEquals(3, records.size());
        assertEquals(place("a.txt", 0, 1_199), place(records.get(0)));
        // 20 other words, then 150 of the representative.
        assertEquals(place("b.txt", 120, 120 + 150 * 6 - 1), place(records.get(1)));
        assertEquals(place("c.html", 0, 1_199), place(records.get(2)));
    }

    @Test
    void placesOfPassimCountInTheSources() throws IOException {
        CliRun run = CliRun.of(
                        "clusters", index(), "--representative", "longest", "--format", "passim", "--texts", sources)
                .exits(0);
        assertEquals(place("c.html", 15, 15 + 1_199), place(run.objects().get(2)));
    }

    @Test
    void withoutTextsPassimRecordsHaveNoEnd() throws IOException {
        CliRun run = CliRun.of("clusters", index(), "--format", "passim").exits(0, "begin is 0 and end is left out");
        assertEquals(
                List.of("uid", "cluster", "size", "id", "begin"),
                List.copyOf(run.objects().get(0).keySet()));
    }

    private static String place(Map<String, String> r) {
        return r.get("id") + " " + r.get("begin") + " " + r.get("end");
    }

    private static String place(String id, int begin, int end) {
        return id + " " + begin + " " + end;
    }
}
