package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.LongForm;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Pairs;
import io.whorl.journal.Journal;
import io.whorl.query.ResumedWorkTest.WorkIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search that is killed at any moment, again and again, ends with the bytes of an undisturbed one. */
class KilledSearchTest {
    private static final int KILLS = LongForm.of(3, 50);
    private static final int DOCUMENTS = LongForm.of(1_200, 4_000);
    private static final int SHORTEST_MILLIS = 20;

    @TempDir
    private Path directory;

    private final Map<String, Integer> counts = new TreeMap<>();
    private int span = LongForm.of(500, 2_000);

    @Test
    void aKilledSearchResumesToTheSameBytes() throws Exception {
        Path index = directory.resolve("index");
        WorkIndex.build(index, DOCUMENTS);
        Random random = new Random(5);
        List<String> expectedPairs;
        List<String> expectedClusters;
        try (Snapshot snapshot = Snapshot.open(index)) {
            expectedPairs = KilledSearch.pairs(snapshot, directory.resolve("first"), 1);
            expectedClusters = KilledSearch.clusters(snapshot, directory.resolve("second"), 2);
        }
        Path work = directory.resolve("work");
        Path out = directory.resolve("out");
        String what = "pairs";
        for (int kill = 1; kill <= KILLS; kill++) {
            boolean done = killed(index, work, out, what, 1 + kill % 2, random);
            if (done || kill == KILLS) {
                finish(index, work, out, what);
                assertEquals(what.equals("pairs") ? expectedPairs : expectedClusters, Files.readAllLines(out));
                remove(work);
                Files.delete(out);
                what = what.equals("pairs") ? "clusters" : "pairs";
            }
        }
        System.out.println("search kill test: " + KILLS + " kills, at last within " + span + " ms, " + counts);
        assertEquals(KILLS, counts.values().stream().mapToInt(n -> n).sum());
    }

    /** Runs a search, and kills it. Returns whether it had ended before. */
    private boolean killed(Path index, Path work, Path out, String what, int threads, Random random) throws Exception {
        List<String> printed = new ArrayList<>();
        try (ChildJvm child = start(index, work, out, what, threads)) {
            printed.add(child.awaitLine("open"));
            Thread.sleep(random.nextInt(span));
            child.kill();
            printed.addAll(child.output());
            assertEquals(List.of(), child.failures());
        }
        boolean done = printed.contains("done");
        // Spread the kills over the whole search, whatever the load of the machine.
        span = done ? Math.max(SHORTEST_MILLIS, span * 7 / 10) : span * 11 / 10;
        long steps = 0;
        if (Journal.exists(work)) {
            try (Journal journal = Journal.open(work, Journal.PAIRS)) {
                steps = journal.steps().size() - 1;
            }
        }
        counts.merge(
                done ? "killed when done" : steps > 0 ? "killed after a step of " + what : "killed early",
                1,
                Integer::sum);
        return done;
    }

    private static ChildJvm start(Path index, Path work, Path out, String what, int threads) throws IOException {
        return ChildJvm.start(
                List.of("-XX:TieredStopAtLevel=1", "-Xmx256m"),
                KilledSearch.class,
                index.toString(),
                work.toString(),
                out.toString(),
                what,
                Integer.toString(threads));
    }

    private static void finish(Path index, Path work, Path out, String what) throws Exception {
        try (ChildJvm child = start(index, work, out, what, 2)) {
            assertTrue(child.awaitLine("open").equals("open")
                    && child.awaitLine("done").equals("done"));
        }
    }

    private static void remove(Path work) throws IOException {
        try (Stream<Path> list = Files.list(work)) {
            for (Path file : list.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(work);
    }

    /** A process to kill: {@code INDEX WORK OUT pairs|clusters THREADS}. It resumes work, and writes what it finds. */
    private static final class KilledSearch {
        private KilledSearch() {}

        public static void main(String[] args) throws IOException {
            Path work = Path.of(args[1]);
            int threads = Integer.parseInt(args[4]);
            try (Snapshot snapshot = Snapshot.open(Path.of(args[0]))) {
                System.out.println("open");
                List<String> lines =
                        args[3].equals("pairs") ? pairs(snapshot, work, threads) : clusters(snapshot, work, threads);
                Files.write(Path.of(args[2]), lines);
            }
            System.out.println("done");
        }

        static List<String> pairs(Snapshot snapshot, Path work, int threads) {
            try (Pairs pairs = snapshot.pairs(WorkIndex.pairs(work).threads(threads))) {
                return WorkIndex.lines(pairs);
            }
        }

        static List<String> clusters(Snapshot snapshot, Path work, int threads) {
            try (Clusters clusters = snapshot.clusters(WorkIndex.clusters(work).threads(threads))) {
                return WorkIndex.lines(clusters);
            }
        }
    }
}
