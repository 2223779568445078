package io.whorl.corpus.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MappedTextBuilderTest {
    private static MappedTextBuilder of(String document) {
        return MappedTextBuilder.of(document.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static TextMap map(MappedTextBuilder builder) {
        return builder.build().map().orElseThrow();
    }

    @Test
    void piecesOfEqualLengthMapCharacterByCharacter() {
        TextMap map = map(of("n\u00efve text").append("text", 5, 9).append("n\u00efve", 0, 4));
        assertEquals(new TextRange(5, 7, 6, 8), map.original(new TextRange(0, 2, 0, 2)));
        assertEquals(new TextRange(1, 2, 1, 3), map.original(new TextRange(5, 6, 5, 7)));
    }

    @Test
    void otherPiecesMapAsAWhole() {
        MappedTextBuilder builder = of("a &eacute;t\u00e9 b").append("a ", 0, 2).append("\u00e9", 2, 10);
        TextMap map = map(builder.append("t\u00e9", 10, 12).append("<added>", 12, 12));
        assertEquals(new TextRange(2, 10, 2, 10), map.original(new TextRange(2, 3, 2, 4)));
        assertEquals(new TextRange(0, 11, 0, 11), map.original(new TextRange(0, 4, 0, 5)));
        assertEquals(new TextRange(12, 12, 13, 13), map.original(new TextRange(6, 8, 8, 10)));
    }

    @Test
    void movedTextMapsToAllThatIsBetween() {
        TextMap map =
                map(of("one two three").append("three", 8, 13).append(" ", 3, 4).append("one", 0, 3));
        assertEquals(new TextRange(0, 13, 0, 13), map.original(new TextRange(0, 9, 0, 9)));
        assertEquals(new TextRange(0, 4, 0, 4), map.original(new TextRange(5, 9, 5, 9)));
    }

    @Test
    void emptyRangesMapToEmptyRanges() {
        TextMap map = map(of("x\u00e9 &amp; y").append("\u00e9 ", 1, 3).append("&", 3, 8));
        assertEquals(new TextRange(1, 1, 1, 1), map.original(new TextRange(0, 0, 0, 0)));
        assertEquals(new TextRange(2, 2, 3, 3), map.original(new TextRange(1, 1, 2, 2)));
        assertEquals(new TextRange(8, 8, 9, 9), map.original(new TextRange(3, 3, 4, 4)));
        assertEquals(new TextRange(0, 0, 0, 0), map(of("")).original(new TextRange(0, 0, 0, 0)));
    }

    @Test
    void theEncodingDecidesTheBytes() {
        for (String name : List.of("UTF-8", "UTF-16LE", "UTF-32BE", "windows-1252")) {
            Charset charset = Charset.forName(name);
            byte[] document = "\u00e9t\u00e9 fini".getBytes(charset);
            MappedTextBuilder builder = MappedTextBuilder.of(document, charset);
            TextMap map =
                    map(builder.append(builder.source(), 0, builder.source().length()));
            int from = "\u00e9t\u00e9 ".getBytes(charset).length;
            assertEquals(new TextRange(4, 8, from, document.length), map.original(new TextRange(4, 8, 6, 10)), name);
        }
    }

    @Test
    void malformedBytesAreOneReplacementCharacterEach() {
        byte[] document = {'a', (byte) 0xff, (byte) 0xe2, (byte) 0x82, 'b'};
        MappedTextBuilder builder = MappedTextBuilder.of(document, StandardCharsets.UTF_8);
        assertEquals("a\ufffd\ufffdb", builder.source());
        TextMap map = map(builder.append(builder.source(), 0, 4));
        assertEquals(new TextRange(2, 4, 2, 5), map.original(new TextRange(2, 4, 4, 8)));
    }

    @Test
    void unpairedSurrogatesBecomeReplacementCharacters() {
        assertEquals(
                "\ufffdx",
                new String(
                        of("&x").append("\ud800", 0, 1)
                                .append("x", 1, 2)
                                .build()
                                .utf8(),
                        StandardCharsets.UTF_8));
    }

    @Test
    void aMapIsMadeAgainFromItsBytes() {
        TextMap map = map(
                of("one &amp; two").append("two", 10, 13).append(" & ", 3, 10).append("one", 0, 3));
        TextMap again = TextMap.of(map.toBytes());
        for (int from = 0; from < 9; from++) {
            for (int to = from; to <= 9; to++) {
                TextRange range = new TextRange(from, to, from, to);
                assertEquals(map.original(range), again.original(range));
            }
        }
        assertTrue(TextMap.of(TextMap.IDENTITY.toBytes()).isIdentity());
        assertThrows(IllegalArgumentException.class, () -> TextMap.of(new byte[16]));
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertThrows(IndexOutOfBoundsException.class, () -> of("abc").append("x", 2, 4));
        assertThrows(IllegalArgumentException.class, () -> new TextRange(2, 1, 2, 3));
        assertThrows(IllegalArgumentException.class, () -> new TextRange(0, 1, -1, 3));
        TextMap map = map(of("abc").append("b", 1, 2));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> map.original(new TextRange(0, 2, 0, 2)));
        assertTrue(e.getMessage().contains("the text ends at 1, byte 1"), e.getMessage());
        assertThrows(NullPointerException.class, () -> TextMap.IDENTITY.original(null));
    }
}
