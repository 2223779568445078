package io.whorl.text;

import io.whorl.scheme.TextRules;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random texts and rules. Cases that the definitions treat specially are frequent. */
final class Texts {
    private static final String[] SPECIAL = {
        "a",
        "B",
        "É",
        "e\u0301",
        "ж",
        "中",
        "語",
        "ß",
        "ẞ",
        "ς",
        "ſ",
        "\u212A",
        "İ",
        "ı",
        "Ⱥ",
        "Ⱦ",
        "\u0345",
        "\u0301",
        "\u20E3",
        "𝒳",
        "𐐀",
        "Ǆ",
        "1",
        "23",
        "٣",
        "𝟗",
        ".",
        ",",
        "!",
        "?",
        "'",
        "’",
        "\"",
        ")",
        "»",
        "›",
        "(",
        "-",
        "#",
        " ",
        "\n",
        "\r",
        "\r\n",
        "\n \n",
        "\t",
        "\u0085",
        "\u00A0",
        "\u2028",
        "\u3000",
        "\uFEFF",
        "\uFFFD",
        "😀",
        "\0",
        "Mr",
        "etc",
        "e.g",
        "Prof",
        "al",
        "fig",
        "The ",
        "and ",
        "it's ",
        "don’t ",
        "3.5mm ",
        "1,234.5 ",
        "hoping ",
        "中文",
        "。",
        "」",
        "か",
        "\u3099",
        "ラー",
        "ｶ",
        "ﾞ",
        "ภ",
        "ิ",
        "าษ",
        "ำ",
        "ກໍ",
        "ខ្ម",
        "မြ",
        "한",
        "\u1112",
        "\u1161",
        "\u11AB",
        "ㅎ",
        "ㅏ",
        "हि",
        "\u0915\u093C",
        "\u0958",
        "।",
        "؟",
        "م",
        "ﻡ",
        "ﷲ",
        "\u0627\u0653",
        "\u00AD",
        "\u200B",
        "\u200D",
        "\u200C",
        "\u2060",
        "\uFE0F",
        "\u034F",
        "ﬁ",
        "ﬃ",
        "Ａ",
        "９",
        "！",
        "ª",
        "𝔊",
        "с",
        "о",
        "Н",
        "ё",
        "α",
        "ς",
        "\u0308",
        "\u0323",
        "\u0316",
        "\u0344",
        "\u1EC7",
        "\u2126",
        "〇",
        "⼀",
        "豈",
        "\u09C7",
        "\u09BE",
        "ŀ",
        "ㄳ",
        "가",
        "\u0301\u0323\u0308",
        "relational ",
        "nationalities ",
        "x. ",
        "End. ",
        "so! ",
        "what?’ ",
        "(why.) ",
        "internationalisation"
    };
    /** Bytes that are not UTF-8, or only together with the next bytes. */
    private static final byte[][] BYTES = {
        {(byte) 0x80},
        {(byte) 0xC0, (byte) 0x80},
        {(byte) 0xC3},
        {(byte) 0xE2, (byte) 0x82},
        {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
        {(byte) 0xED, (byte) 0xA0},
        {(byte) 0xE0, (byte) 0x80},
        {(byte) 0xF0, (byte) 0x9F, (byte) 0x98},
        {(byte) 0xF0, (byte) 0x80},
        {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
        {(byte) 0xF5},
        {(byte) 0xFF},
        {(byte) 0xEF, (byte) 0xBF}
    };

    private Texts() {}

    static Arbitrary<byte[]> texts(int leastPieces, int mostPieces) {
        Arbitrary<byte[]> special = Arbitraries.of(SPECIAL).map(Texts::utf8);
        Arbitrary<byte[]> any = Arbitraries.integers()
                .between(0, Character.MAX_CODE_POINT)
                .filter(cp -> cp < 0xD800 || cp > 0xDFFF)
                // The reference composes by this JDK, which may not know all characters of the tables.
                .filter(Character::isDefined)
                .map(cp -> utf8(Character.toString(cp)));
        Arbitrary<byte[]> ascii = Arbitraries.strings()
                .withCharRange(' ', '~')
                .ofMinLength(1)
                .ofMaxLength(24)
                .map(Texts::utf8);
        Arbitrary<byte[]> broken = Arbitraries.of(BYTES);
        return Arbitraries.frequencyOf(Tuple.of(12, special), Tuple.of(2, any), Tuple.of(2, ascii), Tuple.of(1, broken))
                .list()
                .ofMinSize(leastPieces)
                .ofMaxSize(mostPieces)
                .map(Texts::concatenated);
    }

    static Arbitrary<TextRules> rules(TextRules.Apostrophe... apostrophes) {
        return Combinators.combine(
                        Arbitraries.of(TextRules.Words.class),
                        Arbitraries.of(apostrophes.length == 0 ? TextRules.Apostrophe.values() : apostrophes),
                        Arbitraries.of(TextRules.Numbers.class),
                        Arbitraries.of(1, 1, 2, 4),
                        Arbitraries.of(1, 1, 2, 3, 7),
                        Arbitraries.of(List.<String>of(), List.of("the", "and", "a", "中", "internationalisation", "ж")),
                        Arbitraries.of(
                                Optional.<String>empty(),
                                Optional.<String>empty(),
                                Optional.of("english"),
                                Optional.of("german")),
                        Arbitraries.of(false, false, true))
                .as((words, apostrophe, numbers, minWord, minSentence, stop, stem, unmask) ->
                        new TextRules(words, apostrophe, numbers, minWord, minSentence, stop, stem, unmask));
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] concatenated(List<byte[]> pieces) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            for (byte[] piece : pieces) {
                out.write(piece);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }
}
