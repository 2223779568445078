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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
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
                "-Xmx" + heapMegabytes + "m", FuzzChild.class, ONLY.isEmpty() ? group : ONLY, rounds, SEED, directory);
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

    /**
     * Runs targets in a process of its own, so that a hang, a crash of the virtual machine or an exhausted heap ends
     * only that process. Prints one line per target. The exit code is 1 if an input causes an undocumented error; the
     * input is kept.
     */
    static final class FuzzChild {
        private static final int SECONDS_FOR_ONE = 60;

        private FuzzChild() {}

        /**
         * Arguments: a group or the name of a target, the number of rounds, the random seed, and a directory for files.
         */
        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[3]);
            ExecutorService reader = Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(task, "fuzz");
                thread.setDaemon(true);
                return thread;
            });
            boolean sound = true;
            for (FuzzTarget target : FuzzTest.of(args[0], Files.createDirectories(directory.resolve("seeds")))) {
                int rounds = Integer.parseInt(args[1]);
                long begun = System.nanoTime();
                long slowest = run(target, rounds, Long.parseLong(args[2]), directory, reader);
                sound &= slowest >= 0;
                System.out.println(target.name() + ": " + rounds + " rounds, " + millis(begun) + " ms, the slowest "
                        + slowest + " ms");
            }
            System.out.println(sound ? "done" : "failed");
            System.exit(sound ? 0 : 1);
        }

        private static long millis(long since) {
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
        }

        /** Returns the time of the slowest round in milliseconds, or −1 if a round failed. */
        private static long run(FuzzTarget target, int rounds, long seed, Path directory, ExecutorService reader)
                throws IOException, InterruptedException {
            List<byte[]> seeds = target.seeds();
            long slowest = 0;
            for (int round = 0; round < rounds; round++) {
                Random random = new Random((seed * 31 + target.name().hashCode()) * 1_000_003 + round);
                int which = random.nextInt(seeds.size());
                byte[] changed = new Mutator(random).mutate(seeds.get(which), seeds);
                Path work = Files.createDirectory(directory.resolve("work-" + target.name() + "-" + round));
                Thread[] thread = new Thread[1];
                long begun = System.nanoTime();
                Future<Void> done = reader.submit(() -> {
                    thread[0] = Thread.currentThread();
                    try {
                        target.read(which, changed, random, work);
                    } catch (Exception | Error e) {
                        throw e;
                    } catch (Throwable e) {
                        throw new IllegalStateException(e);
                    }
                    return null;
                });
                try {
                    done.get(SECONDS_FOR_ONE, TimeUnit.SECONDS);
                } catch (ExecutionException e) {
                    report(target, seed, round, changed, directory, e.getCause());
                    return -1;
                } catch (TimeoutException e) {
                    Exception hangs = new Exception("timeout after " + SECONDS_FOR_ONE + " s");
                    hangs.setStackTrace(thread[0].getStackTrace());
                    report(target, seed, round, changed, directory, hangs);
                    return -1;
                }
                slowest = Math.max(slowest, millis(begun));
                FileUtils.deleteDirectory(work.toFile());
            }
            return slowest;
        }

        private static void report(
                FuzzTarget target, long seed, int round, byte[] changed, Path directory, Throwable what)
                throws IOException {
            Path kept = Files.write(directory.resolve(target.name() + "-" + seed + "-" + round + ".bin"), changed);
            System.out.println(
                    "FAILED " + target.name() + ", seed " + seed + ", round " + round + ", input kept in " + kept);
            what.printStackTrace(System.out);
        }

        /**
         * Changes a valid file in one to four ways that parsers often do not expect. The same seed gives the same
         * changes.
         */
        static final class Mutator {
            private static final int MOST_CHANGES = 4;
            private static final int LONGEST = 1 << 20;
            private static final String[] NUMBERS =
                    ("0¦-1¦2147483647¦2147483648¦4294967296¦9223372036854775807¦99999999999999999999¦1e309¦¦x")
                            .split("¦");
            private static final String[] PIECES =
                    ("\0¦\n¦\r\n\r\n¦\"¦\\¦{¦}¦[¦]¦<¦>¦&#x10FFFF;¦<!--¦-->¦]]>¦{{¦}}¦[[¦]]¦\\begin{¦\\end{¦$¦%¦"
                                    + "\u00ff¦PK\3\4¦From ¦WARC/1.0\r\n")
                            .split("¦");

            private final Random random;

            Mutator(Random random) {
                this.random = random;
            }

            /** @param others valid files of the same kind, of which pieces are inserted */
            byte[] mutate(byte[] valid, List<byte[]> others) {
                byte[] now = valid;
                for (int changes = 1 + random.nextInt(MOST_CHANGES); changes > 0; changes--) {
                    now = change(now, others.get(random.nextInt(others.size())));
                }
                return now.length > LONGEST ? Arrays.copyOf(now, LONGEST) : now;
            }

            private byte[] change(byte[] b, byte[] other) {
                if (b.length == 0) {
                    return slice(other, 0, random.nextInt(other.length + 1));
                }
                int at = random.nextInt(b.length);
                int n = Math.min(b.length - at, 1 + random.nextInt(1 << random.nextInt(12)));
                return switch (random.nextInt(11)) {
                    case 0 -> flipped(b, at);
                    case 1 -> overwritten(b, at, new byte[] {(byte) random.nextInt()});
                    case 2 -> overwritten(b, at, number());
                    case 3 -> slice(b, 0, at);
                    case 4 -> replaced(b, at, at + n, new byte[0]);
                    case 5 -> replaced(b, at, at, slice(b, at, at + n));
                    case 6 -> replaced(b, at, at, repeated(slice(b, at, Math.min(at + n, at + 8))));
                    case 7 -> replaced(b, at, at + n, part(other));
                    case 8 -> replaced(slice(b, 0, at), at, at, slice(other, Math.min(at, other.length), other.length));
                    case 9 -> decimal(b, at);
                    default ->
                        replaced(
                                b,
                                at,
                                at,
                                repeated(PIECES[random.nextInt(PIECES.length)].getBytes(StandardCharsets.UTF_8)));
                };
            }

            private byte[] flipped(byte[] b, int at) {
                byte[] copy = b.clone();
                copy[at] ^= (byte) (1 << random.nextInt(8));
                return copy;
            }

            /** A power of two or a number beside it, of either sign. */
            private byte[] number() {
                long power = 1L << random.nextInt(Long.SIZE);
                ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
                int width = 1 << random.nextInt(4);
                boolean little = random.nextBoolean();
                bytes.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
                        .putLong((random.nextBoolean() ? power : -power) + random.nextInt(3) - 1);
                return little ? slice(bytes.array(), 0, width) : slice(bytes.array(), Long.BYTES - width, Long.BYTES);
            }

            /** Replaces the next digits by another number. */
            private byte[] decimal(byte[] b, int at) {
                int from = at;
                while (from < b.length && (b[from] < '0' || b[from] > '9')) {
                    from++;
                }
                int to = from;
                while (to < b.length && b[to] >= '0' && b[to] <= '9') {
                    to++;
                }
                return replaced(
                        b, from, to, NUMBERS[random.nextInt(NUMBERS.length)].getBytes(StandardCharsets.US_ASCII));
            }

            private byte[] part(byte[] other) {
                int from = random.nextInt(other.length + 1);
                return slice(other, from, Math.min(other.length, from + 1 + random.nextInt(1 << random.nextInt(12))));
            }

            /**
             * Repeats a piece a few times, and sometimes often enough to reveal work that grows faster than the input.
             */
            private byte[] repeated(byte[] piece) {
                int times = random.nextInt(8) == 0 ? 1 << random.nextInt(15) : 1 + random.nextInt(4);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                for (int i = 0; i < times; i++) {
                    out.writeBytes(piece);
                }
                return out.toByteArray();
            }

            private static byte[] overwritten(byte[] b, int at, byte[] by) {
                byte[] copy = b.clone();
                System.arraycopy(by, 0, copy, at, Math.min(by.length, b.length - at));
                return copy;
            }

            private static byte[] slice(byte[] b, int from, int to) {
                return Arrays.copyOfRange(b, from, Math.min(to, b.length));
            }

            private static byte[] replaced(byte[] b, int from, int to, byte[] by) {
                ByteArrayOutputStream out = new ByteArrayOutputStream(b.length + by.length);
                out.write(b, 0, from);
                out.writeBytes(by);
                out.write(b, to, b.length - to);
                return out.toByteArray();
            }
        }
    }
}
