package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lists of the user that are larger than the heap, in a heap of 48 MB. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SmallHeapListsTest {
    private static final int LINES = 45_000;
    private static final String PADDING = "x".repeat(1_000);

    @TempDir
    private static Path directory;

    private static Path index;
    private static Path ids;

    @BeforeAll
    static void write() throws IOException {
        index = Corpus.index(directory, "--store-text");
        ids = directory.resolve("ids");
        try (Writer out = Files.newBufferedWriter(ids)) {
            out.write("original.txt\n");
            for (int i = 0; i < LINES; i++) {
                out.write(PADDING + i + "\n");
            }
            out.write("version.txt\n");
        }
    }

    private CliRun run(Path in, Object... arguments) throws Exception {
        return CliRun.inProcess(directory, "-Xmx48m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC", in, arguments);
    }

    @Test
    void queriesLikeTheDocumentsOfAListAreAnsweredOneByOne() throws Exception {
        CliRun run = run(ids, "query", index, "--like-ids", ids, "--format", "tsv", "--top", 1)
                .exits(1);
        assertTrue(run.err().endsWith("whorl: not found: 44,900 more\n"), run.err());
        assertEquals(3, run.lines().size(), run.out());
    }

    @Test
    void onlyTheDocumentsThatAreGroupedAreInMemory() throws Exception {
        CliRun run = run(ids, "group", index, "--ids", "-", "--format", "tsv").exits(1);
        assertTrue(run.err().endsWith("whorl: not found: 44,900 more\n"), run.err());
        assertEquals(3, run.lines().size(), run.out());
    }

    @Test
    void aDeletionThatDoesNotFitIsRefusedBeforeTheIndexIsOpened() throws Exception {
        CliRun run = run(ids, "delete", index, "--ids", "-").exits(1);
        assertTrue(run.err().startsWith("whorl: bytes of heap for the ids of one deletion: "), run.err());
        run.tells("nothing was deleted");
        assertEquals("5", CliRun.of("stats", index, "--format", "json").object().get("documents"));
    }

    @Test
    void pairsOfFilesAreReadOneByOne() throws Exception {
        Path pairs = directory.resolve("pairs.tsv");
        try (Writer out = Files.newBufferedWriter(pairs)) {
            for (int i = 0; i < LINES; i++) {
                out.write(" ".repeat(PADDING.length()) + "\n");
            }
            out.write("original.txt\tversion.txt\n");
        }
        Path sources = directory.resolve("sources");
        CliRun run = run(pairs, "passages", "--pairs", pairs, sources, sources, "--format", "tsv")
                .exits(0);
        assertEquals(2, run.lines().size(), run.out());
    }
}
