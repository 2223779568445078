package io.whorl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.live.LiveTier;
import io.whorl.query.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's example compiles, runs, and is what the README shows. */
class ReadmeExampleTest {
    @TempDir
    Path directory;

    private static void example(Path path, byte[] first, byte[] second, byte[] text, PrintStream out)
            throws IOException {
        // README: begin
        try (IndexBuilder builder = IndexBuilder.create(path, Scheme.builder().build(), BuildOptions.DEFAULT)) {
            builder.add("first.txt", first);
            builder.add("second.txt", second);
            builder.finish();
        }
        try (Snapshot index = Snapshot.open(path)) {
            for (Match match : index.query(text, QueryOptions.DEFAULT).matches()) {
                out.printf("%s shares %d minutiae, %.0f %%%n", match.id(), match.shared(), match.score());
            }
        }
        // README: end
    }

    private static void live(Path path, byte[] text, PrintStream out) throws IOException {
        // README, live: begin
        try (IndexWriter writer = IndexWriter.open(path, WriterOptions.DEFAULT)) {
            Snapshot index = writer.snapshot();
            writer.add("third.txt", text);
            writer.delete("first.txt");
            writer.commit();
            index = index.refresh();
            out.printf("%d documents%n", index.documents());
        }
        // README, live: end
    }

    /** Both examples, in a process of their own: {@code FOLDER}. */
    public static void main(String[] args) throws IOException {
        Path index = Path.of(args[0], "index");
        example(
                index,
                RandomCorpus.utf8("we hold these truths to be self evident"),
                RandomCorpus.utf8("something else entirely, about nothing"),
                RandomCorpus.utf8("Truly, we hold these truths."),
                System.out);
        live(index, RandomCorpus.utf8("we hold these truths"), System.out);
    }

    @Test
    void theExamplesRunOnAPlainJava() throws Exception {
        for (List<String> command : List.of(
                ChildJvm.command(
                        List.of(),
                        ReadmeExampleTest.class,
                        directory.resolve("a").toString()),
                without(
                        "openhft",
                        ChildJvm.command(
                                List.of(),
                                ReadmeExampleTest.class,
                                directory.resolve("b").toString())))) {
            try (ChildJvm child = ChildJvm.of(command)) {
                assertEquals("first.txt shares 1 minutiae, 50 %", child.awaitLine("first.txt"));
                assertEquals("2 documents", child.awaitLine("2"));
            }
        }
    }

    private static List<String> without(String library, List<String> command) {
        return command.stream()
                .map(argument -> String.join(
                        File.pathSeparator,
                        Arrays.stream(argument.split(File.pathSeparator))
                                .filter(e -> !e.contains(library))
                                .toList()))
                .toList();
    }

    @Test
    void theExampleRuns() throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            example(
                    directory.resolve("index"),
                    RandomCorpus.utf8("we hold these truths to be self evident"),
                    RandomCorpus.utf8("something else entirely, about nothing"),
                    RandomCorpus.utf8("Truly, we hold these truths."),
                    out);
        }
        assertEquals(
                "first.txt shares 1 minutiae, 50 %",
                printed.toString(StandardCharsets.UTF_8).strip());
        printed.reset();
        try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            live(directory.resolve("index"), RandomCorpus.utf8("we hold these truths"), out);
        }
        assertEquals("2 documents", printed.toString(StandardCharsets.UTF_8).strip());
    }

    @Test
    void theReadmeShowsTheseLines() throws IOException {
        Path readme = above("README.md");
        Path live = above("docs/live-index.md");
        Assumptions.assumeTrue(Files.exists(readme), "there is no README.md to compare with");
        assertContains(readme, String.join("\n", lines("README")));
        assertContains(live, String.join("\n", lines("README, live")));
        assertContains(live, LiveTier.flags().replace(' ', '\n'));
    }

    private static void assertContains(Path page, String lines) throws IOException {
        assertTrue(Files.readString(page).contains(lines), page + " must contain exactly these lines:\n" + lines);
    }

    private static List<String> lines(String part) throws IOException {
        List<String> lines = new ArrayList<>();
        boolean inside = false;
        for (String line : Files.readAllLines(Path.of("src/test/java/io/whorl/ReadmeExampleTest.java"))) {
            if (line.strip().equals("// " + part + ": end")) {
                break;
            }
            if (inside) {
                lines.add(line.substring(8));
            }
            inside |= line.strip().equals("// " + part + ": begin");
        }
        assertEquals(part.equals("README") ? 10 : 8, lines.size());
        return lines;
    }

    /** The file at the root of the checkout, which is where the modules' parent is. */
    private static Path above(String name) {
        Path module = Path.of("").toAbsolutePath();
        return module.getParent().resolve(name);
    }
}
