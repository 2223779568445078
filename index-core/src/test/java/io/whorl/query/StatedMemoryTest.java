package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.ChildJvm;
import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.build.SegmentMerge;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.PairsOptions;
import io.whorl.parts.Part.SealedPart;
import io.whorl.parts.SnapshotParts;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Operations on whole indexes, in child processes whose heap is too small for a few numbers a document. The long form
 * has four million documents.
 */
class StatedMemoryTest {
    private static final int DOCUMENTS = LongForm.of(100_000, 2_000_000);
    /** Every document has so many equal documents, including itself. */
    private static final int COPIES = 50;

    private static final int GROUPS = 12;
    private static final int GROUP = LongForm.of(400, 5_000);

    @TempDir
    private static Path directory;

    @BeforeAll
    static void build() throws Exception {
        try (ChildJvm first = start(LongForm.of(40, 96), "build", "first");
                ChildJvm second = start(LongForm.of(40, 96), "build", "second")) {
            assertEquals("built " + DOCUMENTS, first.awaitLine(""));
            assertEquals("built " + DOCUMENTS, second.awaitLine(""));
        }
        assertEquals("built " + GROUPS * GROUP, child(40, "build", "groups"));
    }

    private static String child(int megabytes, String... operation) throws Exception {
        try (ChildJvm child = start(megabytes, operation)) {
            return child.awaitLine("");
        }
    }

    private static ChildJvm start(int megabytes, String... operation) throws Exception {
        String[] args = new String[operation.length + 1];
        args[0] = directory.toString();
        System.arraycopy(operation, 0, args, 1, operation.length);
        List<String> flags = List.of(
                "-Xmx" + megabytes + "m",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + directory,
                "-Dio.whorl.long=" + LongForm.ON);
        return ChildJvm.start(flags, Child.class, args);
    }

    @Test
    void statisticsOfSeveralSegmentsFitIntoASmallHeap() throws Exception {
        assertEquals("documents " + 2 * DOCUMENTS, child(LongForm.of(16, 96), "stats", "first", "second"));
    }

    @Test
    void checkFitsIntoASmallHeap() throws Exception {
        assertEquals("problems []", child(LongForm.of(10, 32), "check", "first"));
    }

    @Test
    void mergeFitsIntoASmallHeap() throws Exception {
        assertEquals("merged " + 2 * DOCUMENTS, child(LongForm.of(16, 96), "merge", "first", "second"));
    }

    /** Every document is in a family, and all documents share a minutia. */
    @Test
    void pairsOfManyDocumentsFitIntoASmallHeap() throws Exception {
        assertEquals(DOCUMENTS / COPIES + " families of " + DOCUMENTS, child(LongForm.of(16, 32), "pairs", "first"));
        assertEquals(
                DOCUMENTS / COPIES + " families of " + 2 * DOCUMENTS,
                child(LongForm.of(16, 96), "pairs", "first", "second"));
    }

    @Test
    void familiesOfIdenticalDocumentsFitIntoASmallHeap() throws Exception {
        assertEquals(GROUPS + " families of " + GROUPS * GROUP, child(20, "pairs", "groups"));
    }

    /** All pairs together are larger than the heap. */
    @Test
    void expandedPairsOfIdenticalDocumentsFitIntoASmallHeap() throws Exception {
        assertEquals((long) GROUPS * GROUP * (GROUP - 1) / 2 + " pairs", child(20, "expanded", "groups"));
    }

    static final class Child {
        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            Path index = directory.resolve(args[2]);
            System.out.println(
                    switch (args[1]) {
                        case "build" -> "built " + build(index);
                        case "check" -> "problems " + IndexCheck.check(index).problems();
                        case "merge" ->
                            "merged "
                                    + new SegmentMerge(inputs(args), 4 << 20, new ScratchSpace(directory))
                                            .writeTo(directory.resolve("merged"))
                                            .documents();
                        case "stats" -> "documents " + snapshot(args).stats().documents();
                        case "pairs" -> families(snapshot(args).pairs(options()));
                        default -> pairs(snapshot(args).pairs(options().expanded(true)));
                    });
        }

        private static PairsOptions options() {
            return PairsOptions.DEFAULT
                    // Documents of different families share at most 3 of 5 minutiae.
                    .minScore(0.7)
                    .memory(4 << 20)
                    .threads(2)
                    .maxDf(Math.max(1_000, GROUP));
        }

        private static String families(Pairs found) {
            long families = 0;
            long documents = 0;
            for (; found.hasNext(); families++) {
                documents += found.next().family().orElseThrow().size();
            }
            return families + " families of " + documents;
        }

        private static String pairs(Pairs found) {
            long pairs = 0;
            for (; found.hasNext(); pairs++) {
                found.next();
            }
            return pairs + " pairs";
        }

        private static long build(Path index) throws IOException {
            String name = index.getFileName().toString();
            Scheme scheme = Scheme.builder().granularity(1).build();
            BuildOptions options = BuildOptions.DEFAULT.memory(16 << 20).threads(2);
            try (IndexBuilder builder = IndexBuilder.create(index, scheme, options)) {
                boolean groups = name.equals("groups");
                int documents = groups ? GROUPS * GROUP : DOCUMENTS;
                for (int i = 0; i < documents; i++) {
                    int group = groups ? i / GROUP : i / COPIES;
                    builder.add(
                            name + "/" + i * 7_919L % documents,
                            RandomCorpus.utf8(
                                    groups
                                            ? "a" + group + " b" + group
                                            : "template a" + group + " b" + group % 1_000 + " c"));
                }
                return builder.finish().documents();
            }
        }

        private static List<SegmentMerge.Input> inputs(String[] args) throws IOException {
            return snapshotParts(args).sealed().stream()
                    .map(part -> new SegmentMerge.Input(part.segment(), part.dead()))
                    .toList();
        }

        private static Snapshot snapshot(String[] args) throws IOException {
            return Snapshot.of(snapshotParts(args));
        }

        private static SnapshotParts snapshotParts(String[] args) throws IOException {
            List<SealedPart> parts = new ArrayList<>();
            for (int i = 2; i < args.length; i++) {
                Path index = Path.of(args[0]).resolve(args[i]);
                Manifest manifest = IndexFiles.readManifest(index);
                Segment segment = IndexFiles.openSegment(
                        index, manifest, manifest.segments().get(0));
                parts.add(new SealedPart(
                        segment, DeadDocuments.none(segment.counts().documents())));
            }
            return new RandomParts.GivenParts(parts.get(0).segment().scheme(), List.copyOf(parts), 0, parts.size());
        }
    }
}
