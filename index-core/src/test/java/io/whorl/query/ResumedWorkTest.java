package io.whorl.query;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.DiskSpaceException;
import io.whorl.LockProbe;
import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.bulk.BuildOptions;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.FoundPairs;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.PairsOptions;
import io.whorl.measure.Measure;
import io.whorl.pairs.PairRequest.PairMemory;
import io.whorl.scheme.Scheme;
import io.whorl.store.FullDisk;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches that are stopped at any checkpoint give the same result when they are resumed. */
class ResumedWorkTest {
    private static final int DOCUMENTS = 400;

    @TempDir
    private static Path directory;

    private static Path index;
    private static Snapshot snapshot;

    private Path work = directory.resolve("work");

    @BeforeAll
    static void build() throws IOException {
        index = directory.resolve("index");
        WorkIndex.build(index, DOCUMENTS);
        snapshot = Snapshot.open(index);
    }

    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static List<String> undisturbed(PairsOptions options) throws IOException {
        PairsOptions plain = PairsOptions.DEFAULT
                .measure(options.measure())
                .minScore(options.minScore())
                .top(options.top())
                .maxDf(options.maxDf())
                .threads(1);
        try (Pairs pairs = snapshot.pairs(plain)) {
            return WorkIndex.lines(pairs);
        }
    }

    /** Runs until a number of documents are counted, and then resumes. */
    private List<String> resumed(PairsOptions options, int stop) throws IOException {
        assertThrows(
                Stop.class,
                () -> snapshot.pairs(options, (done, documents) -> {
                    if (done >= stop) {
                        throw new Stop();
                    }
                }));
        List<Long> progress = new ArrayList<>();
        try (Pairs pairs = snapshot.pairs(options.threads(3 - options.threads()), (done, all) -> progress.add(done))) {
            List<String> lines = WorkIndex.lines(pairs);
            pairs.removeWork();
            // Finished parts are not counted again.
            assertTrue(progress.get(0) > stop - 130, () -> "stopped at " + stop + ", resumed at " + progress.get(0));
            return lines;
        }
    }

    @Test
    void pairsResumeToTheSamePairs() throws IOException {
        List<PairsOptions> all =
                List.of(WorkIndex.pairs(work), WorkIndex.pairs(work).top(40).measure(Measure.WEIGHTED_CONTAINMENT));
        for (PairsOptions options : all) {
            List<String> expected = undisturbed(options);
            assertTrue(expected.size() > 30, expected::toString);
            for (int stop = 1; stop <= DOCUMENTS; stop += LongForm.of(133, 31)) {
                PairsOptions each = options.threads(1 + stop % 2);
                assertEquals(expected, resumed(each, stop), "stopped at " + stop + ", " + each);
                assertFalse(Files.exists(work));
            }
        }
    }

    @Test
    void clustersResumeToTheSameClusters() throws IOException {
        for (ClusterOptions.Link link : ClusterOptions.Link.values()) {
            ClusterOptions options = WorkIndex.clusters(work).link(link);
            List<String> expected;
            try (Clusters clusters = snapshot.clusters(ClusterOptions.DEFAULT
                    .minScore(options.minScore())
                    .link(link)
                    .threads(2))) {
                expected = WorkIndex.lines(clusters);
            }
            assertTrue(expected.size() > 60, expected::toString);
            for (int stop = 50; stop <= 2 * DOCUMENTS; stop += LongForm.of(290, 70)) {
                int at = stop;
                ClusterOptions each = options.threads(1 + stop / 10 % 2);
                assertThrows(
                        Stop.class,
                        () -> snapshot.clusters(each, (done, steps) -> {
                            if (done >= at) {
                                throw new Stop();
                            }
                        }));
                try (Clusters clusters = snapshot.clusters(each)) {
                    assertEquals(expected, WorkIndex.lines(clusters), "stopped at " + stop);
                    clusters.removeWork();
                }
                assertFalse(Files.exists(work));
            }
        }
    }

    /** A search whose result was read, but whose work was not removed, gives the result again. */
    @Test
    void finishedWorkIsReadAgain() throws Exception {
        PairsOptions options = WorkIndex.pairs(work);
        List<String> first;
        try (Pairs pairs = snapshot.pairs(options)) {
            first = WorkIndex.lines(pairs);
        }
        try (Pairs pairs = snapshot.pairs(options)) {
            assertEquals(first, WorkIndex.lines(pairs));
            RefusedException e = assertReason(RefusedException.Reason.LOCKED, () -> snapshot.pairs(options));
            assertTrue(e.getMessage().contains("another search"), e.getMessage());
            // POSIX would release the lock if the refused search had opened its file.
            try (ChildJvm child =
                    ChildJvm.start(LockProbe.class, work.resolve("LOCK").toString())) {
                assertEquals(List.of("held"), child.output());
            }
            pairs.removeWork();
        }
    }

