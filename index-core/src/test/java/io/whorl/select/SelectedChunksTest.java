package io.whorl.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.LimitExceededException;
import org.junit.jupiter.api.Test;

class SelectedChunksTest {
    private static final int MAX = Integer.MAX_VALUE - 8;

    @Test
    void chunksBeyondTheLimitAreRefusedAndEarlierOnesStay() {
        SelectedChunks selected = new SelectedChunks(true);
        for (int i = 0; i < 1_500; i++) {
            selected.add(i, i);
        }
        // Refused before they are read.
        LimitExceededException e =
                assertThrows(LimitExceededException.class, () -> selected.addAll(new long[0], 0, MAX, 7));
        assertEquals(1_500L + MAX, e.value());
        assertEquals(MAX, e.most());
        assertEquals(1_500, selected.size());
        assertEquals(1_499, selected.minutia(1_499));
    }
}
