package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No output of a command is one of its inputs, or inside one. */
class OutputCheckTest {
    @TempDir
    private Path directory;

    private Path index;
    private Path sources;
    private Path text;
    private Path inside;

    @BeforeEach
    void build() throws IOException {
        index = Corpus.index(directory, "--store-text");
        sources = directory.resolve("sources");
        text = sources.resolve("original.txt");
        inside = sources.resolve("new");
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private void assertRefused(String message, Object... arguments) throws IOException {
        CliRun run = CliRun.of(arguments).exits(2);
        assertTrue(run.err().startsWith("whorl: " + message), run.err());
        run.printsNothing();
        assertEquals(Corpus.ORIGINAL, Files.readString(text));
        assertFalse(Files.exists(inside));
        CliRun.of("check", index, "--quiet").exits(0);
    }

    @Test
    void aFileOfASourceDirectoryIsNotReplaced() throws IOException {
        String html = "--html " + text + " would be inside the source " + sources + "; choose a path outside";
        assertRefused(html, "report", sources, "--html", text);
        assertRefused(html, "report", sources.resolve("other.txt"), "--reference", sources, "--html", text);
        assertRefused(
                html, "report", sources.resolve("other.txt"), "--against", index, "--texts", sources, "--html", text);
        assertRefused(html, "clusters", index, "--texts", sources, "--html", text);
        assertRefused("--report " + text, "rebuild", index, sources, "--report", text);
        assertRefused("--summary " + text, "dedup", sources, "--summary", text);
        assertRefused("--write " + text, "dedup", sources, "--write", text, "--force");
        assertRefused("--templates " + text, "dedup", sources, "--series", "host", "--templates", text);
    }

    @Test
    void aNewFileInASourceDirectoryIsRefused() throws IOException {
        assertRefused("--html " + inside, "report", sources, "--html", inside);
        assertRefused("--xml " + inside, "report", sources, "--xml", inside);
        assertRefused("--xml " + inside, "passages", index, sources, "--xml", inside);
        assertRefused("--report " + inside, "rebuild", index, sources, "--report", inside);
        assertRefused("--summary " + inside, "dedup", sources, "--summary", inside);
        Path deep = inside.resolve("a").resolve("b");
        assertRefused("--xml " + deep, "report", sources, "--xml", deep);
    }

    @Test
    void linksHideNoSource() throws IOException {
        Path real = Files.createDirectories(file("real"));
        Path essay = Files.writeString(real.resolve("essay.txt"), "mine");
        Files.createSymbolicLink(sources.resolve("link"), real);
        Path single = Files.writeString(file("single.txt"), "mine");
        Files.createSymbolicLink(sources.resolve("single.txt"), single);
        Files.createSymbolicLink(sources.resolve("gone.txt"), file("gone.txt"));
        Path alias = Files.createSymbolicLink(file("alias"), sources);
        assertRefused("--html " + essay, "report", sources, "--html", essay);
        assertRefused("--html " + real.resolve("n.html"), "report", sources, "--html", real.resolve("n.html"));
        assertRefused("--html " + alias.resolve("n.html"), "report", sources, "--html", alias.resolve("n.html"));
        assertRefused("--html " + text, "report", alias, "--html", text);
        assertRefused(
                "--html " + single + " would replace the source " + sources.resolve("single.txt"),
                "report",
                sources,
                "--html " + single);
        assertEquals("mine", Files.readString(single));
        assertEquals("mine", Files.readString(essay));
    }

    @Test
    void anXmlFileInTheDirectoryOfXmlFilesIsNotReplaced() throws IOException {
        Path xml = Files.writeString(file("page.XML"), "<p>a text</p>");
        String message = "--xml " + directory + " may replace the source " + xml;
        assertRefused(message, "report", xml, text, "--xml", directory);
        assertRefused(message, "passages", index, xml, "--xml", directory);
        assertRefused(message, "compare", xml, text, "--passages", "--xml", directory);
        Path other = Files.copy(text, file("copy.txt"));
        CliRun.of("compare", other, text, "--passages", "--xml", directory).exits(0);
    }

    @Test
    void onlyTheFilesOfAListOfPairsAreSources() throws IOException {
        Path page = Files.writeString(sources.resolve("page.xml"), "<p>a text</p>");
        for (String pair : new String[] {"page.xml\tother.txt\n", "other.txt\tother.txt\nother.txt\tpage.xml\n"}) {
            Path pairs = Files.writeString(file("pairs.tsv"), pair);
            assertRefused(
                    "--xml " + sources + " may replace the source " + page,
                    "passages",
                    "--pairs " + pairs,
                    sources,
                    sources,
                    "--xml " + sources);
        }
        Path pairs = Files.writeString(file("pairs.tsv"), "original.txt\tversion.txt\n");
        CliRun.of("passages", "--pairs", pairs, sources, sources, "--xml", inside)
                .exits(0);
        assertTrue(Files.exists(inside.resolve("original-version.xml")));
    }

    @Test
    void anIndexIsNotReplaced() throws IOException {
        Path manifest = index.resolve("MANIFEST");
        String in = " would be inside the index " + index + "; choose a path outside";
        assertRefused("--html " + manifest + in, "clusters", index, "--html", manifest);
        assertRefused("--html " + manifest + in, "report", text, "--against", index, "--html", manifest);
        assertRefused("--report " + manifest + in, "rebuild", index, sources, "--report", manifest);
        assertRefused("--summary " + manifest + in, "dedup", index, "--summary", manifest);
        assertRefused("--xml " + index + in, "passages", index, text, "--xml", index);
        assertRefused("--templates " + manifest + in, "pairs", index, "--series", "host", "--templates", manifest);
        assertRefused("--work " + index + in, "pairs", index, "--work", index);
        assertRefused("--work " + index + in, "clusters", index, "--work", index);
        assertRefused("--work " + index + in, "dedup", index, "--work", index);
    }

    @Test
    void aFileOfAnOptionIsNotReplaced() throws IOException {
        Path table = Files.writeString(file("table.tsv"), "original.txt\t2024-01-01\n");
        String series = "--templates " + table + " would replace the file of --series " + table;
        assertRefused(series, "pairs", index, "--series", table, "--templates", table);
        assertRefused(series, "clusters", index, "--series", table, "--templates", table);
        assertRefused(series, "dedup", sources, "--series", table, "--templates", table);
        assertRefused(
                "--html " + table + " would replace the file of --dates " + table,
                "clusters",
                index,
                "--dates " + table + " --html " + table);
        assertRefused(
                "--html " + table + " would replace the file of --template " + table,
                "report",
                sources,
                "--template " + table + " --html " + table);
        assertRefused(
                "--report " + table + " would replace the file of --dates " + table,
                "rebuild",
                index,
                sources,
                "--dates " + table + " --report " + table);
        assertEquals("original.txt\t2024-01-01\n", Files.readString(table));
    }

    @Test
    void twoOutputsAreTwoFiles() throws IOException {
        Path one = file("one.csv");
        assertRefused("--html and --edges are both " + one, "clusters", index, "--html", one, "--edges", one);
        assertRefused(
                "--edges and --templates are both " + one,
                "clusters",
                index,
                "--edges " + one + " --series host --templates",
                directory.resolve("sources").resolve("..").resolve("one.csv"));
        assertRefused("--write and --summary are both " + one, "dedup", sources, "--write", one, "--summary", one);
    }
}
