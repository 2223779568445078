package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryRunsTest {
    private static final int RUNS = 5;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(longs = {0, 16_000, 1 << 20})
    void returnsRunsThatWereAddedInPieces(long memory) throws IOException {
        Random random = new Random(memory);
        long[] minutiae = random.longs(9_000).toArray();
        long[] payloads = random.longs(9_000).toArray();
        int[] end = {2_000, 2_000, 2_001, 8_500, 9_000};
        try (EntryRuns runs = new EntryRuns(RUNS, memory, directory)) {
            for (int run : new int[] {3, 0, 4, 1, 2}) {
                for (int from = run == 0 ? 0 : end[run - 1]; from < end[run]; ) {
                    int n = Math.min(end[run] - from, random.nextInt(2_500));
                    long[] some = Arrays.copyOfRange(minutiae, from, from + n + 3);
                    runs.put(run, some, Arrays.copyOfRange(payloads, from, from + n), n);
                    some[0]++;
                    from += n;
                }
            }
            assertEquals(9_000, runs.count());
            EntryReader in = new EntryReader(runs, 0);
            for (int i = 0; i < 9_000; i++, in.advance()) {
                assertTrue(in.more());
                assertEquals(minutiae[i], in.minutia());
                assertEquals(payloads[i], in.payload());
            }
            assertFalse(in.more());
        }
    }
}
