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

/** A selection strategy in a plug-in jar, compiled by the test. It keeps every other chunk. */
class PluginsTest {
    private static final String SOURCE = """
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

    @TempDir
    private Path directory;

    private Path jar;

    @BeforeEach
    void makeJar() throws IOException {
        jar = Corpus.plugin(directory, "EveryOther", SOURCE, "io.whorl.select.SelectionProvider");
    }

    @Test
    void buildAndQueryUseTheStrategyOfAPlugin() throws IOException {
        Path index = Corpus.index(directory, "--plugins", jar, "--selection", "every-other", "--threads", 2);
        Path original = directory.resolve("sources/original.txt");
        Map<String, String> match = CliRun.of(
                        "query", index, original, "--plugins", jar, "--top", 1, "--format", "json")
                .object();
        assertEquals("original.txt", match.get("id"));
        assertEquals("199", match.get("shared"));
    }

    /** Only the strategy declares how its documents are compared, so pairs would be wrong without it. */
    @Test
    void withoutTheJarAnIndexIsNotCompared() throws IOException {
        Path index = Corpus.index(directory, "--plugins", jar, "--selection", "every-other", "--threads", 2);
        CliRun.of("pairs", index, "--plugins", jar).exits(0);
        CliRun.of("stats", index).exits(0);
        CliRun run = CliRun.of("pairs", index).exits(2);
        assertTrue(run.err().contains("every-other") && run.err().contains("--plugins JAR"), run.err());
    }

    @Test
    void aFolderStandsForItsJars() throws IOException {
        Path plugins = Files.createDirectory(directory.resolve("plugins"));
        CliRun.of("stats", directory, "--plugins", plugins).exits(1, "plugins has no jar");
        Files.writeString(plugins.resolve("readme.txt"), "no jar");
        Files.copy(jar, plugins.resolve("Every-Other.JAR"));
        Path sources = Corpus.write(directory.resolve("sources"));
        CliRun.of("build", directory.resolve("index"), sources, "--plugins", plugins, "--selection every-other --quiet")
                .exits(0);
        CliRun.of("stats", directory, "--plugins", directory.resolve("x")).exits(1);
    }

    @Test
    void withoutTheJarTheStrategyIsUnknown() throws IOException {
        Path sources = Corpus.write(directory.resolve("sources"));
        CliRun.of("build", directory.resolve("index"), sources, "--selection", "every-other")
                .exits(2, "every-other");
    }
}