    private static void assertRefused(Reason reason, String message, PairsOptions options) {
        RefusedException e = assertThrows(RefusedException.class, () -> snapshot.pairs(options));
        assertEquals(reason, e.reason());
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    @Test
    void workOfAnotherSearchIsRefused() throws IOException {
        PairsOptions options = WorkIndex.pairs(work);
        snapshot.pairs(options).close();
        assertRefused(Reason.UNFINISHED, "resume it", options.resume(false));
        assertRefused(Reason.CHANGED, "min-score was 0.1 and is 0.2", options.minScore(0.2));
        assertRefused(Reason.CHANGED, "max-df was ", options.maxDf(9));
        assertRefused(Reason.CHANGED, "super-shingles was 0", options.superShingles(4));
        RefusedException e = assertThrows(RefusedException.class, () -> snapshot.clusters(WorkIndex.clusters(work)));
        assertTrue(e.getMessage().contains("for was pairs and is clusters"), e.getMessage());
        Path other = directory.resolve("other");
        WorkIndex.build(other, DOCUMENTS - 1);
        try (Snapshot changed = Snapshot.open(other)) {
            RefusedException of = assertThrows(RefusedException.class, () -> changed.pairs(options));
            assertEquals(Reason.CHANGED, of.reason());
            assertTrue(of.getMessage().contains("index was 400 documents"), of.getMessage());
        }
        removeAll();
    }

    @Test
    void damagedWorkIsRefused() throws IOException {
        PairsOptions options = WorkIndex.pairs(work);
        snapshot.pairs(options).close();
        try (Stream<Path> list = Files.list(work)) {
            for (Path file : list.sorted().toList()) {
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
        }
        removeAll();
    }

    private void removeAll() throws IOException {
        try (Stream<Path> list = Files.list(work)) {
            for (Path file : list.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(work);
    }

    @Test
    void aFullDiskLosesNothingThatIsResumed() throws IOException {
        PairsOptions options = WorkIndex.pairs(work).threads(1);
        assertThrows(
                Stop.class,
                () -> snapshot.pairs(options, (done, documents) -> {
                    if (done > DOCUMENTS / 2) {
                        throw new Stop();
                    }
                }));
        Manifest manifest = IndexFiles.readManifest(index);
        Segment segment =
                IndexFiles.openSegment(index, manifest, manifest.segments().get(0));
        PairMemory memory = PairMemory.of(options.memory(), 1, false);
        DiskSpaceException e = assertThrows(
                DiskSpaceException.class, () -> FoundPairs.search(segment, options, memory, FullDisk.at(work)));
        assertTrue(e.getMessage().contains("work"), e.getMessage());
        List<Long> progress = new ArrayList<>();
        try (Pairs pairs = snapshot.pairs(options, (done, documents) -> progress.add(done))) {
            assertEquals(undisturbed(options), WorkIndex.lines(pairs));
            assertTrue(progress.get(0) > DOCUMENTS / 4, progress::toString);
            pairs.removeWork();
        }
        segment.release();
    }

    /**
     * An index with many pairs and clusters, and what searches find in it as lines, for tests of work that is resumed.
     */
    static final class WorkIndex {
        private WorkIndex() {}

        static void build(Path index, int documents) throws IOException {
            RandomCorpus.index(
                    index,
                    Scheme.builder().granularity(2).build(),
                    RandomCorpus.of(11, documents, 90),
                    BuildOptions.DEFAULT.threads(1));
        }

        static PairsOptions pairs(Path work) {
            return PairsOptions.DEFAULT
                    .minScore(0.1)
                    .maxDf(PairsOptions.ALL)
                    .memory(PairsOptions.MIN_MEMORY)
                    .work(work)
                    .resume(true);
        }

        static ClusterOptions clusters(Path work) {
            return ClusterOptions.DEFAULT
                    .minScore(0.2)
                    .memory(ClusterOptions.MIN_MEMORY)
                    .work(work)
                    .resume(true);
        }

        static List<String> lines(Pairs pairs) {
            List<String> lines = new ArrayList<>();
            pairs.forEachRemaining(p -> lines.add(p.a() + " " + p.b() + " " + p.score() + " " + p.shared() + " "
                    + p.family().map(Collection::size).orElse(0)));
            lines.add(pairs.families() + " families, " + pairs.ignored());
            return lines;
        }

        static List<String> lines(Clusters clusters) {
            List<String> lines = new ArrayList<>();
            while (clusters.hasNext()) {
                Cluster c = clusters.next();
                lines.add(c.number() + " " + c.size() + " " + c.leastScore() + " " + c.leastPair() + " " + c.chained());
                for (Member m : c) {
                    lines.add(m.id() + " " + m.score() + " " + m.to());
                }
            }
            lines.add(clusters.clustered() + " of " + clusters.documents() + ", " + clusters.ignored());
            return lines;
        }
    }
}
