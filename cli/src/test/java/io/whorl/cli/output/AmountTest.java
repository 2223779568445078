package io.whorl.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AmountTest {
    @Test
    void onlyOneIsSingular() {
        assertEquals("0 documents", Amount.of(0, "document"));
        assertEquals("1 document", Amount.of(1, "document"));
        assertEquals("1,234 documents", Amount.of(1_234, "document"));
        assertEquals("1 family", Amount.of(1, "family", "families"));
        assertEquals("2 families", Amount.of(2, "family", "families"));
    }
}
