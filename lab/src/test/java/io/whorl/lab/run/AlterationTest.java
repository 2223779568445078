package io.whorl.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.run.Configuration.Alteration;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlterationTest {
    private static final String TEXT = "one two\nthree  four, hyphenated words here";

    @Test
    void rateOneAltersEveryToken() {
        assertEquals(" \n     ", altered("delete:1", TEXT));
        assertEquals("two one\nfour,  three words hyphenated here", altered("swap:1", TEXT));
        assertEquals("one two\nthree  four, hyphe-\nnated words here", altered("hyphenate:1", TEXT));
        assertTrue(List.of(TEXT.split("\\s+"))
                .containsAll(List.of(altered("replace:1", TEXT).split("\\s+"))));
    }

    @Test
    void rateIsTheShareOfAlteredTokens() {
        String[] tokens = "word ".repeat(10_000).split(" ");
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] += i;
        }
        String altered = altered("replace:0.1", String.join(" ", tokens));
        String[] after = altered.split(" ");
        long changed = 0;
        for (int i = 0; i < tokens.length; i++) {
            changed += after[i].equals(tokens[i]) ? 0 : 1;
        }
        // Five standard deviations around a thousand.
        assertEquals(1_000, changed, 150);
        assertEquals(
                9_000, altered("delete:0.1", String.join(" ", tokens)).trim().split(" +").length, 150);
    }

    @Test
    void alterationDependsOnTextIdAndSeed() {
        byte[] text = "word and ".repeat(100).getBytes(StandardCharsets.UTF_8);
        Alteration alteration = Alteration.parse("delete:0.5");
        byte[] once = alteration.of("a", text, 7);
        assertTrue(Arrays.equals(once, alteration.of("a", text, 7)));
        assertNotEquals(-1, Arrays.mismatch(once, alteration.of("a", text, 8)));
        assertNotEquals(-1, Arrays.mismatch(once, alteration.of("b", text, 7)));
    }

    @Test
    void textWithoutTokensIsUnchanged() {
        for (String kind : List.of("delete:1", "replace:1", "swap:1", "hyphenate:1")) {
            assertEquals("", altered(kind, ""));
            assertEquals(" \n", altered(kind, " \n"));
        }
    }

    @Test
    void invalidAlterationIsReported() {
        for (String wrong :
                List.of("replace", "replace:", "replace:0", "replace:1.1", "turn:0.5", ":0.5", "replace:NaN")) {
            Exception e = assertThrows(IllegalArgumentException.class, () -> Alteration.parse(wrong), wrong);
            assertTrue(
                    e.getMessage().contains("'" + wrong + "'") && e.getMessage().contains("hyphenate"), e.getMessage());
        }
        assertEquals("replace:0.05", Alteration.parse("replace:0.05").toString());
    }

    private static String altered(String how, String text) {
        return new String(
                Alteration.parse(how).of("id", text.getBytes(StandardCharsets.UTF_8), 1), StandardCharsets.UTF_8);
    }
}
