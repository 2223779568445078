package io.whorl.rebuild;

import static io.whorl.rebuild.Rebuilding.OPTIONS;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.LongForm;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.bulk.TestFiles;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashScenario;
import io.whorl.crash.CrashScenario.CrashReport;
import io.whorl.crash.IndexState;
import io.whorl.journal.Journal;
import io.whorl.rebuild.Rebuilding.Doc;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A rebuild that is killed or interrupted at any moment leaves the old index whole, and resumes to the bytes of an
 * undisturbed one.
 */
class RebuildKillTest {
    private static final int KILLS = LongForm.of(8, 200);
    private static final int DOCUMENTS = 150;
    private static final int FINISHED_EVERY = 3;
    private static final int STARTING_EVERY = 7;
    private static final int SHORTEST_MILLIS = 20;
    private static final int MOST_WAITS = 60_000;
    private static final long SEED = 7;
    private static final List<Doc> DUMP = Rebuilding.dump(SEED, DOCUMENTS);
    private static final List<Doc> QUERIES = DUMP.subList(0, 6);

    @TempDir
    Path directory;

    private final Map<String, Integer> counts = new TreeMap<>();
    private int span = 600;
    private Path index;
    private IndexState oldState;
    private byte[] newBytes;

    @Test
    void aKilledRebuildResumesToTheSameBytes() throws Exception {
        index = directory.resolve("index");
        Rebuilding.buildOld(index);
        Rebuilding.rebuild(index, OPTIONS, DUMP);
        newBytes = Rebuilding.segment(index);
        Rebuilding.buildOld(index);
        oldState = IndexState.read(index, Rebuilding.queries(QUERIES));
        Random random = new Random(SEED);
        for (int kill = 1; kill <= KILLS; kill++) {
            List<String> printed = killed(kill % STARTING_EVERY == 0, kill % FINISHED_EVERY == 0, random);
            // Spread the kills over the whole rebuild, whatever the load of the machine.
            span = printed.contains("swapped") ? Math.max(SHORTEST_MILLIS, span * 7 / 10) : span * 11 / 10;
            if (look(printed) || kill % FINISHED_EVERY == 0) {
                finish();
            }
        }
        System.out.println("rebuild kill test: " + KILLS + " kills, at last within " + span + " ms, " + counts);
        assertTrue(counts.getOrDefault("resumed", 0) > 0, counts::toString);
    }

    private String[] arguments() {
        return new String[] {index.toString(), Long.toString(SEED), Integer.toString(DOCUMENTS)};
    }

    private static final List<String> FLAGS = List.of("-XX:TieredStopAtLevel=1", "-Xmx256m");
    private static final List<Doc> SMALL_DUMP = Rebuilding.dump(3, 7);
    private IndexState newState;
    private int failed;
    private int returned;

    /**
     * Starts or resumes a rebuild, and kills it.
     *
     * @param starting whether to kill it before it prints anything
     * @param finishedRun whether to wait until it has finished a run
     */
    private List<String> killed(boolean starting, boolean finishedRun, Random random) throws Exception {
        List<String> printed = new ArrayList<>();
        try (ChildJvm child = ChildJvm.start(FLAGS, KilledRebuild.class, arguments())) {
            if (starting) {
                Thread.sleep(100 + random.nextInt(400));
            } else {
                printed.add(child.awaitLine("open"));
                if (finishedRun) {
                    awaitFinishedRun();
                } else {
                    Thread.sleep(random.nextInt(span));
                }
            }
            child.kill();
            printed.addAll(child.output());
            assertEquals(List.of(), child.failures());
        }
        for (String line : printed) {
            assertTrue(line.matches("open \\d+|read|swapped|closed"), () -> String.join("\n", printed));
        }
        return printed;
    }

    /** Waits until the journal records a finished run, or the rebuild has ended. */
    private void awaitFinishedRun() throws Exception {
        Path journal = index.resolve("rebuild").resolve(Journal.NAME);
        for (int i = 0; i < MOST_WAITS; i++) {
            try {
                if (Files.readString(journal).chars().filter(c -> c == '\n').count() > 1) {
                    return;
                }
            } catch (NoSuchFileException e) {
                return;
            }
            Thread.sleep(2);
        }
        throw new AssertionError("no run was finished");
    }

    /** Returns whether the new index is published; otherwise the old one must be whole. */
    private boolean look(List<String> printed) throws IOException {
        IndexState state = IndexState.read(index, Rebuilding.queries(QUERIES));
        boolean swapped = printed.contains("swapped");
        boolean same = state.equals(oldState);
        assertTrue(
                same != swapped || !same && printed.contains("read"),
                "printed " + printed + ", and the index has " + state);
        count(
                printed.isEmpty()
                        ? "killed while starting"
                        : swapped
                                ? "killed when done"
                                : printed.contains("read")
                                        ? same ? "killed while merging" : "killed while swapping"
                                        : "killed while reading");
        return !same;
    }

