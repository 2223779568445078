package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.ChildJvm;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Minutiae that share more leading bits than divide a partition, as only minutiae do that were chosen. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CrowdedPartitionTest {
    private static final long PREFIX = 0xABCDEL;
    /** Mebibytes. */
    private static final int HEAP = 24;

    @TempDir
    Path directory;

    private static Scheme scheme(int bits, boolean frequencies) {
        return Scheme.builder().bits(bits).frequencies(frequencies).build();
    }

    /** Ascending minutiae with the prefix, some of which many documents have. */
    private static long[] crowded(Random random, int bits, int n, int spread) {
        long prefix = PREFIX << bits - 20;
        long[] sorted = new long[n];
        for (int i = 0; i < n; i++) {
            long low = random.nextLong() >>> Long.SIZE - spread;
            sorted[i] = prefix | (low % 7 == 0 ? low & 0x1F : low);
        }
        Arrays.sort(sorted);
        int distinct = 0;
        for (long minutia : sorted) {
            if (distinct == 0 || sorted[distinct - 1] != minutia) {
                sorted[distinct++] = minutia;
            }
        }
        return Arrays.copyOf(sorted, distinct);
    }

    private static void add(SegmentAssembler to, Random random, int d, long[] minutiae) throws IOException {
        int[] frequencies = random.ints(minutiae.length, 1, 4).toArray();
        to.add(Assembled.utf8("document " + d), 1, new byte[0], minutiae, frequencies, minutiae.length);
    }

    @ParameterizedTest
    @CsvSource({"40, 20, false", "40, 14, false", "40, 20, true", "64, 20, false", "64, 44, true"})
    void crowdedPartitionsGiveTheSameBytesInLittleMemory(int bits, int spread, boolean frequencies) throws IOException {
        Scheme scheme = scheme(bits, frequencies);
        List<byte[]> files = new ArrayList<>();
        for (long memory : new long[] {1L << 30, 1 << 19, 0}) {
            for (int threads : new int[] {1, 3}) {
                Random random = new Random(bits + spread);
                Path file = directory.resolve("segment");
                try (SegmentAssembler assembler = new SegmentAssembler(scheme, memory, threads, directory)) {
                    for (int d = 0; d < 40; d++) {
                        add(assembler, random, d, crowded(random, bits, 1_500, spread));
                    }
                    // More documents hold one minutia than are sorted together.
                    for (int d = 40; d < 6_000; d++) {
                        add(assembler, random, d, new long[] {PREFIX << bits - 20 | 5, PREFIX << bits - 20 | 64 + d});
                    }
                    assembler.leaveOut(7);
                    assembler.write(file);
                }
                files.add(Files.readAllBytes(file));
            }
        }
        for (byte[] file : files) {
            assertArrayEquals(files.get(0), file);
        }
    }

    @Test
    void crowdedPartitionsAreSortedAndMergedInASmallHeap() throws Exception {
        for (String[] scheme : new String[][] {{"40", "false"}, {"64", "true"}}) {
            try (ChildJvm child = ChildJvm.start(
                    List.of("-Xmx" + HEAP + "m"), Child.class, directory.toString(), scheme[0], scheme[1])) {
                assertEquals("assembled 40 documents", child.awaitLine("assembled"));
                assertEquals("merged 40 documents", child.awaitLine("merged"));
            }
        }
    }

    static final class Child {
        private static final int MEMORY = 4 << 20;
        private static final int MINUTIAE = 30_000;

        public static void main(String[] args) throws IOException {
            Path directory = Path.of(args[0]);
            int bits = Integer.parseInt(args[1]);
            Scheme scheme = scheme(bits, Boolean.parseBoolean(args[2]));
            Random random = new Random(1);
            List<SegmentMerge.Input> inputs = new ArrayList<>();
            long documents = 0;
            for (int part = 0; part < 2; part++) {
                Path file = directory.resolve("segment-" + part);
                try (SegmentAssembler assembler = new SegmentAssembler(scheme, MEMORY, 2, directory)) {
                    for (int d = 0; d < 20; d++) {
                        add(assembler, random, 20 * part + d, crowded(random, bits, MINUTIAE, 20));
                    }
                    documents += assembler.write(file).documents();
                }
                inputs.add(new SegmentMerge.Input(Segment.open(file), DeadDocuments.none(20)));
            }
            System.out.println("assembled " + documents + " documents");
            SegmentCounts merged = new SegmentMerge(inputs, MEMORY, new ScratchSpace(directory))
                    .postingsOnly()
                    .writeTo(directory.resolve("merged"));
            System.out.println("merged " + merged.documents() + " documents");
        }
    }
}
