package io.whorl.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class RangesTest {
    @Test
    void valuesInTheRangeAreReturned() {
        assertEquals(1, Ranges.check("n", 1, 1, 3));
        assertEquals(3L, Ranges.check("n", 3L, 1, 3));
        assertEquals(Long.MIN_VALUE, Ranges.checkAtLeast("n", Long.MIN_VALUE, Long.MIN_VALUE));
    }

    @Test
    void otherValuesAreRefusedByNameValueAndRange() {
        assertEquals(
                "n is 0; it must be from 1 to 3",
                assertThrows(IllegalArgumentException.class, () -> Ranges.check("n", 0, 1, 3))
                        .getMessage());
        assertEquals(
                "n is 4294967297; it must be from 1 to 3",
                assertThrows(IllegalArgumentException.class, () -> Ranges.check("n", (1L << 32) + 1, 1, 3))
                        .getMessage());
        assertEquals(
                "n is 0; it must be at least 1",
                assertThrows(IllegalArgumentException.class, () -> Ranges.checkAtLeast("n", 0, 1))
                        .getMessage());
    }
}
