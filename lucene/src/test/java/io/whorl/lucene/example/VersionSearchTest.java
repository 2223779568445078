package io.whorl.lucene.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the example of docs/lucene.md on versions of technical documents, or on the bundled samples. */
class VersionSearchTest {
    private static final Path PAGE = Path.of("..", "docs", "lucene.md");
    private static final Path SOURCE =
            Path.of("src", "test", "java", "io", "whorl", "lucene", "example", "VersionSearch.java");

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

    private static Optional<Path> data(String name) {
        String variable = System.getenv("WHORL_DATA");
        Stream<Path> folders = variable != null
                ? Stream.of(Path.of(variable))
                : Stream.iterate(Path.of("").toAbsolutePath(), p -> p != null, Path::getParent)
                        .map(p -> p.resolve("shared").resolve("data"));
        return folders.map(f -> f.resolve(name)).filter(Files::exists).findFirst();
    }

    @Test
    void theFirstPageHasTenDifferentDocuments() throws IOException {
        Optional<Path> archive = data("linuxdocs-small.tar.gz");
        Path source = archive.orElse(Path.of("..", "samples", "documents"));
        VersionSearch search = new VersionSearch(folder);
        search.index(List.of(source));
        if (archive.isEmpty()) {
            System.out.println("linuxdocs-small.tar.gz is absent; the example runs on the bundled samples");
            checkSamples(search);
        } else {
            checkVersions(search, groups(data("linuxdocs-small.tsv").orElseThrow()));
        }
    }

    private static void checkSamples(VersionSearch search) throws IOException {
        List<String> found = lines(out -> search.search("tides", 1, out));
        assertTrue(found.stream().anyMatch(l -> l.startsWith("tides") && l.endsWith("more versions")), found::toString);
        assertEquals(
                1,
                found.stream()
                        .filter(l -> l.startsWith("tides.reflowed") || l.startsWith("tides.txt"))
                        .count());
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

    @Test
    void thePageShowsTheExample() throws IOException {
        String page = Files.readString(PAGE);
        assertTrue(page.contains("```java\n" + Files.readString(SOURCE) + "```"), "docs/lucene.md has the example");
    }
}
