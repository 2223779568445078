package io.whorl.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.WriterException;
import io.whorl.bulk.TestFiles;
import io.whorl.live.LiveTier.LiveLimits;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.LongForm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the requirements of a live tier, in processes that meet them and in processes that do not. */
class LiveFlagsTest {
    private static final List<String> FLAGS = List.of(LiveTier.flags().split(" "));

    @TempDir
    Path directory;

    @Test
    void thisProcessHasTheFlags() {
        LiveTier.check();
        Set<String> given = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(a -> a.startsWith("--add-"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(FLAGS), given);
    }

    @Test
    void thePageOnLiveIndexesListsTheFlags() throws IOException {
        Path page = Path.of("..", "docs", "live-index.md");
        assertTrue(Files.readString(page).contains(String.join("\n", FLAGS)), page + " must list:\n" + FLAGS);
    }

    @Test
    void worksWithExactlyTheFlagsAndPrintsNothing() throws Exception {
        List<String> lines = run(live(FLAGS));
        assertEquals("live 12", lines.get(lines.size() - 1), lines::toString);
        // From Java 24 on, the JVM itself warns about native access and sun.misc.Unsafe.
        boolean warns = Runtime.version().feature() >= 24;
        assertTrue(
                lines.subList(0, lines.size() - 1).stream()
                        .allMatch(l -> warns && (l.isEmpty() || l.startsWith("WARNING: "))),
                lines::toString);
    }

    @Test
    void messageNamesTheMissingFlags() throws Exception {
        // The short form leaves out an export and an opening.
        for (String left : LongForm.ON ? FLAGS : List.of(FLAGS.get(0), FLAGS.get(FLAGS.size() - 1))) {
            List<String> others = FLAGS.stream().filter(f -> !f.equals(left)).toList();
            assertUnavailable("(1 of 5 are missing); add them: java " + left + " ...", run(live(others)));
        }
    }

    /** Limited to the modules of a JRE, a JDK has no compiler. */
    @Test
    void runtimeWithoutCompilerIsReported() throws Exception {
        List<String> limited =
                List.of("--limit-modules", "java.base,java.logging,java.management,jdk.unsupported,java.xml");
        assertUnavailable("needs a JDK", run(live(limited)));
    }

    /** A limit on the size of files simulates a full disk. Space is reserved before anything is added. */
    @Test
    void fullDiskCausesAnIoException() throws Exception {
        String quoted = live(FLAGS).stream().map(a -> "'" + a + "'").collect(Collectors.joining(" "));
        List<String> lines = run(List.of("bash", "-c", "ulimit -f 100; exec " + quoted));
        assertTrue(lines.get(lines.size() - 1).startsWith("failed java.io.IOException"), lines::toString);
        assertEquals(Set.of(), TestFiles.names(directory));
    }

    private List<String> live(List<String> flags) {
        return ChildJvm.command(flags, ChildWriter.class, directory.toString(), "100000");
    }

    private static void assertUnavailable(String expected, List<String> lines) {
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(
                lines.get(0).startsWith("unavailable the live tier needs")
                        && lines.get(0).contains(expected),
                lines::toString);
    }

    /** The output of a process, standard error first. */
    private static List<String> run(List<String> command) throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.of(command)) {
            List<String> output = child.output();
            return Stream.concat(child.errors().lines(), output.stream()).toList();
        }
    }

    /** The main class of a child process: {@code DIRECTORY POSTINGS}. Prints the result. */
    private static final class ChildWriter {
        private ChildWriter() {}

        public static void main(String[] args) throws IOException {
            Path directory = Path.of(args[0]);
            try {
                System.out.println("live " + live(directory.resolve("map"), Long.parseLong(args[1])));
            } catch (WriterException e) {
                System.out.println("unavailable " + e.getMessage());
            } catch (IOException e) {
                System.out.println("failed " + e);
            }
        }

        private static long live(Path file, long postings) throws IOException {
            try (LiveTier tier = LiveTierTest.inMap(file, new LiveLimits(postings, 10), false)) {
                tier.add(new LoggedDocument(new byte[] {'a'}, 1, new byte[0], new long[] {5, 7}, new int[0], 2));
                long[] sum = {0};
                try (LiveView view = tier.view()) {
                    view.forEach((minutia, document, frequency) -> sum[0] += minutia);
                    return LiveTierTest.LiveModel.holders(view, 7).isEmpty() ? -1 : sum[0];
                }
            }
        }
    }
}