    /** Finishes the rebuild, if there is one, and restores the old index for the next. */
    private void finish() throws IOException {
        IndexRebuild.Report report = Journal.exists(index.resolve("rebuild"))
                ? Rebuilding.resume(index, OPTIONS, DUMP)
                : Rebuilding.rebuild(index, OPTIONS, DUMP);
        count(report.resumed() > 0 ? "resumed" : "began again");
        assertArrayEquals(newBytes, Rebuilding.segment(index));
        assertEquals(
                List.of("LOCK", "MANIFEST", "segment"),
                TestFiles.names(index).stream()
                        .map(n -> n.replaceAll("-.*", ""))
                        .toList());
        Rebuilding.buildOld(index);
        assertEquals(oldState, IndexState.read(index, Rebuilding.queries(QUERIES)));
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    @Test
    void anotherProcessLearnsThatARebuildHoldsTheLock() throws Exception {
        index = directory.resolve("index");
        Rebuilding.buildOld(index);
        try (ChildJvm child = ChildJvm.start(FLAGS, KilledRebuild.class, index.toString(), "1", "100000")) {
            child.awaitLine("open");
            RefusedException e = assertReason(
                    RefusedException.Reason.LOCKED,
                    () -> IndexWriter.open(index, WriterOptions.DEFAULT.liveMap(LiveMap.NONE)));
            assertTrue(
                    e.getMessage().contains("process " + child.pid() + ", which is rebuilding the index"),
                    e.getMessage());
        }
    }

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    @Test
    void anInterruptAtAnyForceIsHandled() throws IOException {
        Path index = directory.resolve("index");
        Rebuilding.buildOld(index);
        oldState = IndexState.read(index, Rebuilding.queries(SMALL_DUMP));
        Rebuilding.rebuild(index, Rebuilding.OPTIONS, SMALL_DUMP);
        newState = IndexState.read(index, Rebuilding.queries(SMALL_DUMP));
        newBytes = Rebuilding.segment(index);
        int nth = 1;
        while (isInterrupted(nth)) {
            nth++;
        }
        assertTrue(failed > 10 && returned > 1, failed + " failed, " + returned + " returned");
    }

    /** Returns whether there was an n-th force to interrupt. */
    private boolean isInterrupted(int nth) throws IOException {
        CrashFileSystem system = CrashFileSystem.over(Files.createDirectory(directory.resolve("disk-" + nth)));
        Path index = system.root().resolve("index");
        Path real = Path.of(index.toString());
        Rebuilding.buildOld(index);
        int[] forces = {0};
        system.onSync(point -> {
            if (!point.done() && ++forces[0] == nth) {
                Thread.currentThread().interrupt();
            }
        });
        boolean done = true;
        try {
            Rebuilding.rebuild(index, Rebuilding.OPTIONS, SMALL_DUMP);
        } catch (IOException e) {
            done = false;
        }
        boolean struck = forces[0] >= nth;
        assertEquals(struck, Thread.interrupted(), "an interrupt is not forgotten");
        assertEquals(
                done ? newState : oldState,
                IndexState.read(real, Rebuilding.queries(SMALL_DUMP)),
                "interrupted at force " + nth);
        failed += done ? 0 : 1;
        returned += struck && done ? 1 : 0;
        if (!done) {
            try {
                Rebuilding.resume(real, Rebuilding.OPTIONS, SMALL_DUMP);
            } catch (RefusedException e) {
                assertEquals(Reason.NOTHING_TO_RESUME, e.reason(), e.getMessage());
                Rebuilding.rebuild(real, Rebuilding.OPTIONS, SMALL_DUMP);
            }
        }
        assertArrayEquals(newBytes, Rebuilding.segment(real), "interrupted at force " + nth);
        return struck;
    }

    /** A process to kill: {@code INDEX SEED DOCUMENTS}. Begins or resumes a rebuild, and prints its steps. */
    static final class KilledRebuild {
        private KilledRebuild() {}

        public static void main(String[] args) throws IOException {
            Path index = Path.of(args[0]);
            try (IndexRebuild rebuild = Journal.exists(index.resolve("rebuild"))
                    ? IndexRebuild.resume(index, Rebuilding.OPTIONS)
                    : IndexRebuild.begin(index, Rebuilding.OPTIONS)) {
                System.out.println("open " + rebuild.resumed());
                for (Doc d : Rebuilding.dump(Long.parseLong(args[1]), Integer.parseInt(args[2]))) {
                    rebuild.add(d.id(), d.text());
                }
                System.out.println("read");
                rebuild.finish();
                System.out.println("swapped");
            }
            System.out.println("closed");
        }
    }

    // A rebuild whose disk fills up at any operation, or loses its power at any force, leaves the old index or the new
    // one, and continues.

    private static final int STEP = LongForm.of(29, 1);

    private static final List<Doc> FAULT_DUMP = Rebuilding.dump(3, 7);

    private int disks;

    private static final int SEEDS = LongForm.of(1, 20);

    @BeforeEach
    void states() throws IOException {
        Path index = directory.resolve("index");
        Rebuilding.buildOld(index);
        oldState = IndexState.read(index, Rebuilding.queries(FAULT_DUMP));
        Rebuilding.rebuild(index, Rebuilding.OPTIONS, FAULT_DUMP);
        newState = IndexState.read(index, Rebuilding.queries(FAULT_DUMP));
        newBytes = Rebuilding.segment(index);
    }

    @ParameterizedTest
    @MethodSource("io.whorl.crash.CrashFileSystem$Fault#fullDisks")
    void aFullDiskKeepsTheOldIndexAndTheRebuildContinues(Fault kind) throws IOException {
        long nth = 1;
        while (fails(kind, nth)) {
            nth += STEP;
        }
        assertTrue(nth > 40, "only " + nth + " operations could fail");
    }

    /** Returns whether there was an n-th operation to fail. */
    private boolean fails(Fault kind, long nth) throws IOException {
        CrashFileSystem system = CrashFileSystem.over(Files.createDirectory(directory.resolve("disk-" + disks++)));
        Path index = system.root().resolve("index");
        Path real = Path.of(index.toString());
        Rebuilding.buildOld(index);
        system.fail(kind.numbered(nth));
        boolean returned = true;
        try {
            Rebuilding.rebuild(index, Rebuilding.OPTIONS, FAULT_DUMP);
        } catch (IOException e) {
            returned = false;
            assertTrue(e.getMessage().contains("No space left"), e.getMessage());
        }
        boolean failed = system.failures() > 0;
        system.heal();
        String message = kind + " " + nth;
        IndexState after = IndexState.read(real, Rebuilding.queries(FAULT_DUMP));
        assertTrue(after.equals(newState) || !returned && after.equals(oldState), message);
        try {
            Rebuilding.resume(index, Rebuilding.OPTIONS, FAULT_DUMP);
        } catch (RefusedException e) {
            assertEquals(Reason.NOTHING_TO_RESUME, e.reason(), message + ": " + e.getMessage());
            Rebuilding.rebuild(index, Rebuilding.OPTIONS, FAULT_DUMP);
        }
        assertArrayEquals(newBytes, Rebuilding.segment(real), message);
        assertTrue(Files.notExists(real.resolve("rebuild")), message);
        return failed;
    }

    private IndexState read(Path index) throws IOException {
        IndexState state = IndexState.read(index, Rebuilding.queries(FAULT_DUMP));
        try {
            IndexRebuild.Report report = Rebuilding.resume(index, Rebuilding.OPTIONS, FAULT_DUMP);
            counts.merge(
                    state.equals(newState) ? "swapped" : report.resumed() > 0 ? "went on" : "began again",
                    1,
                    Integer::sum);
        } catch (RefusedException e) {
            assertEquals(Reason.NOTHING_TO_RESUME, e.reason(), e.getMessage());
            counts.merge("nothing to resume", 1, Integer::sum);
            Rebuilding.rebuild(index, Rebuilding.OPTIONS, FAULT_DUMP);
        }
        assertArrayEquals(newBytes, Rebuilding.segment(index));
        assertTrue(Files.notExists(index.resolve("rebuild")));
        return state;
    }

    @Test
    void aPowerLossLeavesTheOldOrTheNewIndex() throws Exception {
        Path images = Files.createDirectory(directory.resolve("images"));
        CrashReport<IndexState> report = new CrashScenario<>(images, image -> read(image.resolve("index")), SEEDS)
                .run(root -> Rebuilding.buildOld(root.resolve("index")), oldState, (system, history) -> {
                    Path index = system.root().resolve("index");
                    Rebuilding.stopped(index, FAULT_DUMP, FAULT_DUMP.size() / 2);
                    history.begins(newState);
                    Rebuilding.resume(index, Rebuilding.OPTIONS, FAULT_DUMP);
                    history.acknowledged(newState);
                });
        System.out.println("power lost in a rebuild: " + report + " " + counts);
        assertEquals(Set.of(oldState, newState), report.states().keySet());
        assertTrue(report.points() > 20, report::toString);
        assertEquals(Set.of("began again", "nothing to resume", "swapped", "went on"), counts.keySet());
    }
}
