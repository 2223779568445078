package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A document format in a plug-in jar, compiled by the test. Its lines of digits are not text. */
class FormatPluginTest {
    private static final String SOURCE = """
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

    @TempDir
    private Path directory;

    private Path jar;
    private Path document;

    @BeforeEach
    void makeJar() throws IOException {
        jar = Corpus.plugin(directory, "Ledger", SOURCE, "io.whorl.corpus.format.FormatProvider");
        Corpus.write(directory.resolve("sources"));
        document = directory.resolve("sources/a.ledger");
        Files.writeString(document, Corpus.words(7, 100) + "\n10 20 30 40\n50 60\n" + Corpus.words(8, 100) + "\n");
    }

    private Map<String, String> self(Object... options) throws IOException {
        Path index = directory.resolve("index");
        return CliRun.of("query", index, document, "--plugins", jar, "--top", 1, "--format", "json", options)
                .object();
    }

    @Test
    void aDocumentFindsItselfWithTheFormatOfThePlugin() throws IOException {
        Corpus.index(directory, "--plugins", jar);
        assertEquals("a.ledger", self().get("id"));
        assertEquals("1.0", self().get("resemblance"));
        Map<String, String> asItStands = self("--no-convert");
        assertTrue(Double.parseDouble(asItStands.get("resemblance")) < 1, asItStands.toString());
        CliRun prints = CliRun.of("fingerprint", document, "--plugins", jar, "--format", "tsv");
        assertEquals(
                0,
                prints.lines().stream().filter(line -> line.contains("20 30")).count());
        CliRun same = CliRun.of("compare", document, document, "--plugins", jar, "--format", "json");
        assertEquals(197, prints.lines().size() - 1);
        assertEquals("197", same.object().get("shared"));
    }

    @Test
    void aDocumentWithoutTextIsAnError() throws IOException {
        Corpus.index(directory, "--plugins", jar);
        Files.writeString(document, " ");
        CliRun.of("query", directory.resolve("index"), document, "--plugins", jar)
                .exits(1, "an empty ledger");
    }
}
