package io.whorl.cli.passages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.PreparedText;
import io.whorl.cli.passages.QueryPassages.XxHash64;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts that passages are found in. */
class GivenTextTest {
    private static final Aligner ALIGNER = Aligner.of(AlignmentOptions.DEFAULT);

    private static String masked(String template, String text) {
        GivenText given = new GivenText(List.of(utf8(template)));
        byte[] bytes = utf8(text);
        byte[] masked = GivenText.masked(bytes, given.in(bytes));
        assertEquals(bytes.length, masked.length);
        String result = new String(masked, StandardCharsets.UTF_8);
        assertEquals(text.codePointCount(0, text.length()), result.codePointCount(0, result.length()));
        return result;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void sequencesOfFiveWordsBecomeBlanks() {
        assertEquals(
                "My answer: " + " ".repeat("what  dogs, EAT and why".length()) + ". Yes!",
                masked("Say what dogs eat and why", "My answer: what  dogs, EAT and why. Yes!"));
    }

    @Test
    void shorterSequencesStay() {
        assertEquals("what dogs eat and", masked("Say what dogs eat and why", "what dogs eat and"));
        assertEquals("one two", masked("one two", "one two"));
    }

    @Test
    void longerCharactersBecomeBlanksOfTheirLength() {
        assertEquals(
                "a \u00a0\u00a0 \u2003\u2003\ud83d\uddf5   b",
                masked("éé \u4e00\u4e8c\ud840\udc00 z.", "a éé \u4e00\u4e8c\ud840\udc00 z b"));
    }

    @Test
    void malformedBytesStay() {
        GivenText given = new GivenText(List.of(utf8("a b c d e")));
        byte[] text = {'a', ' ', 'b', (byte) 0xe2, 'c', ' ', 'd', ' ', 'e', ' ', (byte) 0xff};
        byte[] expected = {' ', ' ', ' ', (byte) 0xe2, ' ', ' ', ' ', ' ', ' ', ' ', (byte) 0xff};
        assertArrayEquals(expected, GivenText.masked(text, given.in(text)));
    }

    @Test
    void equivalentTextIsTheSame() {
        assertEquals("", masked("a b c d caf\u00e9", "a b c d cafe\u0301").replaceAll("[ \u00a0]", ""));
    }

    @Test
    void theTextsUsedLastAreKept() {
        PairAlignment.PreparedTexts texts = new PairAlignment.PreparedTexts(ALIGNER, 20);
        byte[] first = utf8("one two ab");
        byte[] second = utf8("three four");
        byte[] third = utf8("five six a");
        PreparedText ofFirst = texts.of(first);
        PreparedText ofSecond = texts.of(second);
        assertEquals(3, ofFirst.words());
        assertSame(ofFirst, texts.of(first));
        PreparedText ofThird = texts.of(third);
        assertSame(ofFirst, texts.of(first));
        assertSame(ofThird, texts.of(third));
        assertNotSame(ofSecond, texts.of(second));
    }

    @Test
    void aTextThatIsTooLongIsNotKept() {
        PairAlignment.PreparedTexts texts = new PairAlignment.PreparedTexts(ALIGNER, 20);
        byte[] small = utf8("one two");
        PreparedText kept = texts.of(small);
        byte[] large = utf8("three four five six seven");
        assertNotSame(texts.of(large), texts.of(large));
        assertSame(kept, texts.of(small));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0, ef46db3751d8e999",
        "a, 0, d24ec4f1a98c6e5b",
        "abc, 0, 44bc2cf5ad770999",
        "ABC, 42, 38fa6e9192581dcb",
        "samples/documents/tea.light.txt and more of them, 42, 85ed597971aee2a6",
        "'Grüße aus der Universität Köln, 4 und mehr Zeichen', 7, 3df9b156fe721af3"
    })
    void valuesAreThoseOfTheReferenceImplementation(String text, long seed, String expected) {
        assertEquals(expected, String.format("%016x", XxHash64.of(text, seed)));
    }
}
