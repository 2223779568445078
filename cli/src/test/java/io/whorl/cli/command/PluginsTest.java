package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.CommandFixture;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A selection strategy and a document format in plug-in jars, compiled by the test. */
class PluginsTest extends CommandFixture {
    /** It keeps every other chunk. */
    private static final String STRATEGY = """
            package other;
            import io.whorl.scheme.Chunking;
            import io.whorl.scheme.Selection;
            import io.whorl.select.*;
            import java.util.List;
            import java.util.function.LongUnaryOperator;
            public final class EveryOther implements SelectionProvider, SelectionStrategy, Selector {
                @Override public String name() { return "every-other"; }
                @Override public List<String> parameters() { return List.of(); }
                @Override public SelectionStrategy create(Selection s, Chunking c, LongUnaryOperator o) { return this; }
                @Override public Selection selection() { return Selection.of("every-other"); }
                @Override public Selector selector() { return new EveryOther(); }
                @Override public void start() {}
                @Override public boolean accept(ChunkBlock chunks, SelectedChunks out) {
                    for (int i = 0; i < chunks.count; i++) {
                        if ((chunks.first + i) % 2 == 0) {
                            out.add(chunks.minutia[i], chunks.first + i);
                        }
                    }
                    return true;
                }
                @Override public void finish(long words, long chunks, SelectedChunks out) {}
            }
            """;

    /** Its lines of digits are not text. */
    private static final String FORMAT = """
            package other;
            import io.whorl.corpus.format.*;
            import java.nio.charset.StandardCharsets;
            import java.util.List;
            public final class Ledger implements FormatProvider, TextFormat {
                @Override public List<TextFormat> texts() { return List.of(this); }
                @Override public String name() { return "ledger"; }
                @Override public boolean recognises(Head head) { return head.isNamed(".ledger"); }
                @Override public byte[] text(byte[] document, Head head) throws TextConversionException {
                    String text = new String(document, StandardCharsets.UTF_8);
                    if (text.isBlank()) {
                        throw new TextConversionException(Skipped.Reason.NOT_TEXT, "an empty ledger");
                    }
                    return text.replaceAll("(?m)^[0-9 ]+$", "").getBytes(StandardCharsets.UTF_8);
                }
            }
            """;

    @Test
    void aStrategyBuildsQueriesAndComparesWhereItsJarIsGiven() throws IOException {
        Path jar = Corpus.plugin(directory, "EveryOther", STRATEGY, "io.whorl.select.SelectionProvider");
        buildIndex("--plugins " + jar + " --selection every-other --threads 2");
        CliRun match = run("query $index $sources/original.txt --top 1 --format json --plugins", jar);
        assertEquals("original.txt 199", match.row("id shared"));
        // Only the strategy declares how its documents are compared, so pairs would be wrong without it.
        run("pairs $index --plugins", jar).exits(0);
        each("""
                stats $index => 0
                pairs $index => 2 every-other ; --plugins JAR
                """);
        Files.createDirectory(path("plugins"));
        each("""
                stats $index --plugins $plugins => 1 plugins has no jar
                stats $index --plugins $x => 1
                """);
        write("plugins/readme.txt", "no jar");
        each("stats $index --plugins $plugins/readme.txt => 1 readme.txt is no jar");
        Files.copy(jar, path("plugins/Every-Other.JAR"));
        run("build $index $sources --force --plugins $plugins --selection every-other --quiet")
                .exits(0);
    }

    @Test
    void aDocumentFindsItselfWithTheFormatOfAPlugin() throws IOException {
        Path jar = Corpus.plugin(directory, "Ledger", FORMAT, "io.whorl.corpus.format.FormatProvider");
        String plugins = " --plugins " + jar;
        write("sources/a.ledger", Corpus.words(7, 100) + "\n10 20 30 40\n50 60\n" + Corpus.words(8, 100) + "\n");
        buildIndex(plugins);
        String self = "query $index $sources/a.ledger --top 1 --format json" + plugins;
        assertEquals("a.ledger 1.0", run(self).row("id resemblance"));
        assertTrue(Double.parseDouble(run(self + " --no-convert").row("resemblance")) < 1);
        CliRun prints = run("fingerprint $sources/a.ledger --format tsv" + plugins);
        assertFalse(prints.out().contains("20 30"), prints.out());
        assertEquals(197, prints.lines().size() - 1);
        CliRun same = run("compare $sources/a.ledger $sources/a.ledger --format json" + plugins);
        assertEquals("197", same.row("shared"));
        write("sources/a.ledger", " ");
        each(self + " => 1 an empty ledger");
    }
}
