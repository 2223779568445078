package io.whorl.query;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.DiskSpaceException;
import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.TestFiles;
import io.whorl.cluster.ClusterLines;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.PairsOptions;
import io.whorl.fingerprint.Schemes;
import io.whorl.measure.Measure;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Searches that are stopped at any checkpoint give the same result when they are resumed. */
class ResumedWorkTest {
    private static final int DOCUMENTS = 400;

    @TempDir
    private static Path directory;

    private static Path index;
    private static Snapshot snapshot;

    private Path work = directory.resolve("work");

    @BeforeAll
    static void open() throws IOException {
        index = directory.resolve("index");
        build(index, DOCUMENTS);
        snapshot = Snapshot.open(index);
    }

    /** A search, and what it finds as lines. */
    private enum Search {
        PAIRS,
        BEST_PAIRS,
        STARS,
        COMPONENTS;

        private boolean ofPairs() {
            return this == PAIRS || this == BEST_PAIRS;
        }

        /** Keeps its work in a directory, if there is one, and removes it at the end. */
        List<String> lines(Snapshot snapshot, Optional<Path> work, int threads, Clusters.Progress progress) {
            return ofPairs() ? pairs(snapshot, work, threads, progress) : clusters(snapshot, work, threads, progress);
        }

        private List<String> pairs(Snapshot snapshot, Optional<Path> work, int threads, Clusters.Progress progress) {
            PairsOptions options = pairsOptions(work).threads(threads);
            PairsOptions best = options.top(40).measure(Measure.WEIGHTED_CONTAINMENT);
            try (Pairs pairs = snapshot.pairs(this == PAIRS ? options : best, progress)) {
                List<String> lines = found(pairs);
                work.ifPresent(any -> pairs.removeWork());
                return lines;
            }
        }

        private List<String> clusters(Snapshot snapshot, Optional<Path> work, int threads, Clusters.Progress progress) {
            ClusterOptions options = clusterOptions(work)
                    .threads(threads)
                    .link(this == STARS ? ClusterOptions.Link.STAR : ClusterOptions.Link.COMPONENTS);
            try (Clusters clusters = snapshot.clusters(options, progress)) {
                List<String> lines = ClusterLines.read(clusters);
                lines.add(clusters.clustered() + " of " + clusters.documents() + ", " + clusters.ignored());
                work.ifPresent(any -> clusters.removeWork());
                return lines;
            }
        }
    }

    private static void build(Path index, int documents) throws IOException {
        RandomCorpus.index(
                index,
                Schemes.of("granularity=2"),
                RandomCorpus.of(11, documents, 90),
                BuildOptions.DEFAULT.threads(1));
    }

    private static PairsOptions pairsOptions(Optional<Path> work) {
        PairsOptions plain = PairsOptions.DEFAULT.minScore(0.1).maxDf(PairsOptions.ALL);
        return work.map(w -> plain.memory(PairsOptions.MIN_MEMORY).work(w).resume(true))
                .orElse(plain);
    }

    private static ClusterOptions clusterOptions(Optional<Path> work) {
        ClusterOptions plain = ClusterOptions.DEFAULT.minScore(0.2);
        return work.map(w -> plain.memory(ClusterOptions.MIN_MEMORY).work(w).resume(true))
                .orElse(plain);
    }

    private static List<String> found(Pairs pairs) {
        List<String> lines = new ArrayList<>();
        pairs.forEachRemaining(p -> lines.add(p.a() + " " + p.b() + " " + p.score() + " " + p.shared() + " "
                + p.family().map(Collection::size).orElse(0)));
        lines.add(pairs.families() + " families, " + pairs.ignored());
        return lines;
    }

