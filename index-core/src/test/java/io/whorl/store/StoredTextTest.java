package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The stored form of texts gives every text back, and no damage goes unnoticed. */
class StoredTextTest {
    private final TextEncoder encoder = new TextEncoder();

    private static List<byte[]> texts() {
        Random random = new Random(1);
        List<byte[]> texts = new ArrayList<>();
        for (int length = 0; length < 300; length += 1 + length / 20) {
            byte[] noise = new byte[length];
            random.nextBytes(noise);
            texts.add(noise);
            texts.add("word ".repeat(length).getBytes(StandardCharsets.UTF_8));
        }
        texts.add("\uD55C\uAD6D\uC5B4 \u00E9t\u00E9 ".repeat(5_000).getBytes(StandardCharsets.UTF_8));
        texts.add(new byte[] {(byte) 0xC3, 'a', (byte) 0xFF, 0, (byte) 0xED, (byte) 0xA0, (byte) 0x80});
        byte[] large = new byte[10 << 20];
        Arrays.fill(large, (byte) 'x');
        texts.add(large);
        byte[] noise = new byte[3 << 20];
        random.nextBytes(noise);
        texts.add(noise);
        return texts;
    }

    @Test
    void everyTextComesBackByteForByte() {
        for (byte[] text : texts()) {
            byte[] stored = encoder.encode(text);
            assertArrayEquals(text, StoredText.decode(stored));
            assertTrue(
                    stored.length > 0 && stored.length <= text.length + StoredText.MOST_HEADER,
                    () -> stored.length + " bytes for " + text.length);
        }
    }

    @Test
    void severalTextsLieOneAfterAnother() {
        List<byte[]> texts = texts().subList(0, 40);
        int from = 0;
        List<Integer> sizes = texts.stream().map(encoder::add).toList();
        for (int i = 0; i < texts.size(); i++) {
            byte[] stored = Arrays.copyOfRange(encoder.bytes(), from, from + sizes.get(i));
            assertArrayEquals(encoderOfOne().encode(texts.get(i)), stored);
            from += sizes.get(i);
        }
        assertEquals(encoder.size(), from);
        encoder.clear();
        assertEquals(0, encoder.size());
    }

    private static TextEncoder encoderOfOne() {
        return new TextEncoder();
    }

    @Test
    void aRepetitiveTextTakesFewBytes() {
        byte[] text = "to be or not to be ".repeat(300).getBytes(StandardCharsets.UTF_8);
        assertTrue(encoder.encode(text).length < text.length / 20);
    }

    @Test
    void damageIsNoticed() {
        for (byte[] text : new byte[][] {
            {}, "a".getBytes(StandardCharsets.UTF_8), "one two three ".repeat(9).getBytes(StandardCharsets.UTF_8)
        }) {
            byte[] stored = encoder.encode(text);
            for (int i = 0; i < stored.length; i++) {
                for (int bit = 0; bit < 8; bit++) {
                    byte[] damaged = stored.clone();
                    damaged[i] ^= (byte) (1 << bit);
                    assertDamaged(text, damaged);
                }
                assertDamaged(text, Arrays.copyOf(stored, i));
            }
        }
        assertThrows(IllegalArgumentException.class, () -> StoredText.decode(StoredText.NONE));
    }

    /** Bits that do not matter, such as those after the end of the deflated bytes, may change. */
    private static void assertDamaged(byte[] text, byte[] damaged) {
        try {
            assertArrayEquals(text, StoredText.decode(damaged));
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().startsWith("it"), e.getMessage());
        }
    }

    @Test
    void aForgedLengthAllocatesNothing() {
        byte[] forged = {0, 0, 0, 0, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 7, 3, 0};
        String reason = assertThrows(IllegalArgumentException.class, () -> StoredText.decode(forged))
                .getMessage();
        assertEquals("it has 2147483647 bytes in 2", reason);
    }

    @Test
    void aTextAboveTheLimitIsRefused() {
        StoredText.checkLength(StoredText.MOST);
        LimitExceededException e =
                assertThrows(LimitExceededException.class, () -> StoredText.checkLength(StoredText.MOST + 1));
        assertTrue(e.getMessage().contains("split the document"), e.getMessage());
    }
}
