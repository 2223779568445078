package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.scheme.TextRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words of more than 4,096 bytes. */
class LongWordTest {
    @Provide
    Arbitrary<String> longRuns() {
        Arbitrary<String> run = Combinators.combine(
                        Arbitraries.of(
                                "a",
                                "Q",
                                "é",
                                "Ⱥ",
                                "カ",
                                "中",
                                "か\u3099",
                                "\u0301",
                                "e\u0323\u0302",
                                "\u1112\u1161\u11AB",
                                "\u00AD",
                                "𐐀",
                                "aé",
                                "7",
                                "\u212A"),
                        Arbitraries.of(
                                1, 2, 3, 5, 900, 1365, 1366, 2047, 2048, 2731, 4093, 4094, 4095, 4096, 4097, 9000))
                .as((s, n) -> s.repeat(n / s.length()));
        Arbitrary<String> pause = Arbitraries.of(" ", "", "", "", "x. ", "'", "\n\n", "the ", "--".repeat(2000));
        return Combinators.combine(run, pause)
                .as((r, p) -> r + p)
                .list()
                .ofMaxSize(14)
                .map(l -> String.join("", l));
    }

    @Provide
    Arbitrary<TextRules> rules() {
        return Texts.rules();
    }

    @Property(tries = 100, shrinking = ShrinkingMode.OFF)
    void longWordsAreCutAsDefined(
            @ForAll("rules") TextRules rules, @ForAll boolean structure, @ForAll("longRuns") String text)
            throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        List<ReferenceWords.Word> expected = ReferenceWords.of(rules, structure, text);
        WordReader reader = WordReader.of(rules, structure);
        reader.open(utf8, 0, utf8.length);
        assertEquals(expected, Reading.all(reader));
        WordReader trickling = WordReaders.of(rules, structure, 9);
        trickling.open(Reading.trickle(utf8, 5));
        assertEquals(expected, Reading.all(trickling));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void wordsAreCutAt4096Bytes(boolean structure) {
        WordReader reader = WordReader.of(Rules.plain(), structure);
        assertEquals(List.of("a".repeat(4096), "a"), Reading.texts(reader, "A".repeat(4097)));
        assertEquals(List.of("a".repeat(4096)), Reading.texts(reader, "A".repeat(4096)));
        assertEquals(List.of("a".repeat(4096), "b"), Reading.texts(reader, "A".repeat(4096) + " b"));
        assertEquals(List.of("カ".repeat(1365), "カ"), Reading.texts(reader, "カ".repeat(1366)), "between characters");
        assertEquals(List.of("ⱥ".repeat(1365), "ⱥ".repeat(5)), Reading.texts(reader, "Ⱥ".repeat(1370)), "as folded");
        assertEquals(
                List.of("a".repeat(4095), "\u00E1b"),
                Reading.texts(reader, "a".repeat(4096) + "\u0301b"),
                "never between a character and its mark");
        assertEquals(List.of("a".repeat(4096), "b"), Reading.texts(reader, "a".repeat(4096) + " \u0301b"));
    }

    @Test
    void memoryIsBoundedForAnEndlessLine() throws IOException {
        long size = 64L << 20;
        for (boolean structure : new boolean[] {false, true}) {
            WordReader reader = WordReader.of(Rules.plain(), structure);
            reader.open(new EndlessLine(size));
            WordBlock block = new WordBlock();
            long words = 0;
            long bytes = 0;
            while (reader.next(block)) {
                words += block.count;
                bytes += block.end[block.count - 1] + 1;
                assertEquals(new WordBlock().bytes.length, block.bytes.length, "the block has grown");
                assertEquals(new WordBlock().end.length, block.end.length, "the block has grown");
            }
            assertEquals(size / 4096, words);
            assertEquals(size + words, bytes);
        }
    }

    @Test
    void memoryIsBoundedForHeldSentences() throws IOException {
        long size = 64L << 20;
        int minSentence = 100;
        WordReader reader = WordReader.of(Rules.with(b -> b.minSentence(minSentence)), false);
        reader.open(new EndlessLine(size));
        WordBlock block = new WordBlock();
        long words = 0;
        int most = 2 * (minSentence + 2) * 4097 + (1 << 15);
        while (reader.next(block)) {
            words += block.count;
            if (block.bytes.length > most) {
                throw new AssertionError("the block has grown to " + block.bytes.length);
            }
        }
        assertEquals(size / 4096, words);
    }
}
