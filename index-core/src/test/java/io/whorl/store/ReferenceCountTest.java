package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReferenceCountTest {
    private int ended;
    private final ReferenceCount references = new ReferenceCount(() -> ended++);

    @Test
    void lastReleaseRunsTheAction() {
        assertTrue(references.retain());
        references.release();
        assertEquals(0, ended);
        assertFalse(references.isReleased());
        references.release();
        assertEquals(1, ended);
        assertTrue(references.isReleased());
        assertFalse(references.retain());
        assertThrows(IllegalStateException.class, references::release);
        references.releaseAll();
        assertEquals(1, ended);
    }

    @Test
    void releaseAllRunsTheActionOnce() {
        assertTrue(references.retain());
        references.releaseAll();
        references.releaseAll();
        assertEquals(1, ended);
        assertFalse(references.retain());
    }
}
