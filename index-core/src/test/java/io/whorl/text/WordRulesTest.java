package io.whorl.text;

import static io.whorl.testing.Thrown.assertReason;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.SchemeException;
import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.scheme.TextRules.Apostrophe;
import io.whorl.scheme.TextRules.Numbers;
import io.whorl.scheme.TextRules.Words;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import io.whorl.text.snowball.SnowballStemmer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words by the rules of a scheme: letters, numbers, apostrophes, stop words, scripts and lookalikes. */
class WordRulesTest {
    private static final WordReader UNMASKING = WordReader.of(Reading.rules(b -> b.unmask(true)), false);
    private static final WordReader USUAL = WordReader.of(Reading.rules(), false);
    private static final String FERRET_C =
            "There's a lot of pressure put on people in their various capacities and if you"
                    + " suddenly find there are pressures coming on you that make it impossible to do your job ...";
    private static final String FERRET_D =
            "There's a lot of pressure on people in various capacities, and if you find there are"
                    + " pressures that make it impossible to do your job ...";
    private final WordReader joining =
            WordReader.of(Reading.rules(b -> b.words(Words.ALPHABETIC).apostrophe(Apostrophe.JOIN)), false);

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
        check("This is what you were to find in The House", b -> b.stop(TextRules.ENGLISH_STOP_WORDS), "find house");
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
            assertEquals(words, Reading.texts(WordReader.of(Reading.rules(changes), structure), text));
        }
    }

    // Scripts without spaces, invisible characters, and variants of letters.

    @Test
    void aLetterOfAScriptWithoutSpacesIsAWordWithItsMarks() {
        checkScripts("指纹索引。", "指 纹 索 引");
        checkScripts("ひらがな", "ひ ら が な");
        checkScripts("か\u3099き", "が き");
        checkScripts("สวัสดี", "ส วั ส ดี");
        checkScripts("ສະບາຍດີ", "ສ ະ ບ າ ຍ ດີ");
        checkScripts("ភាសាខ្មែរ", "ភា សា ខ្ មែ រ");
        checkScripts("မြန်မာ", "မြ န် မာ");
        checkScripts("二〇二五年々", "二 〇 二 五 年 々");
    }

    @Test
    void runsOfKatakanaAndHangulAreWords() {
        checkScripts("コンピューターの指紋", "コンピューター の 指 紋");
        checkScripts("지문 색인은 빠르다", "지문 색인은 빠르다");
    }

    @Test
    void mixedTextSplitsWhereTheScriptChanges() {
        checkScripts("第3章 Linux内核6.12版", "第 3 章 linux 内 核 6 12 版");
        checkScripts("iPhone15手机A股", "iphone15 手 机 a 股");
        checkScripts("中'文's", "中 文 s");
        checkScripts("a'中", "a 中", b -> b.apostrophe(Apostrophe.JOIN));
        checkScripts("中3.5文", "中 # 文", b -> b.numbers(Numbers.SYMBOL));
        checkScripts("第3章abc", "第 章 abc", b -> b.numbers(Numbers.DROP));
    }

    @Test
    void aMarkJoinsOnlyTheCharacterDirectlyBeforeIt() {
        checkScripts("か \u3099き", "か き");
        checkScripts("か。\u3099き", "か き");
        checkScripts("か\n\u3099", "か");
        checkScripts("か        \u3099", "か");
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
            checkScripts("co" + ignored + "py", "copy");
            checkScripts(ignored + "copy" + ignored + " of" + ignored, "copy of");
            checkScripts("don" + ignored + "'" + ignored + "t", "dont", b -> b.apostrophe(Apostrophe.JOIN));
            checkScripts("1" + ignored + "," + ignored + "234", "#", b -> b.numbers(Numbers.SYMBOL));
            checkScripts("e" + ignored + "\u0301", "é");
            checkScripts("か" + ignored + "\u3099", "が");
        }
        checkScripts("می\u200Cخواهم", "میخواهم");
    }

    @Test
    void theReplacementCharacterEndsAWord() {
        checkScripts("co\uFFFDpy", "co py");
        checkScripts("中\uFFFD\u3099文", "中 文");
    }

    @Test
    void variantsOfLettersAreReadAsTheLetters() {
        checkScripts("ﬁle eﬃcient Ｆｕｌｌ２５ ŉ Ĳssel", "file efficient full25 ʼn ijssel");
        checkScripts("ｶﾞｲﾄﾞ ガイド", "ガイド ガイド");
        checkScripts("\uFEE1\uFEDB \uFDF2", "مك الله");
        checkScripts("⽂ 文", "文 文");
        checkScripts("น้ำ", "น้ํ า");
        checkScripts("ㅎㅏ", "하");
        checkScripts("ª x² Ⅳ 𝔊ood", "ª x 𝔊ood");
    }

    @Test
    void equivalentTextsHaveEqualWords() {
        checkScripts("Häuser Ha\u0308user", "häuser häuser");
        checkScripts("\u1112\u1161\u11AB한", "한한");
        checkScripts("q\u0307\u0323 q\u0323\u0307", "q\u0323\u0307 q\u0323\u0307");
        checkScripts("\u212B \u2126 \u0958", "å ω \u0915\u093C");
        checkScripts("I\u0307 \u0130", "\u0130 \u0130");
    }

    @Test
    void aLongRunOfMarksIsCutBetweenSegments() {
        String marks = "\u0301".repeat(40);
        checkScripts("a" + marks, "á" + "\u0301".repeat(39));
        checkScripts("a" + "\u0301".repeat(31) + "\u0323", "á" + "\u0301".repeat(30) + "\u0323");
        checkScripts("a" + "\u0301".repeat(30) + "\u0323", "ạ" + "\u0301".repeat(30));
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
        WordReader reader = WordReader.of(Reading.rules(), structure);
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

    private static void checkScripts(String text, String expected) {
        checkScripts(text, expected, b -> b);
    }

    private static void checkScripts(String text, String expected, UnaryOperator<Scheme.Builder> changes) {
        for (boolean structure : new boolean[] {false, true}) {
            WordReader reader = WordReader.of(Reading.rules(changes), structure);
            assertEquals(expected, Reading.texts(reader, text).stream().collect(Collectors.joining(" ")), text);
        }
    }

    @Test
    void lookalikesAreReadAsLatin() {
        assertEquals(words("copy of the source"), read("соpу оf tһе sоurсе"), "Cyrillic");
        assertEquals(words("an option via route"), read("αn οptιοn νια rουte"), "Greek");
        assertEquals(words("scope"), read("ѕсоре"), "all of it");
        assertEquals(words("HOME home TOWN"), read("НОМЕ home ТОWN"), "capitals");
        assertEquals(words("good bold"), read("𝔊ood 𝐛𝐨𝐥𝐝"), "fonts");
        assertEquals(words("small"), read("ꜱᴍᴀʟʟ"), "small capitals");
        assertEquals(words("café naïve"), read("саfе\u0301 nаїvе"), "accents stay");
        assertEquals(words("covid19"), read("соvid19"));
    }

    @Test
    void wordsOfOtherAlphabetsStay() {
        for (String text :
                List.of("отпечатки документов", "δακτυλικά αποτυπώματα", "指纹 索引", "ördög łódź", "iPhoneшный")) {
            assertEquals(words(text), read(text));
        }
    }

    @Test
    void capitalsAndLowerCaseAreUnmaskedAlike() {
        assertEquals(read("тема нет рост"), read("ТЕМА НЕТ РОСТ"));
        assertEquals(read("ετοιμα"), read("ΕΤΟΙΜΑ"));
    }

    @Test
    void stopWordsAreMatchedAfterUnmasking() {
        WordReader reader = WordReader.of(Reading.rules(b -> b.unmask(true).stop(List.of("the"))), false);
        assertEquals(words("copy"), Reading.texts(reader, "tһе сору"));
    }

    private static List<String> words(String text) {
        return Reading.texts(USUAL, text);
    }

    private static List<String> read(String text) {
        return Reading.texts(UNMASKING, text);
    }

    // LMD table 2: the texts have 29 and 23 trigrams, so 31 and 25 words; "There's" is one of them.

    @Test
    void theNumberOfWordsMatchesThePaper() {
        List<String> words = Reading.texts(joining, FERRET_C);
        assertEquals(31, words.size());
        assertEquals("theres", words.get(0));
        assertEquals(25, Reading.texts(joining, FERRET_D).size());
    }

    // Reads a real text: the Federalist Papers (LMD 6.3).

    @NeedsData
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theNumberOfWordsOfTheFederalistPapersMatchesThePaper(boolean structure) throws IOException {
        WordReader reader = WordReader.of(Reading.rules(b -> b.words(Words.ALPHABETIC)), structure);
        WordBlock block = new WordBlock();
        long words = 0;
        List<Path> papers = papers();
        for (Path paper : papers) {
            try (InputStream in = Files.newInputStream(paper)) {
                reader.open(in);
                while (reader.next(block)) {
                    words += block.count;
                }
                assertEquals(0, reader.malformed());
            }
        }
        assertEquals(85, papers.size());
        assertEquals(190_239, words);
    }

    private static List<Path> papers() throws IOException {
        try (Stream<Path> files = Files.list(TestData.of("federalist/docs"))) {
            return files.filter(f -> f.toString().endsWith(".txt")).sorted().toList();
        }
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

    private static final String[] ENDINGS = {
        "", "", "ation", "ing", "es", "heiten", "isme", "mente", "ості", "ого", "lar", "ssa", "igheden", "ului", "ének",
        "'s"
    };

    @Test
    void unknownLanguagesAreRefusedWithAListOfTheKnown() {
        String message = assertReason(
                        SchemeException.Reason.INVALID,
                        () -> WordReader.of(Reading.rules(b -> b.stem("klingon")), false))
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
        SnowballStemmer stemmer = WordStemmer.Stemmers.of(language);
        List<String> expected = words.stream()
                .map(w -> stem(stemmer, w))
                .filter(s -> !s.isEmpty())
                .toList();
        WordBlock block = block(words);
        new WordStemmer.Stemming(WordStemmer.Stemmers.of(language)).apply(block);
        assertEquals(expected, texts(block));
        CRC32C crc = new CRC32C();
        crc.update(Texts.utf8(String.join(" ", expected)));
        assertEquals(digest, Long.toHexString(crc.getValue()));
    }

    @Test
    void veryLongWordsAreNotStemmed() {
        WordStemmer.Stemming stemming = new WordStemmer.Stemming(WordStemmer.Stemmers.of("english"));
        WordBlock block = block(List.of("a".repeat(253) + "ing", "a".repeat(254) + "ing"));
        stemming.apply(block);
        assertEquals(List.of("a".repeat(253), "a".repeat(254) + "ing"), texts(block));
    }

    private static List<String> words(int count) {
        Random random = new Random(7);
        String letters =
                "abcdefghijklmnopqrstuvwxyzaeiouyaeiouåäöøæéèàâêîôûçñãõßüőűăîșțıığşабвгдежзийклмнопрстуфхцчшщъыьэюя#7";
        List<String> words = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            StringBuilder word = new StringBuilder();
            for (int i = random.nextInt(n % 100 == 0 ? 100 : 12); i >= 0; i--) {
                word.append(letters.charAt(random.nextInt(letters.length())));
            }
            words.add(word + ENDINGS[n % ENDINGS.length]);
        }
        return words;
    }

    @Test
    void wordsWithEmptyStemsAreDroppedAndTheirBreaksKept() {
        WordStemmer.Stemming stemming = new WordStemmer.Stemming(new Doubling());
        WordBlock block = block(List.of("gone", "a", "bc", "gone"));
        block.breaks = new byte[] {3, 0, 0, 1};
        stemming.apply(block);
        assertEquals(List.of("aa", "bcbc"), texts(block));
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

    private static List<String> texts(WordBlock block) {
        List<String> out = new ArrayList<>();
        for (int k = 0; k < block.count; k++) {
            out.add(new String(block.bytes, block.start(k), block.end[k] - block.start(k), StandardCharsets.UTF_8));
        }
        return out;
    }
}
