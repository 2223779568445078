package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.store.EntryRuns;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SegmentSlicesTest {
    private static final Path SCRATCH = Path.of(System.getProperty("java.io.tmpdir"));

    private final SegmentSlices slices = new SegmentSlices(null, new EntryRuns(9, 0, new ScratchSpace(SCRATCH)), 0, 0);
    private final List<Integer> made = new ArrayList<>();

    private void make(int end, SegmentSlices.Maker... makers) throws IOException {
        DaemonThreads.with(makers.length, threads -> {
            slices.make(List.of(makers), end, ParallelTasks.Runner.on(threads));
            return null;
        });
    }

    @Test
    void slicesAreMadeInOrderUpToTheEnd() throws IOException {
        make(2, made::add);
        assertEquals(List.of(0, 1), made);
        make(2, made::add);
        make(3, made::add);
        assertEquals(List.of(0, 1, 2), made);
    }

    @Test
    void noSliceIsBegunAfterAFailure() {
        IOException failure = new IOException("on purpose");
        assertSame(
                failure,
                assertThrows(
                        IOException.class,
                        () -> make(9, slice -> {
                            made.add(slice);
                            if (slice == 1) {
                                throw failure;
                            }
                        })));
        assertEquals(List.of(0, 1), made);
    }

    /** A slice that waits for an earlier one would otherwise wait for ever. */
    @Test
    void aThreadThatWaitsStopsWhenAnEarlierSliceFails() {
        IOException failure = new IOException("on purpose");
        CountDownLatch bothBegun = new CountDownLatch(2);
        SegmentSlices.Maker maker = slice -> {
            bothBegun.countDown();
            if (slice > 0) {
                SegmentSlices.Output output = slices.new Output();
                output.begin(slice);
                output.beforeLargeList();
                made.add(slice);
            }
            try {
                assertTrue(bothBegun.await(1, TimeUnit.MINUTES));
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            throw failure;
        };
        assertSame(failure, assertThrows(IOException.class, () -> make(3, maker, maker)));
        assertEquals(List.of(), made);
    }
}
