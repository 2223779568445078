package io.whorl.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LookAlikesTest {
    private static final String ENGLISH =
            "The keeper of the lighthouse writes down each ship that passes at night, where"
                    + " it goes, and what the weather is. Nobody has read these books for many years, until a student"
                    + " found them in the cellar of the old harbour office and copied the pages.";
    private static final String RUSSIAN = "Смотритель маяка записывает каждое судно, которое проходит ночью, куда оно"
            + " идёт и какая стоит погода. Никто не читал эти книги много лет, пока студент не нашёл их в подвале.";

    private static String undone(String text) {
        return new String(LookAlikes.undone(text.getBytes(UTF_8)), UTF_8);
    }

    /** Letters with which essays are disguised. */
    private static String disguised(String text) {
        String from = "aceopxysijAEOCTHK";
        String to = "асеорхуѕіјАЕОСТНК";
        StringBuilder out = new StringBuilder();
        text.chars().forEach(c -> out.append(from.indexOf(c) < 0 ? (char) c : to.charAt(from.indexOf(c))));
        return out.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "соpу, copy",
        "Ноuse, House",
        "cаfé, café",
        "pаssаge, passage",
        "ϲοmparison, comparison",
        "fоοd, food",
        "Ꭺrchive, Archive",
        "𝐜𝐨𝐩𝐲 from, copy from",
        "привeт, привет",
        "пpocтo, просто",
        "Ελλaδa, Ελλαδα"
    })
    void aWordIsReadInTheScriptOfItsSureLetters(String word, String expected) {
        assertEquals(expected, undone(word));
    }

    @Test
    void aWholeTextIsReadAsItWas() {
        assertEquals(ENGLISH, undone(disguised(ENGLISH)));
        // The sure letters of the rest tell the script of a word that has none.
        assertTrue(disguised("copy a house").startsWith("сору а "));
        assertEquals(RUSSIAN, undone(RUSSIAN.replace('о', 'o').replace('е', 'e').replace('р', 'p')));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ENGLISH,
                RUSSIAN,
                "Ο φύλακας του φάρου γράφει κάθε πλοίο που περνά τη νύχτα, και πού πηγαίνει.",
                "Ein Wärter schrieb auf, was er sah: Ölkännchen, Äpfel, Größe und Fuß.",
                "Все IT-компании знают TCP/IP и HTML, а он не читал сказку о Windows 10.",
                "He said оса and вот, which are Russian words, and λόγος is Greek.",
                "燈台守は夜に通る船を書き留める。",
                "Բոլոր մարդիկ ծնվում են ազատ",
                "کتاب‌ها را خواند"
            })
    void genuineTextsStayTheSameArray(String text) {
        byte[] utf8 = text.getBytes(UTF_8);
        assertSame(utf8, LookAlikes.undone(utf8));
    }

    @Test
    void aWordOfTwoScriptsThatNoReaderTakesForOneStays() {
        assertEquals("фильmz жеr", undone("фильmz жеr"));
    }

    @Property
    void codePointsAreAsMany(
            @ForAll
                    @CharRange(from = 'a', to = 'z')
                    @CharRange(from = 'а', to = 'я')
                    @CharRange(from = 'α', to = 'ω')
                    @Chars({' ', 'Ꭺ', '\u200b', '\u0301', '東'})
                    String text) {
        String undone = undone(text);
        assertEquals(text.codePointCount(0, text.length()), undone.codePointCount(0, undone.length()));
    }

    @Test
    void malformedBytesStay() {
        byte[] utf8 = "сopy сopy \u00e9x сopy".getBytes(UTF_8);
        utf8[14] = (byte) 0xff;
        byte[] undone = LookAlikes.undone(utf8);
        assertEquals(new String(utf8, UTF_8).replace('с', 'c'), new String(undone, UTF_8));
    }

    /** Places are those of the disguised text, not of the text that was compared. */
    @Test
    void aDisguisedTextIsAlignedAtItsOwnPlaces() {
        String other = "Unrelated words — go first here, and they say nothing at all of what follows. ";
        byte[] a = (other + disguised(ENGLISH) + " Then it ends.").getBytes(UTF_8);
        byte[] b = ENGLISH.getBytes(UTF_8);
        List<Passage> passages = Aligner.of(AlignmentOptions.DEFAULT).align(a, b);
        assertEquals(1, passages.size());
        Passage passage = passages.get(0);
        assertEquals(other.length(), passage.a().start());
        assertEquals(other.length() + ENGLISH.length(), passage.a().end());
        assertEquals(other.getBytes(UTF_8).length, passage.a().startByte());
        assertEquals(
                (other + disguised(ENGLISH)).getBytes(UTF_8).length, passage.a().endByte());
        assertArrayEquals(
                new int[] {0, b.length},
                new int[] {passage.b().startByte(), passage.b().endByte()});
    }
}
