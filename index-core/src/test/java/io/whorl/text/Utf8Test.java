package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

class Utf8Test {
    /** Bytes at the boundaries of lead and continuation bytes. */
    @Provide
    Arbitrary<List<Integer>> bytes() {
        return Arbitraries.frequencyOf(
                        Tuple.of(3, Arbitraries.of(0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xBD)),
                        Tuple.of(
                                3,
                                Arbitraries.of(
                                        0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF)),
                        Tuple.of(1, Arbitraries.integers().between(0, 0xFF)))
                .list()
                .ofMaxSize(12);
    }

    @Property(tries = 30_000)
    void decodingMatchesString(@ForAll("bytes") List<Integer> bytes) {
        byte[] text = new byte[bytes.size()];
        for (int i = 0; i < text.length; i++) {
            text[i] = bytes.get(i).byteValue();
        }
        List<Integer> decoded = new ArrayList<>();
        long malformed = 0;
        for (int i = 0; i < text.length; ) {
            int d = Utf8.decode(text, i, text.length);
            decoded.add(Utf8.codePoint(d));
            malformed += Utf8.isMalformed(d) ? 1 : 0;
            i += Utf8.length(d);
        }
        assertEquals(
                new String(text, StandardCharsets.UTF_8).codePoints().boxed().toList(), decoded);
        assertEquals(WordReaderPropertyTest.malformed(text), malformed);
    }

    @Test
    void encodingMatchesString() {
        for (int cp = 0; cp <= Character.MAX_CODE_POINT; cp += cp == 0xD7FF ? 0x801 : 1) {
            byte[] out = new byte[Utf8.lengthOf(cp)];
            assertEquals(out.length, Utf8.encode(cp, out, 0));
            assertArrayEquals(Character.toString(cp).getBytes(StandardCharsets.UTF_8), out);
        }
    }
}
