package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MergeTurnsTest {
    private final SegmentMerge.MergeTurns turns = new SegmentMerge.MergeTurns(null);

    @Test
    void slicesAreDrawnInOrderUpToTheEnd() {
        assertEquals(0, turns.draw(2));
        assertEquals(1, turns.draw(2));
        assertEquals(-1, turns.draw(2));
        assertEquals(2, turns.draw(3));
    }

    /** A slice that is drawn and never ended would let the threads of later slices wait for ever. */
    @Test
    void noSliceIsDrawnAfterAFailure() {
        turns.draw(9);
        turns.draw(9);
        assertTrue(turns.failed(1));
        assertEquals(-1, turns.draw(9));
        turns.await(0);
        turns.done(0);
        assertFalse(turns.failed(0), "not the first failure");
    }

    @Test
    void aThreadThatWaitsStopsWhenAnEarlierSliceFails() throws Exception {
        for (int i = 0; i < 3; i++) {
            turns.draw(3);
        }
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> turns.await(2));
        turns.failed(1);
        CompletionException failure =
                assertThrows(CompletionException.class, () -> waiting.orTimeout(1, TimeUnit.MINUTES)
                        .join());
        assertEquals(CancellationException.class, failure.getCause().getClass());
    }
}
