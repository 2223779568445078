package io.whorl.corpus.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextTest {
    private static String text(byte[] bytes, String type) {
        return new String(new PlainTextFormat().text(bytes, new Head("", type, bytes)), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({"iso-8859-1, windows-1252", "UTF-8, UTF-8", "koi8-r, koi8-r", "utf-16le, utf-16le", "shift_jis, windows-31j"})
    void charsetsAreUndone(String said, String is) {
        String words = said.equals("koi8-r") ? "слово" : said.equals("shift_jis") ? "日本語" : "größer";
        assertEquals(words, text(words.getBytes(Charset.forName(is)), "text/plain; charset=" + said));
        assertEquals(words, text(words.getBytes(Charset.forName(is)), "TEXT/plain;format=flowed;Charset=\"" + said + "\""));
    }

    @Test
    void withoutACharsetTheBytesTell() {
        assertEquals("größer", text("größer".getBytes(StandardCharsets.UTF_8), "text/plain"));
        assertEquals("größer", text("größer".getBytes(StandardCharsets.ISO_8859_1), "text/plain"));
        assertEquals("größer", text("\ufeffgrößer".getBytes(StandardCharsets.UTF_8), "text/plain; charset=x"));
    }

    @Test
    void whatStandsAsItIsIsLeftAlone() {
        assertFalse(new PlainTextFormat().recognises(new Head("", Part.TEXT, new byte[0])));
        assertFalse(new PlainTextFormat().recognises(new Head("a.txt", "", new byte[0])));
    }
}
