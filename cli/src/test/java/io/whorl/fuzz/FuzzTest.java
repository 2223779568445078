package io.whorl.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import io.whorl.testing.Ended;
import io.whorl.testing.LongForm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reads randomly changed files in a process with a small heap. There must be no crash, no hang, no exhausted heap, and
 * no error except the documented ones. {@code -Dio.whorl.long=true} runs many rounds with a random seed,
 * {@code -Dio.whorl.fuzz.rounds} sets their number, {@code -Dio.whorl.fuzz.seed} repeats a run, and
 * {@code -Dio.whorl.fuzz.only} runs one target or group.
 */
class FuzzTest {
    private static final long SEED = Long.getLong("io.whorl.fuzz.seed", LongForm.of(1, new Random().nextInt(1 << 30)));
    private static final String ONLY = System.getProperty("io.whorl.fuzz.only", "");
    private static final int MINUTES = LongForm.of(4, 9 * 60);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @ParameterizedTest
    @CsvSource({FuzzTest.INDEX + ", 64, 2, 2000", FuzzTest.DUMPS + ", 256, 5, 20000", FuzzTest.TEXTS + ", 128, 5, 20000"
    })
    // Longer than the long form. The child process has a time limit for each input.
    @Timeout(value = 10, unit = TimeUnit.HOURS)
    void changedFilesCauseOnlyDocumentedErrors(String group, int heapMegabytes, int few, int many)
            throws IOException, InterruptedException {
        int rounds = Integer.getInteger("io.whorl.fuzz.rounds", LongForm.of(few, many));
        if (!ONLY.isEmpty()
                && FuzzTest.of(group, Files.createDirectories(directory.resolve("seeds"))).stream()
                        .noneMatch(t -> ONLY.equals(group) || ONLY.equals(t.name()))) {
            return;
        }
        List<String> command = CliRun.command(
                "-XX:-UsePerfData -Xmx" + heapMegabytes + "m"
                        + (LongForm.ON ? "" : " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"),
                FuzzChild.class,
                ONLY.isEmpty() ? group : ONLY,
                rounds,
                SEED,
                directory);
        Ended child = Ended.of(new ProcessBuilder(command).redirectErrorStream(true), MINUTES * 60L);
        if (LongForm.ON) {
            System.out.println("fuzz " + group + ", -Dio.whorl.fuzz.seed=" + SEED + "\n" + child.out());
        }
        assertEquals(0, child.code(), () -> "seed " + SEED + "\n" + child.out());
        assertTrue(child.out().endsWith("done\n"), child::out);
    }

    /** The files of an index, and schemes. */
    static final String INDEX = "index";
    /** Archives and dumps. */
    static final String DUMPS = "dumps";
    /** Documents that are converted to text. */
    static final String TEXTS = "texts";

    /**
     * @param wanted a group or the name of a target
     * @param directory the directory for the seeds
     */
    static List<FuzzTarget> of(String wanted, Path directory) throws IOException {
        List<FuzzTarget> found = new ArrayList<>();
        for (String group : List.of(INDEX, DUMPS, TEXTS)) {
            List<FuzzTarget> all = group.equals(INDEX) ? IndexTarget.all(directory) : CorpusTarget.all(group);
            all.stream()
                    .filter(t -> wanted.equals(group) || wanted.equals(t.name()))
                    .forEach(found::add);
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no group or target is called " + wanted);
        }
        return found;
    }

    /** A reader of one kind of file. */
    interface FuzzTarget {
        String name();

        /** Returns one or more valid files. */
        List<byte[]> seeds();

        /**
         * Reads a changed file. The result must be right, or a documented error.
         *
         * @param seed the index of the valid file that was changed
         * @param random the source of other random choices of the target
         * @param directory an empty directory for files, which is deleted afterwards
         * @throws Throwable if the result is wrong or the error is not documented
         */
        void read(int seed, byte[] changed, Random random, Path directory) throws Throwable;
    }

    /**
     * A file of a corpus. Reading it must end, and reports of what cannot be read must name the file. An unexpected
     * exception of a text converter is a failure here, although a corpus reader only reports it.
     *
     * @param name the name of the target and of the file, so that detection by name is tested too
     */
    record CorpusTarget(String name, List<byte[]> seeds) implements FuzzTarget {
        private static final int MOST = 2 << 20;
        private static final int THREADS = 2;

        /**
         * Returns the targets of a folder of small valid files. A file {@code NAME~2} is a second seed of {@code NAME}.
         */
        static List<FuzzTarget> all(String folder) throws IOException {
            Map<String, List<byte[]>> seeds = new TreeMap<>();
            URI place = URI.create(FuzzTest.class.getResource(folder).toString());
            try (Stream<Path> files = Files.list(Path.of(place))) {
                for (Path file : files.sorted().toList()) {
                    String name = file.getFileName().toString().split("~")[0];
                    seeds.computeIfAbsent(name, any -> new ArrayList<>()).add(Files.readAllBytes(file));
                }
            }
            List<FuzzTarget> targets = new ArrayList<>();
            seeds.forEach((name, files) -> targets.add(new CorpusTarget(name, files)));
            return targets;
        }

        @Override
        public void read(int seed, byte[] changed, Random random, Path directory) throws Exception {
            Path file = Files.write(directory.resolve(name), changed);
            ReaderOptions options =
                    ReaderOptions.DEFAULT.threads(THREADS).formats(FormatOptions.DEFAULT.maxDocument(MOST));
            List<Skipped> skipped = new ArrayList<>();
            try (CorpusReader reader = CorpusReader.open(List.of(file), options, skipped::add)) {
                for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                    require(!next.get().id().isEmpty(), "a document without an id");
                    require(next.get().utf8().length <= MOST, "a document larger than the limit");
                    require(
                            next.get().place().startsWith(file.toString()),
                            "a document from " + next.get().place());
                }
            }
            for (Skipped skip : skipped) {
                require(skip.place().startsWith(file.toString()), "a report that does not name the file: " + skip);
                require(!skip.detail().contains("it cannot be converted to text as"), skip.detail());
            }
        }

        private static void require(boolean holds, String otherwise) {
            if (!holds) {
                throw new AssertionError(otherwise);
            }
        }
    }
}
