package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReferenceCountTest {
    private int ended;
    private final ReferenceCount hold = new ReferenceCount(() -> ended++);

    @Test
    void theLastToLetGoEndsIt() {
        assertTrue(hold.take());
        hold.release();
        assertEquals(0, ended);
        assertTrue(hold.isTaken());
        hold.release();
        assertEquals(1, ended);
        assertFalse(hold.isTaken());
        assertFalse(hold.take());
        assertThrows(IllegalStateException.class, hold::release);
        hold.releaseAll();
        assertEquals(1, ended);
    }

    @Test
    void allCanBeLetGoAtOnce() {
        assertTrue(hold.take());
        hold.releaseAll();
        hold.releaseAll();
        assertEquals(1, ended);
        assertFalse(hold.take());
    }
}
