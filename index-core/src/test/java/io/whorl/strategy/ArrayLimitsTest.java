package io.whorl.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.LimitExceededException;
import io.whorl.select.ChunkBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Data beyond the limit of an array is refused, and earlier data stays. */
class ArrayLimitsTest {
    private static final int MOST = 1_500;

    private static void refused(Executable add) {
        LimitExceededException e = assertThrows(LimitExceededException.class, add);
        assertEquals(MOST + 1, e.value());
        assertEquals(MOST, e.most());
    }

    @Test
    void heldChunks() {
        BuiltInStrategy.HeldChunks held = new BuiltInStrategy.HeldChunks(MOST);
        ChunkBlock block = new ChunkBlock();
        block.minutia = new long[] {5};
        block.count = 1;
        for (int i = 0; i < MOST; i++) {
            held.addAll(block);
        }
        refused(() -> held.addAll(block));
        assertEquals(MOST, held.count());
    }

    @Test
    void prefixes() {
        RaritySelection.Prefixes prefixes = new RaritySelection.Prefixes(MOST);
        for (int i = 0; i < MOST / 3; i++) {
            prefixes.number(new byte[] {(byte) i, (byte) (i >> 8), 1}, 0, 3);
        }
        refused(() -> prefixes.number(new byte[] {9}, 0, 1));
    }
}
