package io.whorl.lucene.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs the examples of docs/lucene.md and docs/recipes.md on the bundled samples, and the first one on versions of
 * technical documents.
 */
class VersionSearchTest {
    private static final Path PAGES = Path.of("..", "docs");
    private static final Path SOURCES = Path.of("src", "test", "java", "io", "whorl", "lucene", "example");

    @TempDir
    Path folder;

    private interface Printing {
        void to(PrintStream out) throws IOException;
    }

    private static List<String> lines(Printing printing) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        printing.to(new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** The samples have four versions of one text on tides. */
    @Test
    void aPageOfTheSamplesHasNoDocumentAndItsCopy() throws IOException {
        VersionSearch search = new VersionSearch(folder);
        search.index(List.of(Path.of("..", "samples", "documents")));
        List<String> found = lines(out -> search.search("tides", 1, out));
        List<String> tides =
                found.stream().filter(line -> line.startsWith("tides.")).toList();
        assertEquals(1, tides.size(), found::toString);
        assertTrue(tides.get(0).endsWith(", and 3 more versions"), found::toString);
    }

    @Test
    void documentsThatShareTextAreFoundByTheirIds() throws IOException {
        new VersionSearch(folder).index(List.of(Path.of("..", "samples", "documents")));
        String text = Files.readString(Path.of("..", "samples", "documents", "tides.txt"));
        try (SharedText shared = new SharedText(folder.resolve("whorl"), "id");
                Directory directory = FSDirectory.open(folder.resolve("lucene"));
                DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            List<String> found = new ArrayList<>();
            for (ScoreDoc hit : searcher.search(shared.query(text), 10).scoreDocs) {
                found.add(searcher.storedFields().document(hit.doc).get("id"));
            }
            assertEquals(
                    Set.of("tides.txt", "tides.reflowed.txt", "tides.v2.txt", "tides.light.txt"), Set.copyOf(found));
        }
    }

    @NeedsData
    @Test
    void theFirstPageHasTenDifferentDocuments() throws IOException {
        VersionSearch search = new VersionSearch(folder);
        search.index(List.of(TestData.of("linuxdocs-small.tar.gz")));
        checkVersions(search, groups(TestData.of("linuxdocs-small.tsv")));
    }

    private static Map<String, String> groups(Path table) throws IOException {
        Map<String, String> groups = new HashMap<>();
        for (String line : Files.readAllLines(table)) {
            String[] cells = line.split("\t");
            groups.put(cells[0], cells[1]);
        }
        return groups;
    }

    private static void checkVersions(VersionSearch search, Map<String, String> groups) throws IOException {
        List<String> found = lines(out -> search.search("branch", 1, out));
        assertEquals(10, found.size());
        List<String> names =
                found.stream().map(l -> groups.get(l.split(",")[0])).distinct().toList();
        assertEquals(10, names.size(), "ten different documents");
        List<String> like = lines(out -> search.like(found.get(0).split(",")[0], out));
        assertTrue(like.get(0).startsWith("1.00  " + found.get(0).split(",")[0]), like::toString);
    }

    @ParameterizedTest
    @CsvSource({"lucene.md, VersionSearch.java", "recipes.md, SharedText.java"})
    void thePageShowsTheExample(String page, String source) throws IOException {
        String shown = Files.readString(PAGES.resolve(page));
        assertTrue(shown.contains("```java\n" + Files.readString(SOURCES.resolve(source)) + "```"), source);
    }

    @Test
    void testsRunWithTheLuceneThatTheBuildMeans() {
        int expected = Integer.getInteger("io.whorl.lucene.expected", 9);
        assertEquals(expected, Version.LATEST.major);
    }
}
