package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands in a heap of 64 MiB, and lists of the user that are larger than a heap of 48 MiB. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SmallHeapTest {
    private static final int DISTINCT = 2_000_000;
    private static final String FREQUENCIES = "--granularity 1 --frequencies";
    private static final int ONE_WORD = 7 << 20;

    /** Documents of one word. */
    private static final int SAME = LongForm.of(1, 4);

    @TempDir
    static Path directory;

    private static Path sources;
    private static final int BYTES = 1_000_000;

    @BeforeAll
    static void write() throws IOException {
        sources = Files.createDirectory(directory.resolve("sources"));
        byte[] oneWord = "word ".repeat(ONE_WORD / 5).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < SAME; i++) {
            Files.write(sources.resolve("same " + i), oneWord);
        }
        byte[] distinct = new byte[DISTINCT * 6];
        Arrays.fill(distinct, (byte) ' ');
        for (int i = 0; i < DISTINCT; i++) {
            for (int j = 0, rest = i; j < 5; j++, rest /= 26) {
                distinct[i * 6 + j] = (byte) ('a' + rest % 26);
            }
        }
        Files.write(sources.resolve("distinct"), distinct);
        Files.write(sources.resolve("half"), Arrays.copyOf(distinct, ONE_WORD));
    }

    /** The document of 12 MB is too large to be read. Those of 7 MB are not, even if all their words differ. */
    @Test
    void buildSkipsDocumentsThatDoNotFitAndRebuildAddAndMergeWork() throws Exception {
        for (String scheme : LongForm.ON ? new String[] {"", FREQUENCIES} : new String[] {FREQUENCIES}) {
            CliRun run = build(scheme).tells("distinct: larger than the limit of ");
            assertTrue(run.lines().stream().anyMatch(l -> l.matches("documents +" + (SAME + 1))), run.out());
        }
        Path index = directory.resolve("index");
        run("rebuild", index, sources, "--threads 2 --lenient");
        run("add", index, sources.resolve("same 0"), "--threads 2");
        run("merge", index);
    }

    @Test
    void documentsThatASelectionCannotHoldAreReportedAndSkipped() throws Exception {
        CliRun run = build("--selection rarest-in-document --allow-empty");
        assertEquals(
                SAME + 1,
                run.err()
                        .lines()
                        .filter(l -> l.contains(": chunks of one document: "))
                        .count(),
                run.err());
        assertTrue(run.lines().stream().anyMatch(l -> l.matches("skipped +" + (SAME + 2))), run.out());
    }

    private CliRun build(String options) throws Exception {
        return run("build", directory.resolve("index"), sources, "--force --threads 2 --lenient " + options);
    }

    private CliRun run(Object... arguments) throws Exception {
        return CliRun.inProcess(directory, "-Xmx64m -XX:+UseSerialGC", sources.resolve("half"), arguments)
                .exits(0);
    }

    @Test
    void equalTextsOfAMegabyteAreOnePassage() throws Exception {
        Random random = new Random(5);
        List<String> vocabulary = Repeated.list(20_000, i -> word(random));
        StringBuilder text = new StringBuilder();
        int words = 0;
        for (; text.length() < BYTES; words++) {
            text.append(vocabulary.get(random.nextInt(vocabulary.size()))).append(' ');
        }
        Files.writeString(directory.resolve("a.txt"), text);
        Files.writeString(directory.resolve("b.txt"), text);
        assertTrue(words > 100_000);
        String printed = compare();
        String shares = String.format("a.txt shares %,d words with b.txt in 1 passage, 100 %% of a.txt", words);
        assertEquals(
                shares, printed.lines().filter(l -> l.contains(" shares ")).collect(Collectors.joining()), printed);
    }

    private static String word(Random random) {
        return random.ints(2 + random.nextInt(8), 'a', 'z' + 1)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private String compare() throws Exception {
        Path a = directory.resolve("a.txt");
        return CliRun.inProcess(
                        directory,
                        "-Xmx72m -XX:-UseSerialGC -XX:+UseG1GC -XX:TieredStopAtLevel=1",
                        a,
                        "compare a.txt b.txt --passages".split(" "))
                .exits(0)
                .out();
    }

    // Lists of the user.

    private static final int LINES = 45_000;
    private static final String PADDING = "x".repeat(1_000);

    private static Path index;
    private static Path ids;

    @BeforeAll
    static void writeLists() throws IOException {
        index = Corpus.index(Files.createDirectory(directory.resolve("lists")), "--store-text");
        ids = directory.resolve("ids");
        try (Writer out = Files.newBufferedWriter(ids)) {
            out.write("original.txt\n");
            for (int i = 0; i < LINES; i++) {
                out.write(PADDING + i + "\n");
            }
            out.write("version.txt\n");
        }
    }

    private CliRun list(Path in, Object... arguments) throws Exception {
        return CliRun.inProcess(directory, "-Xmx48m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC", in, arguments);
    }

    @Test
    void queriesLikeTheDocumentsOfAListAreAnsweredOneByOne() throws Exception {
        CliRun run = list(ids, "query", index, "--like-ids", ids, "--format", "tsv", "--top", 1)
                .exits(1);
        assertTrue(run.err().endsWith("whorl: not found: 44,900 more\n"), run.err());
        assertEquals(3, run.lines().size(), run.out());
    }

    @Test
    void onlyTheDocumentsThatAreGroupedAreInMemory() throws Exception {
        CliRun run = list(ids, "group", index, "--ids", "-", "--format", "tsv").exits(1);
        assertTrue(run.err().endsWith("whorl: not found: 44,900 more\n"), run.err());
        assertEquals(3, run.lines().size(), run.out());
    }

    @Test
    void aDeletionThatDoesNotFitIsRefusedBeforeTheIndexIsOpened() throws Exception {
        CliRun run = list(ids, "delete", index, "--ids", "-").exits(1);
        assertTrue(run.err().startsWith("whorl: bytes of heap for the ids of one deletion: "), run.err());
        run.tells("delete parts of the list one after another", "nothing was deleted");
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
        Path texts = index.resolveSibling("sources");
        CliRun run = list(pairs, "passages", "--pairs", pairs, texts, texts, "--format", "tsv")
                .exits(0);
        assertEquals(2, run.lines().size(), run.out());
    }
}
