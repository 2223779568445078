package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.scheme.TextRules;
import io.whorl.text.ReferenceWords.Word;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

class WordReaderPropertyTest {
    @Provide
    Arbitrary<byte[]> text() {
        return Texts.texts(0, 60);
    }

    @Provide
    Arbitrary<byte[]> longText() {
        return Texts.texts(12_000, 20_000);
    }

    @Provide
    Arbitrary<TextRules> rules() {
        return Texts.rules();
    }

    @Provide
    Arbitrary<TextRules> splitting() {
        return Texts.rules(TextRules.Apostrophe.SPLIT);
    }

    @Property(tries = 1500)
    void wordsMatchTheReference(
            @ForAll("rules") TextRules rules, @ForAll boolean structure, @ForAll("text") byte[] text) {
        WordReader reader = WordReader.of(rules, structure);
        assertEquals(expected(rules, structure, text), fromArray(reader, text, 3));
        assertEquals(malformed(text), reader.malformed());
    }

    @Property(tries = 1200)
    void wordsDoNotDependOnStructure(@ForAll("splitting") TextRules rules, @ForAll("text") byte[] text) {
        assertEquals(
                Reading.texts(fromArray(WordReader.of(rules, true), text, 0)),
                Reading.texts(fromArray(WordReader.of(rules, false), text, 0)));
    }

    @Provide
    Arbitrary<String> ascii() {
        return Arbitraries.oneOf(
                Arbitraries.strings().withChars("  aZ09,.\n'@[`{/:\0\u007F").ofMaxLength(200),
                Arbitraries.strings().withChars("   a").ofMaxLength(200),
                Arbitraries.strings().ascii().ofMaxLength(200));
    }

    @Property(tries = 4_000)
    void asciiIsReadAlikeEightBytesAtATimeAndOneByOne(
            @ForAll TextRules.Words words, @ForAll("ascii") String text, @ForAll @IntRange(max = 9) int margin) {
        TextRules rules = Rules.with(b -> b.words(words));
        byte[] utf8 = Texts.utf8(text);
        assertEquals(expected(rules, false, utf8), fromArray(WordReader.of(rules, false), utf8, margin));
    }

    @Property(tries = 1200)
    void streamsAndArraysGiveTheSameWords(
            @ForAll("rules") TextRules rules,
            @ForAll boolean structure,
            @ForAll("text") byte[] text,
            @ForAll @IntRange(min = 8, max = 40) int readBytes,
            @ForAll long seed)
            throws IOException {
        WordReader reader = WordReaders.of(rules, structure, readBytes);
        reader.open(Reading.trickle(text, seed));
        assertEquals(expected(rules, structure, text), Reading.all(reader));
        assertEquals(malformed(text), reader.malformed());
    }

    @Property(tries = 20, shrinking = ShrinkingMode.OFF)
    void wordsDoNotDependOnBlocks(
            @ForAll("rules") TextRules rules, @ForAll boolean structure, @ForAll("longText") byte[] text)
            throws IOException {
        WordReader reader = WordReader.of(rules, structure);
        List<Word> expected = expected(rules, structure, text);
        assertEquals(expected, fromArray(reader, text, 1));
        reader.open(Reading.trickle(text, 1));
        assertEquals(expected, Reading.all(reader));
        assertEquals(malformed(text), reader.malformed());
    }

    @Property(tries = 500)
    void aReaderKeepsNothingOfTheDocumentBefore(
            @ForAll("rules") TextRules rules,
            @ForAll boolean structure,
            @ForAll("text") byte[] first,
            @ForAll("text") byte[] second)
            throws IOException {
        WordReader reader = WordReader.of(rules, structure);
        reader.open(first, 0, first.length);
        reader.next(new WordBlock());
        assertEquals(expected(rules, structure, second), fromArray(reader, second, 0));
        assertEquals(malformed(second), reader.malformed());
    }

    private static List<Word> expected(TextRules rules, boolean structure, byte[] text) {
        return ReferenceWords.of(rules, structure, new String(text, StandardCharsets.UTF_8));
    }

    /** Surrounded by other text, which must not be read. */
    private static List<Word> fromArray(WordReader reader, byte[] text, int margin) {
        byte[] wide = new byte[text.length + 2 * margin];
        Arrays.fill(wide, (byte) 0x81);
        System.arraycopy(text, 0, wide, margin, text.length);
        reader.open(wide, margin, margin + text.length);
        return Reading.all(reader);
    }

    static long malformed(byte[] text) {
        long replaced = new String(text, StandardCharsets.UTF_8)
                .chars()
                .filter(c -> c == 0xFFFD)
                .count();
        long genuine = 0;
        for (int i = 0; i + 2 < text.length; i++) {
            genuine += text[i] == (byte) 0xEF && text[i + 1] == (byte) 0xBF && text[i + 2] == (byte) 0xBD ? 1 : 0;
        }
        return replaced - genuine;
    }
}
