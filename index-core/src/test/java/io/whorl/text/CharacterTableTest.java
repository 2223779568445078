package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class CharacterTableTest {
    /** Letters and digits of Unicode 16. */
    private static final int LETTERS_AND_DIGITS = 141_788;
    /** Han numerals and radicals, which count as letters, and the Hangul fillers, which are skipped. */
    private static final int IDEOGRAPHS = 13 + 329;

    private static final int FILLERS = 4;

    /** If this fails, the meaning of stored fingerprints has changed: raise the scheme version, or undo the change. */
    @Test
    void theTableMatchesStoredFingerprints() {
        CRC32C digest = new CRC32C();
        all().forEach(cp -> {
            digest.update(CharacterTable.classOf(cp));
            for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                digest.update(CharacterTable.fold(cp) >>> shift & 0xFF);
            }
        });
        assertEquals("41b02e0a", Long.toHexString(digest.getValue()));
    }

    @Test
    void theTableHasTheLettersAndDigitsOfUnicode16() {
        assertEquals(
                LETTERS_AND_DIGITS + IDEOGRAPHS - FILLERS,
                all().map(CharacterTable::classOf)
                        .filter(c -> c == CharacterTable.LETTER
                                || c == CharacterTable.SPACELESS
                                || c == CharacterTable.DIGIT)
                        .count());
    }

    @Test
    void foldingIsIdempotentAndKeepsLettersLetters() {
        all().forEach(cp -> {
            int folded = CharacterTable.fold(cp);
            assertEquals(
                    folded, CharacterTable.fold(folded), () -> "folding again changes U+" + Integer.toHexString(cp));
            int kind = CharacterTable.classOf(cp);
            if (kind != CharacterTable.MARK) {
                assertEquals(kind, CharacterTable.classOf(folded), () -> "U+" + Integer.toHexString(cp));
            }
        });
    }

    @Test
    void foldingFollowsCaseFolding() {
        assertEquals('a', CharacterTable.fold('A'));
        assertEquals(0x3C3, CharacterTable.fold(0x3C2), "final sigma");
        assertEquals('s', CharacterTable.fold(0x17F), "long s");
        assertEquals('k', CharacterTable.fold(0x212A), "Kelvin sign");
        assertEquals(0xDF, CharacterTable.fold(0x1E9E), "capital sharp s");
        assertEquals(0x10428, CharacterTable.fold(0x10400), "Deseret long I");
        assertEquals(0x130, CharacterTable.fold(0x130), "dotted capital I");
        assertEquals(0x131, CharacterTable.fold(0x131), "dotless small i");
    }

    @Test
    void theTableClassifiesLettersDigitsMarksAndOthers() {
        assertEquals(CharacterTable.LETTER, CharacterTable.classOf(0xD55C));
        for (int spaceless : "中か〇々กកဤ\u2F00ກ".codePoints().toArray()) {
            assertEquals(CharacterTable.SPACELESS, CharacterTable.classOf(spaceless), Character.toString(spaceless));
        }
        assertEquals(CharacterTable.LETTER, CharacterTable.classOf(0x30AB), "Katakana has runs");
        assertEquals(CharacterTable.IGNORED, CharacterTable.classOf(0xAD), "soft hyphen");
        assertEquals(CharacterTable.DIGIT, CharacterTable.classOf(0x663));
        assertEquals(CharacterTable.MARK, CharacterTable.classOf(0x301));
        assertEquals(CharacterTable.MARK, CharacterTable.classOf(0x20DD), "enclosing");
        assertEquals(CharacterTable.OTHER, CharacterTable.classOf('#'));
        assertEquals(CharacterTable.IGNORED, CharacterTable.classOf(0xFEFF));
        assertEquals(CharacterTable.OTHER, CharacterTable.classOf(0xFFFD));
        assertEquals(CharacterTable.OTHER, CharacterTable.classOf(Character.MAX_CODE_POINT));
        assertEquals(0x3B9, CharacterTable.fold(0x345), "the one mark that folds to a letter");
    }

    @Test
    void theTableIsTheOutputOfTheGenerator() throws IOException {
        assumeTrue(
                all().filter(Character::isLetterOrDigit).count() == LETTERS_AND_DIGITS,
                "skipped: this JDK's Character is not of Unicode 16");
        try (InputStream in = CharacterTable.class.getResourceAsStream("characters.txt")) {
            assertTrue(in != null);
            assertEquals(new String(in.readAllBytes(), StandardCharsets.US_ASCII), CharacterTableGenerator.table());
        }
    }

    private static IntStream all() {
        return IntStream.rangeClosed(0, Character.MAX_CODE_POINT);
    }
}
