package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules.Numbers;
import io.whorl.text.ReferenceWords.Word;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentenceTest {
    /** Expected: words, {@code |} before those that begin a sentence, {@code ¶} before those that begin a paragraph. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "It ends. It goes on.;                 ¶it ends |it goes on",
                "Why?! Because...;                     ¶why |because",
                "He said \"no.\" She left.;            ¶he said no |she left",
                "(See there.) Then [here.]» On;        ¶see there |then here |on",
                "‘So.’ And “thus.” Yes.›  No;          ¶so |and thus |yes |no",
                "Version 2.5 and a.b go on;            ¶version 2 5 and a b go on",
                "No space.Here;                        ¶no space here",
                "By J. R. Smith of the U.S. Navy;      ¶by j r smith of the u s navy",
                "Not É. nor e\u0301. ends;             ¶not é nor é ends",
                "Part 2. Next;                         ¶part 2 |next",
                "Plan B! Or C? Or D... Now;            ¶plan b or c or d |now",
                "Mr. Hoad, e.g. et al. say.;           ¶mr hoad e g et al say",
                "Cats etc. and etc.) are etc.? Yes;    ¶cats etc and etc are etc |yes",
                "He said mr. Then fig. Also FIG. End;  ¶he said mr |then fig |also fig |end",
                "He said no! No. No? Yes;              ¶he said no |no no |yes",
                "I can't. You don’t. They;             ¶i can t |you don t |they",
                "dogs'. Then (Mr). Then;               ¶dogs |then mr |then",
                "Stop . Go ! On;                       ¶stop |go |on",
                "End.\u3000Wide.\u00A0Hard;            ¶end |wide |hard",
                "End.\u0301 same.- same;               ¶end same same",
                "好。再见！谁？我」は「か｡き;          ¶好 |再 见 |谁 |我 は か |き",
                "「好。」再;                            ¶好 |再",
                "他说「好.」 再;                        ¶他 说 好 再",
                "他说「好了.」 再;                      ¶他 说 好 了 |再",
                "नमस्ते। फिर॥ यह;                         ¶नमस्ते |फिर |यह",
                "كيف؟ جيد۔ نعم;                         ¶كيف |جيد |نعم",
                "ជា។ ខ;                                ¶ជា |ខ",
                "က။ခ;                                  ¶က |ခ",
                "Ｍr. Hoad;                             ¶mr hoad",
                "End.\u200B It;                         ¶end |it",
                "\u1112\u1161\u11AB. 한. x;               ¶한 한 x"
            })
    void sentencesEndAtTerminatorsButNotAfterSingleLettersOrAbbreviations(String text, String expected) {
        assertEquals(expected, marked(text, b -> b));
    }

    @Test
    void blankLinesEndSentenceAndParagraph() {
        assertEquals(
                "¶title ¶first line second line ¶next", marked("Title\n\nfirst line\nsecond line\n \t\nnext", b -> b));
        assertEquals("¶a b ¶c", marked("\n\na\r\nb\r\n\r\nc", b -> b));
        assertEquals("¶a b ¶c", marked("a\rb\r\rc", b -> b));
        assertEquals("¶a ¶b", marked("a\n\rb", b -> b), "a line feed and a carriage return are two line ends");
        assertEquals("¶中 文 ¶字", marked("中\n文\n\n字", b -> b));
        assertEquals("¶a ¶b", marked("a\n\u200B\nb", b -> b));
        assertEquals("¶a b", marked("a\u2028\u2028b", b -> b));
        assertEquals(
                "¶a |b ¶c",
                marked("a1.\nb2.\n\nc3", b -> b.numbers(Numbers.KEEP)).replaceAll("\\d", ""));
    }

    @Test
    void breaksPassFromDroppedWordsToTheNextWord() {
        assertEquals(
                "¶cat |dog ¶bird", marked("The cat. A the dog.\n\nThe.\n\nA bird", b -> b.stop(List.of("the", "a"))));
        assertEquals("¶cat ¶old dog", marked("Cat here now.\n\nOh. My old dog.", b -> b.minSentence(3)
                .stop(List.of("here", "now", "my"))));
    }

    @Test
    void shortSentencesAreDroppedEntirely() {
        assertEquals(
                "¶one two three |four five six",
                marked("Oh. One two three. No no. Four five six. So", b -> b.minSentence(3)));
        assertEquals("", marked("Too short. So short.", b -> b.minSentence(3)));
    }

    private static String marked(String text, UnaryOperator<Scheme.Builder> changes) {
        WordReader reader = WordReader.of(Rules.with(changes), true);
        byte[] utf8 = Texts.utf8(text);
        reader.open(utf8, 0, utf8.length);
        StringBuilder out = new StringBuilder();
        for (Word word : Reading.all(reader)) {
            String mark =
                    switch (word.breaks()) {
                        case WordBlock.PARAGRAPH | WordBlock.SENTENCE -> "¶";
                        case WordBlock.SENTENCE -> "|";
                        default -> "";
                    };
            out.append(out.length() == 0 ? "" : " ").append(mark).append(word.text());
        }
        return out.toString();
    }
}
