package io.whorl.corpus.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class SurrogatesTest {
    @Property
    void surrogatesAreReplacedWhereUtf8WouldLoseThem(@ForAll char[] chars) {
        for (int i = 0; i < chars.length; i += 2) {
            chars[i] = (char) (0xd800 | chars[i] & 0x7ff);
        }
        String s = new String(chars);
        String fixed = JsonFormat.Surrogates.replaceLone(s);
        byte[] utf8 = fixed.getBytes(StandardCharsets.UTF_8);
        assertEquals(fixed, new String(utf8, StandardCharsets.UTF_8));
        assertEquals(s.codePointCount(0, s.length()), fixed.codePointCount(0, fixed.length()));
        assertTrue(s.codePoints().allMatch(c -> c < 0xd800 || c > 0xdfff) == s.equals(fixed));
    }
}
