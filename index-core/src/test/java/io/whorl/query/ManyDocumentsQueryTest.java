package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.whorl.ChildJvm;
import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.build.SegmentAssembler;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import io.whorl.store.SegmentFile;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries of many documents by every measure and preset, with a small heap. */
class ManyDocumentsQueryTest {
    /** More than one window of counters; in the long form, eight bytes for each exceed 32 MiB. */
    private static final int DOCUMENTS = LongForm.of(270_000, 4_000_000);

    private static final Scheme SCHEME = Fingerprinter.of(
                    Scheme.builder().granularity(1).frequencies(true).build())
            .scheme();
    private static final byte[] QUERY = RandomCorpus.utf8("w7 all some w7 other");
    private static final long KIBIBYTE = 1 << 10;

    @TempDir
    private Path temp;

    /** Each document holds a word of all documents, a word of a thousand documents, and a word of its own. */
    private Path index() throws IOException {
        Path index = temp.resolve("index");
        long[] all = minutiae("all");
        try (IndexDirectory directory = IndexDirectory.create(index, false)) {
            String name = directory.newSegmentName();
            try (SegmentAssembler assembler = new SegmentAssembler(SCHEME, 256 << 20, 2, index)) {
                int[] once = {1, 1, 1};
                byte[] norm = norm();
                long word = 0;
                for (int d = 0; d < DOCUMENTS; d++) {
                    if (d % 1_000 == 0) {
                        word = minutiae("w" + d / 1_000)[0];
                    }
                    long own = (d + 1L) * 1_000_003 & (1L << SCHEME.hashing().bits()) - 1;
                    long[] minutiae =
                            LongStream.of(all[0], word, own).sorted().distinct().toArray();
                    byte[] id = RandomCorpus.utf8(Integer.toString(100_000_000 + d));
                    assembler.add(id, 3, norm, minutiae, once, minutiae.length);
                }
                assembler.write(index.resolve(name));
            }
            directory.publish(
                    SCHEME, StoredKinds.NONE, List.of(SegmentFile.whole(name, Files.size(index.resolve(name)))), 1);
        }
        return index;
    }

    private static long[] minutiae(String word) {
        Fingerprint f = Fingerprinter.of(SCHEME).fingerprint(word);
        return f.toArray();
    }

    private static byte[] norm() {
        return io.whorl.score.DocumentExtras.of(SCHEME).of(new long[] {1, 2, 3}, new int[] {1, 1, 1}, 3, 3);
    }

    private static List<QueryOptions> options() {
        List<QueryOptions> options = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            options.add(QueryOptions.DEFAULT.measure(measure));
        }
        for (Preset preset : Preset.values()) {
            options.add(preset.query());
        }
        options.add(Preset.NEAR_DUPLICATES.query().exactWeights(true));
        return options;
    }

    @Test
    void everyMeasureAndPresetRunsWith32MiB() throws Exception {
        Path index = index();
        checkThatHeapDoesNotGrowWithDocuments(index);
        try (ChildJvm child = ChildJvm.start(
                List.of("-Xmx32m", "-Djava.io.tmpdir=" + temp), ManyDocumentsQueryTest.class, index.toString())) {
            Snapshot here = Snapshot.open(index);
            for (QueryOptions each : options()) {
                assertEquals("answer " + here.query(QUERY, each), child.awaitLine("answer"));
            }
        }
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
        assertTrue(allocated < 512 * KIBIBYTE, () -> allocated + " bytes of heap for " + DOCUMENTS + " documents");
    }

    /** The child process. */
    public static void main(String[] args) throws IOException {
        Snapshot index = Snapshot.open(Path.of(args[0]));
        for (QueryOptions each : options()) {
            System.out.println("answer " + index.query(QUERY, each));
        }
    }
}
