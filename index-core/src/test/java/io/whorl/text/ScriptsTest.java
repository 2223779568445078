package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules.Apostrophe;
import io.whorl.scheme.TextRules.Numbers;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Scripts without spaces, invisible characters, and variants of letters. */
class ScriptsTest {
    @Test
    void aLetterOfAScriptWithoutSpacesIsAWordWithItsMarks() {
        check("指纹索引。", "指 纹 索 引");
        check("ひらがな", "ひ ら が な");
        check("か\u3099き", "が き");
        check("สวัสดี", "ส วั ส ดี");
        check("ສະບາຍດີ", "ສ ະ ບ າ ຍ ດີ");
        check("ភាសាខ្មែរ", "ភា សា ខ្ មែ រ");
        check("မြန်မာ", "မြ န် မာ");
        check("二〇二五年々", "二 〇 二 五 年 々");
    }

    @Test
    void runsOfKatakanaAndHangulAreWords() {
        check("コンピューターの指紋", "コンピューター の 指 紋");
        check("지문 색인은 빠르다", "지문 색인은 빠르다");
    }

    @Test
    void mixedTextSplitsWhereTheScriptChanges() {
        check("第3章 Linux内核6.12版", "第 3 章 linux 内 核 6 12 版");
        check("iPhone15手机A股", "iphone15 手 机 a 股");
        check("中'文's", "中 文 s");
        check("a'中", "a 中", b -> b.apostrophe(Apostrophe.JOIN));
        check("中3.5文", "中 # 文", b -> b.numbers(Numbers.SYMBOL));
        check("第3章abc", "第 章 abc", b -> b.numbers(Numbers.DROP));
    }

    @Test
    void aMarkJoinsOnlyTheCharacterDirectlyBeforeIt() {
        check("か \u3099き", "か き");
        check("か。\u3099き", "か き");
        check("か\n\u3099", "か");
        check("か        \u3099", "か");
    }

    @Test
    void invisibleCharactersAreSkipped() {
        for (String ignored : List.of(
                "\u00AD",
                "\u200B",
                "\u200C",
                "\u200D",
                "\u2060",
                "\uFEFF",
                "\u200E",
                "\uFE0F",
                "\u034F",
                "\u115F",
                "\u3164",
                "\uDB40\uDC01")) {
            check("co" + ignored + "py", "copy");
            check(ignored + "copy" + ignored + " of" + ignored, "copy of");
            check("don" + ignored + "'" + ignored + "t", "dont", b -> b.apostrophe(Apostrophe.JOIN));
            check("1" + ignored + "," + ignored + "234", "#", b -> b.numbers(Numbers.SYMBOL));
            check("e" + ignored + "\u0301", "é");
            check("か" + ignored + "\u3099", "が");
        }
        check("می\u200Cخواهم", "میخواهم");
    }

    @Test
    void theReplacementCharacterEndsAWord() {
        check("co\uFFFDpy", "co py");
        check("中\uFFFD\u3099文", "中 文");
    }

    @Test
    void variantsOfLettersAreReadAsTheLetters() {
        check("ﬁle eﬃcient Ｆｕｌｌ２５ ŉ Ĳssel", "file efficient full25 ʼn ijssel");
        check("ｶﾞｲﾄﾞ ガイド", "ガイド ガイド");
        check("\uFEE1\uFEDB \uFDF2", "مك الله");
        check("⽂ 文", "文 文");
        check("น้ำ", "น้ํ า");
        check("ㅎㅏ", "하");
        check("ª x² Ⅳ 𝔊ood", "ª x 𝔊ood");
    }

    @Test
    void equivalentTextsHaveEqualWords() {
        check("Häuser Ha\u0308user", "häuser häuser");
        check("\u1112\u1161\u11AB한", "한한");
        check("q\u0307\u0323 q\u0323\u0307", "q\u0323\u0307 q\u0323\u0307");
        check("\u212B \u2126 \u0958", "å ω \u0915\u093C");
        check("I\u0307 \u0130", "\u0130 \u0130");
    }

    @Test
    void aLongRunOfMarksIsCutBetweenSegments() {
        String marks = "\u0301".repeat(40);
        check("a" + marks, "á" + "\u0301".repeat(39));
        check("a" + "\u0301".repeat(31) + "\u0323", "á" + "\u0301".repeat(30) + "\u0323");
        check("a" + "\u0301".repeat(30) + "\u0323", "ạ" + "\u0301".repeat(30));
    }

    @Provide
    Arbitrary<List<String>> spaceless() {
        return Arbitraries.of("中", "文", "か\u3099", "き", "ภ", "า", "ษิ", "ກ", "ຂ", "ខ", "ម", "မြ", "〇")
                .list()
                .ofMinSize(1)
                .ofMaxSize(60);
    }

    @Property(tries = 300)
    void lineBreaksBetweenLettersWithoutSpacesHaveNoEffect(
            @ForAll("spaceless") List<String> letters, @ForAll("wraps") List<String> wraps, @ForAll boolean structure) {
        StringBuilder wrapped = new StringBuilder();
        for (int i = 0; i < letters.size(); i++) {
            wrapped.append(letters.get(i)).append(wraps.get(i % wraps.size()));
        }
        WordReader reader = WordReader.of(Rules.plain(), structure);
        assertEquals(words(reader, String.join("", letters)), words(reader, wrapped.toString()));
    }

    @Provide
    Arbitrary<List<String>> wraps() {
        return Arbitraries.of("", "", "\n", " ", "\r\n", "\u3000", "\n\u3000\u3000", "\t", "\u200B")
                .list()
                .ofMinSize(1)
                .ofMaxSize(7);
    }

    private static List<ReferenceWords.Word> words(WordReader reader, String text) {
        byte[] utf8 = Texts.utf8(text);
        reader.open(utf8, 0, utf8.length);
        return Reading.all(reader);
    }

    private static void check(String text, String expected) {
        check(text, expected, b -> b);
    }

    private static void check(String text, String expected, UnaryOperator<Scheme.Builder> changes) {
        for (boolean structure : new boolean[] {false, true}) {
            WordReader reader = WordReader.of(Rules.with(changes), structure);
            assertEquals(expected, Reading.texts(reader, text).stream().collect(Collectors.joining(" ")), text);
        }
    }
}
