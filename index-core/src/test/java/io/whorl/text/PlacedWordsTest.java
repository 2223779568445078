package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PlacedWordsTest {
    private final PlacedWords placed = new PlacedWords();

    @Test
    void placesAreInBytesAndInCodePoints() {
        placed.read("Né: «die Straße», 東京。".getBytes(StandardCharsets.UTF_8));
        assertEquals(List.of("né", "die", "straße", "東", "京"), words(placed.words));
        assertEquals(List.of(0, 5, 9, 18, 19), list(placed.startChar, 5));
        assertEquals(List.of(2, 8, 15, 19, 20), list(placed.endChar, 5));
        assertEquals(List.of(0, 7, 11, 22, 25), list(placed.startByte, 5));
        assertEquals(List.of(3, 10, 18, 25, 28), list(placed.endByte, 5));
        assertEquals(21, placed.chars);
    }

    @Test
    void marksBelongToTheirWord() {
        placed.read("cafe\u0301 x".getBytes(StandardCharsets.UTF_8));
        assertEquals(List.of("caf\u00e9", "x"), words(placed.words));
        assertEquals(List.of(5, 7), list(placed.endChar, 2));
        assertEquals(List.of(6, 8), list(placed.endByte, 2));
    }

    @Property(tries = 500)
    void wordsAreThoseOfTheWordReader(@ForAll("texts") String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        WordReader reader = WordReader.of(Scheme.builder().build().text(), true);
        reader.open(utf8, 0, utf8.length);
        List<String> expected = new ArrayList<>();
        for (WordBlock block = new WordBlock(); reader.next(block); ) {
            expected.addAll(words(block));
        }
        placed.read(utf8);
        assertEquals(expected, words(placed.words));
        for (int k = 0; k < placed.words.count; k++) {
            String before = new String(utf8, 0, placed.startByte[k], StandardCharsets.UTF_8);
            assertEquals(before.codePointCount(0, before.length()), placed.startChar[k]);
            String until = new String(utf8, 0, placed.endByte[k], StandardCharsets.UTF_8);
            assertEquals(until.codePointCount(0, until.length()), placed.endChar[k]);
        }
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> pieces = Arbitraries.of(
                "word",
                "Two",
                "x1",
                "3",
                ".",
                "'",
                " ",
                "\n\n",
                "\u0301",
                "e",
                "\u00e9",
                "\u1100",
                "\u1161",
                "\uAC00",
                "東",
                "ひ",
                "カ",
                "ไ",
                "ﬁ",
                "\u200B",
                "\u00AD",
                "!",
                "。",
                "\uD83D\uDE00",
                "Ａ");
        return pieces.list().ofMaxSize(60).map(list -> String.join("", list));
    }

    private static List<String> words(WordBlock block) {
        List<String> words = new ArrayList<>();
        for (int k = 0; k < block.count; k++) {
            words.add(new String(block.bytes, block.start(k), block.end[k] - block.start(k), StandardCharsets.UTF_8));
        }
        return words;
    }

    private static List<Integer> list(int[] values, int count) {
        List<Integer> list = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            list.add(values[k]);
        }
        return list;
    }
}
