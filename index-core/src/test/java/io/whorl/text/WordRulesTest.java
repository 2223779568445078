package io.whorl.text;

import static io.whorl.testing.Thrown.assertReason;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.SchemeException;
import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.scheme.TextRules.Apostrophe;
import io.whorl.scheme.TextRules.Numbers;
import io.whorl.scheme.TextRules.Words;
import io.whorl.testing.Repeated;
import io.whorl.text.snowball.SnowballStemmer;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Examples of words by the rules of a scheme: letters, numbers, apostrophes, stop words, scripts and lookalikes.
 * WordReaderPropertyTest compares all combinations with a reference.
 */
class WordRulesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                // Words are letters and digits, or letters.
                "; Résumé—of X86, in 中文!; résumé of x86 in 中 文",
                "alphabetic; Résumé—of X86, in 中文!; résumé of x in 中 文",
                // Apostrophes split or join.
                "; don't rock’n’roll 'quoted' dogs' 90's a''b e\u0301's; don t rock n roll quoted dogs 90 s a b é s",
                "join; don't rock’n’roll 'quoted' dogs' 90's a''b e\u0301's; dont rocknroll quoted dogs 90 s a b és",
                // Numbers are kept, dropped or replaced by a symbol.
                "; 3.5mm abc123 1,234.56 1..2 v2.0.1 ٣٫ ٣.٣ 7, x; 3 5mm abc123 1 234 56 1 2 v2 0 1 ٣ ٣ ٣ 7 x",
                "drop; 3.5mm abc123 1,234.56 1..2 v2.0.1 ٣٫ ٣.٣ 7, x; x",
                "symbol; 3.5mm abc123 1,234.56 1..2 v2.0.1 ٣٫ ٣.٣ 7, x; #mm abc# # # # v# # # # x",
                // The length of a word is in code points.
                "min-word=3; a bb ccc dddd 中文 𝒳𝒳 #; ccc dddd",
                // Short sentences are dropped before stop words, and these before stemming.
                "min-sentence=3, stop=the a to; One of. The cat sat. Ok. A to be.; cat sat be",
                "stop=the be connect, stem=english; The ones being connected; one be connect",
                "stop=english; This is what you were to find in The House; find house",
                "stem=porter; caresses ponies relational conditional hopefulness; caress poni relat condit hope",
                "stem=porter; sky; sky",
                "stem=german; Häuser Füße; haus fuss",
                // A letter of a script without spaces is a word, with its marks.
                "; 指纹索引。; 指 纹 索 引",
                "; สวัสดี; ส วั ส ดี",
                // Runs of Katakana and Hangul are words.
                "; コンピューターの指紋; コンピューター の 指 紋",
                // Mixed text is split where the script changes.
                "; 第3章 Linux内核6.12版; 第 3 章 linux 内 核 6 12 版",
                // A mark joins only the character directly before it.
                "; か \u3099き; か き",
                // The replacement character ends a word.
                "; co\uFFFDpy; co py",
                // Variants of letters are read as the letters.
                "; ﬁle eﬃcient Ｆｕｌｌ２５ ŉ Ĳssel; file efficient full25 ʼn ijssel",
                "; \uFEE1\uFEDB \uFDF2; مك الله",
                "; ª x² Ⅳ 𝔊ood; ª x 𝔊ood",
                // Equivalent texts have equal words.
                "; Häuser Ha\u0308user; häuser häuser",
                "; I\u0307 \u0130; \u0130 \u0130",
                // Lookalikes are read as Latin: Cyrillic, Greek, all of a word, capitals, fonts, small capitals.
                "unmask; соpу оf tһе sоurсе; copy of the source",
                "unmask; αn οptιοn νια rουte; an option via route",
                "unmask; ѕсоре; scope",
                "unmask; НОМЕ home ТОWN; home home town",
                "unmask; 𝔊ood 𝐛𝐨𝐥𝐝; good bold",
                "unmask; ꜱᴍᴀʟʟ; small",
                "unmask; саfе\u0301 nаїvе; café naïve",
                "unmask; соvid19; covid19",
                "unmask, stop=the; tһе сору; copy",
                // Words of other alphabets stay.
                "unmask; отпечатки документов; отпечатки документов",
                "unmask; δακτυλικά αποτυπώματα; δακτυλικά αποτυπώματα",
                "unmask; ördög łódź; ördög łódź",
                "unmask; iPhoneшный; iphoneшный"
            })
    void wordsFollowTheRules(String rules, String text, String words) {
        for (boolean structure : new boolean[] {false, true}) {
            assertEquals(words, read(Objects.toString(rules, ""), text, structure));
        }
    }

    private static String read(String rules, String text, boolean structure) {
        return String.join(" ", Texts.texts(WordReader.of(rules(rules), structure), text));
    }

    private static TextRules rules(String rules) {
        Scheme.Builder scheme = Scheme.builder();
        for (String rule : rules.split(", ")) {
            String value = rule.substring(rule.indexOf('=') + 1);
            switch (rule.split("=")[0]) {
                case "alphabetic" -> scheme.words(Words.ALPHABETIC);
                case "join" -> scheme.apostrophe(Apostrophe.JOIN);
                case "drop" -> scheme.numbers(Numbers.DROP);
                case "symbol" -> scheme.numbers(Numbers.SYMBOL);
                case "min-word" -> scheme.minWord(Integer.parseInt(value));
                case "min-sentence" -> scheme.minSentence(Integer.parseInt(value));
                case "stop" ->
                    scheme.stop(value.equals("english") ? TextRules.ENGLISH_STOP_WORDS : List.of(value.split(" ")));
                case "stem" -> scheme.stem(value);
                case "unmask" -> scheme.unmask(true);
                default -> assertEquals("", rule);
            }
        }
        return scheme.build().text();
    }

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
        // Every letter of the disguised "copy a" also exists in Cyrillic, so only the other words show the script.
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
        List<Passage> passages =
                Aligner.of(AlignmentOptions.DEFAULT).alignment(a, b).passages();
        assertEquals(1, passages.size());
        int start = other.length();
        int startByte = other.getBytes(UTF_8).length;
        int endByte = (other + disguised(ENGLISH)).getBytes(UTF_8).length;
        Passage passage = passages.get(0);
        assertEquals(new Span(start, start + ENGLISH.length(), startByte, endByte), passage.a());
        assertEquals(new Span(0, ENGLISH.length(), 0, b.length), passage.b());
    }

    private static final String[] ENDINGS = {
        "", "", "ation", "ing", "es", "heiten", "isme", "mente", "ості", "ого", "lar", "ssa", "igheden", "ului", "ének",
        "'s"
    };

    @Test
    void unknownLanguagesAreRefusedWithAListOfTheKnown() {
        String message = assertReason(SchemeException.Reason.INVALID, () -> WordReader.of(rules("stem=klingon"), false))
                .getMessage();
        assertTrue(message.contains("klingon") && message.contains("danish, dutch, english"), message);
    }

    /** If a digest changes, the meaning of stored fingerprints has changed: raise the scheme version, or undo it. */
    @ParameterizedTest
    @CsvSource({
        "danish, dcfa5bab",
        "dutch, eb17ee80",
        "english, 5255def5",
        "finnish, ca498a48",
        "french, ebbe29c6",
        "german, 2daf98e6",
        "hungarian, 574ab594",
        "italian, f3a3146c",
        "norwegian, 7f23316e",
        "porter, b07b8d8c",
        "portuguese, 7a6693ac",
        "romanian, 94051164",
        "russian, 316163be",
        "spanish, 5a6ee242",
        "swedish, b5c14e05",
        "turkish, 1831bd7e"
    })
    void stemsMatchStoredFingerprints(String language, String digest) {
        List<String> words = words(10_000);
        SnowballStemmer stemmer = WordStemmer.stemmer(language);
        List<String> expected = words.stream()
                .map(w -> stem(stemmer, w))
                .filter(s -> !s.isEmpty())
                .toList();
        WordBlock block = block(words);
        new WordStemmer(language).apply(block);
        assertEquals(expected, Texts.texts(block));
        CRC32C crc = new CRC32C();
        crc.update(Texts.utf8(String.join(" ", expected)));
        assertEquals(digest, Long.toHexString(crc.getValue()));
    }

    @Test
    void veryLongWordsAreNotStemmed() {
        WordStemmer stemming = new WordStemmer("english");
        WordBlock block = block(List.of("a".repeat(253) + "ing", "a".repeat(254) + "ing"));
        stemming.apply(block);
        assertEquals(List.of("a".repeat(253), "a".repeat(254) + "ing"), Texts.texts(block));
    }

    private static List<String> words(int count) {
        Random random = new Random(7);
        String letters =
                "abcdefghijklmnopqrstuvwxyzaeiouyaeiouåäöøæéèàâêîôûçñãõßüőűăîșțıığşабвгдежзийклмнопрстуфхцчшщъыьэюя#7";
        return Repeated.list(count, n -> {
            int length = 1 + random.nextInt(n % 100 == 0 ? 100 : 12);
            String word = Repeated.text(length, i -> letters.charAt(random.nextInt(letters.length())));
            return word + ENDINGS[n % ENDINGS.length];
        });
    }

    @Test
    void wordsWithEmptyStemsAreDroppedAndTheirBreaksKept() {
        WordStemmer stemming = new WordStemmer(new Doubling());
        WordBlock block = block(List.of("gone", "a", "bc", "gone"));
        block.breaks = new byte[] {3, 0, 0, 1};
        stemming.apply(block);
        assertEquals(List.of("aa", "bcbc"), Texts.texts(block));
        assertEquals(List.of(3, 0), List.of((int) block.breaks[0], (int) block.breaks[1]));
        WordBlock next = block(List.of("d"));
        stemming.apply(next);
        assertEquals(1, next.breaks[0], "the last word's break, in the block after it");
    }

    /** Returns stems that are longer than the words, or empty. */
    private static final class Doubling extends SnowballStemmer {
        @Override
        public boolean stem() {
            String word = getCurrent();
            setCurrent(word.equals("gone") ? "" : word.repeat(2));
            return true;
        }
    }

    private static String stem(SnowballStemmer stemmer, String word) {
        stemmer.setCurrent(word);
        stemmer.stem();
        return stemmer.getCurrent();
    }

    private static WordBlock block(List<String> words) {
        WordBlock block = new WordBlock();
        for (String word : words) {
            byte[] utf8 = Texts.utf8(word + " ");
            block.reserve(1, utf8.length);
            int start = block.start(block.count);
            System.arraycopy(utf8, 0, block.bytes, start, utf8.length);
            block.end[block.count++] = start + utf8.length - 1;
        }
        return block;
    }
}