    /** Runs until a number of documents are counted, and then resumes with another number of threads. */
    @ParameterizedTest
    @EnumSource
    void aStoppedSearchResumesToTheSameResult(Search search) {
        List<String> expected = search.lines(snapshot, Optional.empty(), 1, Clusters.Progress.NONE);
        assertTrue(expected.size() > 30, expected::toString);
        int steps = search.ofPairs() ? DOCUMENTS : 2 * DOCUMENTS;
        for (int stop = 1; stop <= steps; stop += LongForm.of(steps / 3, 31)) {
            int at = stop;
            int threads = 1 + stop % 2;
            assertThrows(
                    Stop.class,
                    () -> search.lines(snapshot, Optional.of(work), threads, (done, all) -> {
                        if (done >= at) {
                            throw new Stop();
                        }
                    }));
            List<Long> progress = new ArrayList<>();
            List<String> resumed =
                    search.lines(snapshot, Optional.of(work), 3 - threads, (done, all) -> progress.add(done));
            assertEquals(expected, resumed, "stopped at " + stop);
            // Finished parts are not counted again.
            assertTrue(!search.ofPairs() || progress.get(0) > stop - 130, () -> at + ": " + progress.get(0));
            assertFalse(Files.exists(work));
        }
    }

    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** A search whose result was read, but whose work was not removed, gives the result again. */
    @Test
    void finishedWorkIsReadAgain() throws Exception {
        PairsOptions options = pairsOptions(Optional.of(work));
        List<String> first;
        try (Pairs pairs = snapshot.pairs(options)) {
            first = found(pairs);
        }
        try (Pairs pairs = snapshot.pairs(options)) {
            assertEquals(first, found(pairs));
            assertReason(RefusedException.Reason.LOCKED, "another search", () -> snapshot.pairs(options));
            // POSIX would release the lock if the refused search had opened its file.
            try (ChildJvm child =
                    ChildJvm.start(LockProbe.class, work.resolve("LOCK").toString())) {
                assertEquals(List.of("held"), child.output());
            }
            pairs.removeWork();
        }
    }

    private static void assertRefused(Reason reason, String message, PairsOptions options) {
        assertReason(reason, message, () -> snapshot.pairs(options));
    }

    @Test
    void workOfAnotherSearchIsRefused() throws IOException {
        PairsOptions options = pairsOptions(Optional.of(work));
        snapshot.pairs(options).close();
        assertRefused(Reason.UNFINISHED, "resume it", options.resume(false));
        assertRefused(Reason.CHANGED, "min-score was 0.1 and is 0.2", options.minScore(0.2));
        assertRefused(Reason.CHANGED, "max-df was ", options.maxDf(9));
        assertRefused(Reason.CHANGED, "super-shingles was 0", options.superShingles(4));
        assertMessage(
                RefusedException.class,
                "for was pairs and is clusters",
                () -> snapshot.clusters(clusterOptions(Optional.of(work))));
        Path other = directory.resolve("other");
        build(other, DOCUMENTS - 1);
        try (Snapshot changed = Snapshot.open(other)) {
            assertReason(Reason.CHANGED, "index was 400 documents", () -> changed.pairs(options));
        }
        TestFiles.delete(work);
    }

    @Test
    void damagedWorkIsRefused() throws IOException {
        PairsOptions options = pairsOptions(Optional.of(work));
        snapshot.pairs(options).close();
        for (Path file : TestFiles.files(work, ".*")) {
            byte[] bytes = Files.readAllBytes(file);
            if (bytes.length == 0) {
                continue;
            }
            byte[] damaged = bytes.clone();
            damaged[bytes.length / 3] ^= 4;
            Files.write(file, damaged);
            assertRefused(Reason.DAMAGED, file.getFileName() + " is damaged", options);
            Files.delete(file);
            if (file.getFileName().toString().startsWith("pairs")) {
                assertRefused(Reason.DAMAGED, file.getFileName() + " is damaged", options);
            }
            Files.write(file, bytes);
        }
        TestFiles.delete(work);
    }

