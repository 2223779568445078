package io.whorl.corpus.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.PageMap.Kind;
import io.whorl.corpus.format.PageMap.Pages;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

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

    /** Compares with the page of each code point. */
    @Property(tries = 400)
    void pagesAreTheLeastAndTheGreatestOfTheCodePoints(
            @ForAll @Size(max = 8) List<@IntRange(max = 4) Integer> lengths,
            @ForAll @Size(min = 8, max = 8) List<@IntRange(max = 3) Integer> pages,
            @ForAll Kind kind,
            @ForAll @IntRange(max = 20) int start,
            @ForAll @IntRange(min = 1, max = 20) int length) {
        int[] starts = new int[lengths.size()];
        int[] numbers = new int[starts.length];
        int[] pageOf = new int[50];
        int at = 2;
        for (int i = 0; i < starts.length; i++) {
            starts[i] = at;
            numbers[i] = pages.get(i);
            at += lengths.get(i);
            Arrays.fill(pageOf, starts[i], pageOf.length, numbers[i]);
        }
        PageMap map = PageMap.of(kind, starts, numbers);
        int[] known = IntStream.range(start, start + length)
                .map(i -> pageOf[i])
                .filter(page -> page > 0)
                .sorted()
                .toArray();
        Optional<Pages> expected =
                known.length == 0 ? Optional.empty() : Optional.of(new Pages(kind, known[0], known[known.length - 1]));
        assertEquals(expected, map.pages(start, start + length));
        PageMap again = PageMap.of(map.toBytes());
        assertEquals(expected, again.pages(start, start + length));
        assertArrayEquals(map.toBytes(), again.toBytes());
    }

    @Example
    void wrongArgumentsAreNamed() {
        assertRefused("2 starts and 1 numbers", () -> PageMap.of(Kind.PAGE, new int[2], new int[1]));
        assertRefused("part 1 begins at 3", () -> PageMap.of(Kind.PAGE, new int[] {4, 3}, new int[2]));
        assertRefused("is on page -1", () -> PageMap.of(Kind.PAGE, new int[1], new int[] {-1}));
        assertRefused("the part is 4 to 4", () -> PageMap.NONE.pages(4, 4));
        assertRefused("the part is -1 to 4", () -> PageMap.NONE.pages(-1, 4));
        assertRefused("the map has 2 bytes", () -> PageMap.of(new byte[2]));
        assertRefused("the first of which is 7", () -> PageMap.of(new byte[] {7, 0, 0, 0, 0, 0, 0, 0, 1}));
        assertRefused("the pages are 3 to 2", () -> new Pages(Kind.PAGE, 3, 2));
    }

    private static void assertRefused(String message, Executable call) {
        String found = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(found.contains(message), found);
    }
}
