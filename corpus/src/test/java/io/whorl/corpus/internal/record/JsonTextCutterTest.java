package io.whorl.corpus.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.whorl.corpus.internal.record.JsonFormat.JsonTextCutter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonTextCutterTest {
    private static String cut(String record, int... cuts) throws IOException {
        return new String(
                new JsonTextCutter("text").cut(record.getBytes(StandardCharsets.UTF_8), cuts), StandardCharsets.UTF_8);
    }

    @Test
    void onlyThePartIsLeftOut() throws IOException {
        assertEquals("{\"text\":\"ac\"}", cut("{\"text\":\"abc\"}", 1, 2));
        assertEquals(
                " { \"id\" : 1.0, \"text\" :\t\"\\u0061\\nz\", \"x\":[\"text\"] }\n\n",
                cut(" { \"id\" : 1.0, \"text\" :\t\"\\u0061\\nb\\\"\\u00e9é\\nz\", \"x\":[\"text\"] }\n\n", 2, 9));
        assertEquals("{\"text\":\"\",\"a\":\"é\"}", cut("{\"text\":\"\\ud83d\\ude00😀\",\"a\":\"é\"}", 0, 8));
        assertEquals("{\"text\":\"a\\ude00\"}", cut("{\"text\":\"a\\ud83db\\ude00\"}", 1, 5));
    }

    @Test
    void theLastTextOfAnObjectCounts() throws IOException {
        assertEquals(
                "{\"a\":{\"text\":\"no\"},\"text\":\"first\",\"text\":\"d\"}",
                cut("{\"a\":{\"text\":\"no\"},\"text\":\"first\",\"text\":\"second\"}", 0, 5));
    }

    @Test
    void anotherTextIsRefused() {
        assertThrows(IOException.class, () -> cut("{\"text\":\"abc\"}", 2, 5));
        assertThrows(IOException.class, () -> cut("{\"text\":\"é\"}", 1, 2));
        assertThrows(IOException.class, () -> cut("{\"text\":5}", 0, 1));
    }

    /** The text of the result is the text without the ranges, for random texts, escapes and ranges. */
    @Test
    void theRestOfTheTextIsKept() throws IOException {
        String[] characters = {"a", "\n", "\"", "\\", "é", "€", "\ud83d\ude00", "\t", "/"};
        Random random = new Random(7);
        for (int n = 0; n < 2_000; n++) {
            StringBuilder record = new StringBuilder("{\"text\":\"");
            StringBuilder kept = new StringBuilder();
            int[] cuts = new int[20];
            int count = 0;
            int at = 0;
            for (int i = 0; i < 10; i++) {
                String c = characters[random.nextInt(characters.length)];
                int size = c.getBytes(StandardCharsets.UTF_8).length;
                if (random.nextInt(3) == 0) {
                    cuts[count++] = at;
                    cuts[count++] = at + size;
                } else {
                    kept.append(c);
                }
                at += size;
                record.append(escaped(c, random));
            }
            String shortened = cut(record + "\"}", java.util.Arrays.copyOf(cuts, count));
            try (JsonParser parser = new JsonFactory().createParser(shortened)) {
                parser.nextToken();
                parser.nextToken();
                parser.nextToken();
                assertEquals(kept.toString(), parser.getText(), record::toString);
            }
        }
    }

    private static String escaped(String c, Random random) {
        String plain =
                switch (c) {
                    case "\n" -> "\\n";
                    case "\t" -> "\\t";
                    case "\"" -> "\\\"";
                    case "\\" -> "\\\\";
                    case "/" -> random.nextBoolean() ? "\\/" : "/";
                    default -> c;
                };
        if (random.nextBoolean()) {
            return plain;
        }
        StringBuilder unicode = new StringBuilder();
        c.chars().forEach(unit -> unicode.append(String.format("\\u%04x", unit)));
        return unicode.toString();
    }
}
