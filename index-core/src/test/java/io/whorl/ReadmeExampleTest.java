package io.whorl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.build.BuildOptions;
import io.whorl.build.IndexBuilder;
import io.whorl.query.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
        Snapshot index = Snapshot.open(path);
        for (Match match : index.query(text, QueryOptions.DEFAULT).matches()) {
            out.printf("%s shares %d minutiae, %.0f %%%n", match.id(), match.shared(), match.score());
        }
        // README: end
    }

    @Test
    void theExampleRuns() throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            example(directory.resolve("index"), RandomCorpus.utf8("we hold these truths to be self evident"),
                    RandomCorpus.utf8("something else entirely, about nothing"),
                    RandomCorpus.utf8("Truly, we hold these truths."), out);
        }
        assertEquals("first.txt shares 1 minutiae, 50 %", printed.toString(StandardCharsets.UTF_8).strip());
    }

    @Test
    void theReadmeShowsTheseLines() throws IOException {
        Path readme = above("README.md");
        Assumptions.assumeTrue(Files.exists(readme), "there is no README.md to compare with");
        String example = String.join("\n", lines());
        assertTrue(Files.readString(readme).contains(example), "README.md must contain exactly these lines:\n" + example);
    }

    private static List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        boolean inside = false;
        for (String line : Files.readAllLines(Path.of("src/test/java/io/whorl/ReadmeExampleTest.java"))) {
            if (line.strip().equals("// README: end")) {
                break;
            }
            if (inside) {
                lines.add(line.substring(8));
            }
            inside |= line.strip().equals("// README: begin");
        }
        assertEquals(9, lines.size());
        return lines;
    }

    /** The file at the root of the checkout, which is where the modules' parent is. */
    private static Path above(String name) {
        Path module = Path.of("").toAbsolutePath();
        return module.getParent().resolve(name);
    }
}