    @Test
    void aFullDiskLosesNothingThatIsResumed() throws IOException {
        PairsOptions options = pairsOptions(Optional.of(work)).threads(1);
        assertThrows(
                Stop.class,
                () -> snapshot.pairs(options, (done, documents) -> {
                    if (done > DOCUMENTS / 2) {
                        throw new Stop();
                    }
                }));
        Segment segment = TestFiles.segment(index);
        assertMessage(
                DiskSpaceException.class,
                "work",
                () -> new Pairs(segment, options, new ScratchSpace(work, 1L << 60), Clusters.Progress.NONE));
        List<Long> progress = new ArrayList<>();
        try (Pairs pairs = snapshot.pairs(options, (done, documents) -> progress.add(done))) {
            assertEquals(Search.PAIRS.lines(snapshot, Optional.empty(), 1, Clusters.Progress.NONE), found(pairs));
            assertTrue(progress.get(0) > DOCUMENTS / 4, progress::toString);
            pairs.removeWork();
        }
        segment.release();
    }

    // A search that is killed at any moment, again and again, ends with the bytes of an undisturbed one.

    private static final int KILLS = LongForm.of(2, 50);

    private static final int KILLED_DOCUMENTS = LongForm.of(1_200, 4_000);

    private static final int SHORTEST_MILLIS = 20;

    @TempDir
    private Path folder;

    private int span = LongForm.of(500, 2_000);

    @Test
    void aKilledSearchResumesToTheSameBytes() throws Exception {
        Path index = folder.resolve("index");
        build(index, KILLED_DOCUMENTS);
        Random random = new Random(5);
        Map<Search, List<String>> expected = new EnumMap<>(Search.class);
        try (Snapshot snapshot = Snapshot.open(index)) {
            for (Search search : List.of(Search.PAIRS, Search.STARS)) {
                expected.put(search, search.lines(snapshot, Optional.empty(), 1, Clusters.Progress.NONE));
            }
        }
        Path out = folder.resolve("out");
        Search search = Search.PAIRS;
        for (int kill = 1; kill <= KILLS; kill++) {
            boolean done = killed(search, 1 + kill % 2, random);
            if (done || kill == KILLS) {
                try (ChildJvm child = start(search, 2)) {
                    assertEquals(List.of("open", "done"), child.output());
                }
                assertEquals(expected.get(search), Files.readAllLines(out));
                Files.delete(out);
                search = search == Search.PAIRS ? Search.STARS : Search.PAIRS;
            }
        }
    }

    /** Runs a search, and kills it. Returns whether it had ended before. */
    private boolean killed(Search search, int threads, Random random) throws Exception {
        List<String> printed = new ArrayList<>();
        try (ChildJvm child = start(search, threads)) {
            printed.add(child.awaitLine("open"));
            Thread.sleep(random.nextInt(span));
            child.kill();
            printed.addAll(child.output());
            assertEquals(List.of(), child.failures());
        }
        boolean done = printed.contains("done");
        // Spread the kills over the whole search, whatever the load of the machine.
        span = done ? Math.max(SHORTEST_MILLIS, span * 7 / 10) : span * 11 / 10;
        return done;
    }

    private ChildJvm start(Search search, int threads) throws IOException {
        return ChildJvm.start(
                List.of("-XX:TieredStopAtLevel=1", "-Xmx256m"),
                KilledSearch.class,
                folder.toString(),
                search.name(),
                Integer.toString(threads));
    }

    /** A process to kill: {@code FOLDER SEARCH THREADS}. It resumes the work, and writes what it finds. */
    private static final class KilledSearch {
        public static void main(String[] args) throws IOException {
            Path folder = Path.of(args[0]);
            try (Snapshot snapshot = Snapshot.open(folder.resolve("index"))) {
                System.out.println("open");
                Optional<Path> work = Optional.of(folder.resolve("killed"));
                int threads = Integer.parseInt(args[2]);
                Files.write(
                        folder.resolve("out"),
                        Search.valueOf(args[1]).lines(snapshot, work, threads, Clusters.Progress.NONE));
            }
            System.out.println("done");
        }
    }

    /** Prints whether another process holds the lock of a file. */
    private static final class LockProbe {
        public static void main(String[] args) throws IOException {
            try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
                System.out.println(channel.tryLock() == null ? "held" : "free");
            }
        }
    }
}
