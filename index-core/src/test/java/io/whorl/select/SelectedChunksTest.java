package io.whorl.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.LimitExceededException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class SelectedChunksTest {
    private static final int MAX = 1_500;

    private static void assertRefused(Executable add) {
        LimitExceededException e = assertThrows(LimitExceededException.class, add);
        assertEquals(MAX + 1, e.value());
        assertEquals(MAX, e.most());
    }

    @Test
    void chunksBeyondTheLimitAreRefusedAndEarlierOnesStay() {
        SelectedChunks selected = new SelectedChunks(true, MAX);
        for (int i = 0; i < MAX; i++) {
            selected.add(i, i);
        }
        assertRefused(() -> selected.add(7, 7));
        assertRefused(() -> selected.addAll(new long[] {7}, 0, 1, 7));
        assertEquals(MAX, selected.size());
        assertEquals(MAX - 1, selected.minutia(MAX - 1));
    }
}
