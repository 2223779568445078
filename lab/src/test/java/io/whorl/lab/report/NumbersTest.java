package io.whorl.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void significantDigitsAreKept() {
        assertEquals("0.00598", Numbers.significant(0.0059827870177, 3));
        assertEquals("77.6", Numbers.significant(77.62, 3));
        assertEquals("2,942", Numbers.significant(2942.414, 3));
        assertEquals("\u22121.23", Numbers.significant(-1.234, 3));
        assertEquals("0", Numbers.significant(0, 3));
    }

    @Test
    void zeroHasNoMinus() {
        assertEquals("0.00", Numbers.fixed(-0.001, 2));
        assertEquals("\u22120.01", Numbers.fixed(-0.01, 2));
        assertEquals("\u22121,000", Numbers.whole(-1000));
    }

    @Test
    void bytesAreShownInMegabytes() {
        assertEquals("193.1 MB", Numbers.bytes(193_089_608));
        assertEquals("999,999 bytes", Numbers.bytes(999_999));
    }
}
