package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.whorl.RandomCorpus;
import io.whorl.build.SegmentMerge;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.TestFiles;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Schemes;
import io.whorl.measure.Measure;
import io.whorl.parts.SnapshotParts;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchSpace;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
    private static final int GROUP = LongForm.of(200, 5_000);

    @TempDir
    private static Path directory;

    /** Runs operations in one process, and returns what each printed. */
    private static List<String> run(int megabytes, String... operations) throws Exception {
        List<String> flags = List.of(
                "-Xmx" + megabytes + "m",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + directory,
                "-Dio.whorl.long=" + LongForm.ON);
        String[] args = Stream.concat(Stream.of(directory.toString()), Stream.of(operations))
                .toArray(String[]::new);
        return ChildJvm.run(ChildJvm.command(flags, Child.class, args));
    }

    /**
     * In the first two indexes every document is in a family, and all documents share a minutia. All pairs of the
     * groups together are larger than the heap.
     */
    @Test
    void operationsFitIntoASmallHeap() throws Exception {
        assertEquals(
                List.of("built " + DOCUMENTS, "built " + DOCUMENTS, "built " + GROUPS * GROUP),
                run(LongForm.of(40, 96), "build first", "build second", "build groups"));
        assertEquals(List.of("problems []"), run(LongForm.of(10, 32), "check first"));
        assertEquals(
                List.of(
                        DOCUMENTS / COPIES + " families of " + DOCUMENTS,
                        GROUPS + " families of " + GROUPS * GROUP,
                        (long) GROUPS * GROUP * (GROUP - 1) / 2 + " pairs"),
                run(LongForm.of(16, 32), "pairs first", "pairs groups", "expanded groups"));
        assertEquals(
                List.of(
                        "documents " + 2 * DOCUMENTS,
                        "merged " + 2 * DOCUMENTS,
                        DOCUMENTS / COPIES + " families of " + 2 * DOCUMENTS),
                run(LongForm.of(16, 96), "stats first second", "merge first second", "pairs first second"));
    }

    static final class Child {
        /** @param args the directory, and operations, each with the names of its indexes */
        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            for (int i = 1; i < args.length; i++) {
                List<String> operation = List.of(args[i].split(" "));
                List<Path> indexes =
                        operation.stream().skip(1).map(directory::resolve).toList();
                System.out.println(
                        switch (operation.get(0)) {
                            case "build" -> "built " + build(indexes.get(0));
                            case "check" ->
                                "problems " + IndexCheck.check(indexes.get(0)).problems();
                            case "merge" ->
                                "merged "
                                        + new SegmentMerge(
                                                        snapshotParts(indexes).sealed(),
                                                        4 << 20,
                                                        new ScratchSpace(directory))
                                                .writeTo(directory.resolve("merged"))
                                                .documents();
                            case "stats" ->
                                "documents " + snapshot(indexes).stats().documents();
                            case "query" ->
                                "answer "
                                        + snapshot(indexes)
                                                .query(
                                                        QUERY,
                                                        StatedMemoryTest.options()
                                                                .get(i - 1));
                            case "pairs" -> families(snapshot(indexes).pairs(options()));
                            default -> pairs(snapshot(indexes).pairs(options().expanded(true)));
                        });
            }
        }

        private static SimilarityOptions options() {
            return SimilarityOptions.PAIRS
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
            Scheme scheme = Schemes.of("granularity=1");
            BuildOptions options =
                    BuildOptions.DEFAULT.memory(16 << 20).threads(2).duplicates(Duplicates.KEEP);
            try (IndexBuilder builder = IndexBuilder.create(index, scheme, options)) {
                boolean groups = name.equals("groups");
                // The ids together are larger than the heap. Neighbours share little, so ids are not compressed well.
                String folder = name.equals("second") ? "a-rather-long-name-of-a-folder/".repeat(16) : "";
                int documents = groups ? GROUPS * GROUP : DOCUMENTS;
                for (int i = 0; i < documents; i++) {
                    int group = groups ? i / GROUP : i / COPIES;
                    builder.add(
                            i * 7_919L % documents + "/" + folder + name,
                            RandomCorpus.utf8(
                                    groups
                                            ? "a" + group + " b" + group
                                            : "template a" + group + " b" + group % 1_000 + " c"));
                }
                BuildReport report = builder.finish();
                if (!folder.isEmpty()
                        && (report.runs() < 2 || report.duplicates().exact() != documents - documents / COPIES)) {
                    throw new IllegalStateException(report.toString());
                }
                return report.index().documents();
            }
        }

        private static Snapshot snapshot(List<Path> indexes) throws IOException {
            return Snapshot.of(snapshotParts(indexes));
        }

        private static SnapshotParts snapshotParts(List<Path> indexes) throws IOException {
            List<SealedPart> parts =
                    Repeated.list(indexes.size(), i -> SealedPart.of(TestFiles.segment(indexes.get(i))));
            return RandomParts.given(parts.get(0).segment().scheme(), List.copyOf(parts), parts.size());
        }
    }

    // Queries of many documents by every measure and preset, with a heap that is smaller than the index.

    /** More than one window of counters; in the long form, eight bytes for each exceed 32 MiB. */
    private static final int QUERIED = LongForm.of(270_000, 4_000_000);

    private static final Scheme SCHEME =
            Fingerprinter.of(Schemes.of("granularity=1 frequencies=true")).scheme();

    private static final byte[] QUERY = RandomCorpus.utf8("w7 all some w7 other");

    private static final long KIBIBYTE = 1 << 10;

    private static final int HEAP_MEGABYTES = 32;

    /** Words of its own in each document, so that the index is larger than the heap. */
    private static final int OWN = 20;

    /** Each document holds a word of all documents, a word of a thousand documents, and words of its own. */
    private Path index() throws IOException {
        Path index = directory.resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(index, SCHEME, BuildOptions.DEFAULT.memory(256 << 20))) {
            for (int d = 0; d < QUERIED; d++) {
                String own = RandomCorpus.words("own", d * OWN, (d + 1) * OWN);
                builder.add(Integer.toString(100_000_000 + d), "all w" + d / 1_000 + " " + own);
            }
            builder.finish();
        }
        return index;
    }

    private static List<QueryOptions> options() {
        List<QueryOptions> options = new ArrayList<>();
        List.of(Measure.values()).forEach(measure -> options.add(QueryOptions.DEFAULT.measure(measure)));
        List.of(Preset.values()).forEach(preset -> options.add(preset.query()));
        options.add(Preset.NEAR_DUPLICATES.query().exactWeights(true));
        return options;
    }

    @Test
    void everyMeasureAndPresetRunsWith32MiB() throws Exception {
        Path index = index();
        long bytes = Files.size(TestFiles.segment(index).file());
        assertTrue(bytes > HEAP_MEGABYTES << 20, () -> bytes + " bytes");
        checkThatHeapDoesNotGrowWithDocuments(index);
        Snapshot here = Snapshot.open(index);
        assertEquals(
                options().stream()
                        .map(each -> "answer " + here.query(QUERY, each))
                        .toList(),
                run(
                        HEAP_MEGABYTES,
                        options().stream().map(each -> "query index").toArray(String[]::new)));
    }

    private static void checkThatHeapDoesNotGrowWithDocuments(Path index) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Snapshot snapshot = Snapshot.open(index);
        // Allocates the buffers of the thread, which are as large as a window.
        snapshot.query(QUERY, QueryOptions.DEFAULT.measure(Measure.WEIGHTED_CONTAINMENT));
        long before = threads.getCurrentThreadAllocatedBytes();
        Matches found = snapshot.query(QUERY, QueryOptions.DEFAULT.measure(Measure.WEIGHTED_RESEMBLANCE));
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(20, found.matches().size());
        assertTrue(allocated < 512 * KIBIBYTE, () -> allocated + " bytes of heap for " + QUERIED + " documents");
    }
}
