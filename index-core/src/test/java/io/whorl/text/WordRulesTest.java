package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.scheme.Scheme;
import io.whorl.scheme.StopWords;
import io.whorl.scheme.TextRules.Apostrophe;
import io.whorl.scheme.TextRules.Numbers;
import io.whorl.scheme.TextRules.Words;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class WordRulesTest {
    @Test
    void wordsAreLettersAndDigitsOrLetters() {
        check("Résumé—of X86, in 中文!", b -> b, "résumé of x86 in 中 文");
        check("Résumé—of X86, in 中文!", b -> b.words(Words.ALPHABETIC), "résumé of x in 中 文");
        check("e\u0301 \u0301e", b -> b, "é e");
        check("\uFEFFfirst", b -> b, "first");
        check("", b -> b, "");
        check(" .\n", b -> b, "");
    }

    @Test
    void apostrophesSplitOrJoin() {
        String text = "don't rock’n’roll 'quoted' dogs' 90's a''b cafe\u0301's";
        check(text, b -> b, "don t rock n roll quoted dogs 90 s a b café s");
        check(text, b -> b.apostrophe(Apostrophe.JOIN), "dont rocknroll quoted dogs 90 s a b cafés");
    }

    @Test
    void numbersAreKeptDroppedOrReplacedByASymbol() {
        String text = "3.5mm abc123 1,234.56 1..2 v2.0.1 ٣٫ ٣.٣ 7, x";
        check(text, b -> b, "3 5mm abc123 1 234 56 1 2 v2 0 1 ٣ ٣ ٣ 7 x");
        check(text, b -> b.numbers(Numbers.DROP), "x");
        check(text, b -> b.numbers(Numbers.SYMBOL), "#mm abc# # # # v# # # # x");
        check(text, b -> b.numbers(Numbers.SYMBOL).words(Words.ALPHABETIC), "# mm abc # # # # v # # # # x");
        check("1\uFE0F\u20E32\uFE0F\u20E3", b -> b.numbers(Numbers.SYMBOL), "#");
    }

    @Test
    void shortWordsAreMeasuredInCodePoints() {
        check("a bb ccc dddd 中文 𝒳𝒳 #", b -> b.minWord(3), "ccc dddd");
        check("a bb 𝒳𝒳 5", b -> b.minWord(2).numbers(Numbers.SYMBOL), "bb 𝒳𝒳");
    }

    @Test
    void stopWordsAreDroppedBeforeStemming() {
        check(
                "The ones being connected",
                b -> b.stop(List.of("the", "be", "connect")).stem("english"),
                "one be connect");
    }

    @Test
    void englishStopWordsAreDropped() {
        check("This is what you were to find in The House", b -> b.stop(StopWords.ENGLISH), "find house");
    }

    @Test
    void porterStemsMatchThePublishedOnes() {
        check(
                "caresses ponies relational conditional hopefulness sky",
                b -> b.stem("porter"),
                "caress poni relat condit hope sky");
        check("Häuser Füße", b -> b.stem("german"), "haus fuss");
    }

    @Test
    void shortSentencesAreDroppedBeforeWords() {
        check("One of. The cat sat. Ok. A to be.", b -> b.minSentence(3).stop(List.of("the", "a", "to")), "cat sat be");
    }

    private static void check(String text, UnaryOperator<Scheme.Builder> changes, String expected) {
        List<String> words = expected.isEmpty() ? List.of() : List.of(expected.split(" "));
        for (boolean structure : new boolean[] {false, true}) {
            assertEquals(words, Reading.texts(WordReader.of(Rules.with(changes), structure), text));
        }
    }
}
