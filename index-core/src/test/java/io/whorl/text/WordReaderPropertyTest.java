package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import io.whorl.text.ReferenceWords.JdkCharacters;
import io.whorl.text.ReferenceWords.Word;
import io.whorl.text.WordStage.Unmasking;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words of any text, under any rules and blocks, compared with the reference. */
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
        return Texts.anyRules();
    }

    @Property(tries = 1500)
    void wordsMatchTheReference(
            @ForAll("rules") TextRules rules,
            @ForAll boolean structure,
            @ForAll("text") byte[] text,
            @ForAll @IntRange(min = 8, max = 40) int readBytes)
            throws IOException {
        assertRead(rules, structure, text, readBytes);
    }

    /** From an array, and from a stream of a few bytes at a time. */
    private static void assertRead(TextRules rules, boolean structure, byte[] text, int readBytes) throws IOException {
        List<Word> expected = expected(rules, structure, text);
        WordReader reader = WordReader.of(rules, structure);
        assertEquals(expected, fromArray(reader, text, 3));
        assertEquals(malformed(text), reader.malformed());
        WordReader trickling = new WordReader(rules, structure, readBytes, null);
        trickling.open(Texts.trickle(text, readBytes));
        assertEquals(expected, Texts.all(trickling));
        assertEquals(malformed(text), trickling.malformed());
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
        TextRules rules = Texts.rules(b -> b.words(words));
        byte[] utf8 = Texts.utf8(text);
        assertEquals(expected(rules, false, utf8), fromArray(WordReader.of(rules, false), utf8, margin));
    }

    @Property(tries = 8, shrinking = ShrinkingMode.OFF)
    void wordsDoNotDependOnBlocks(
            @ForAll("rules") TextRules rules, @ForAll boolean structure, @ForAll("longText") byte[] text)
            throws IOException {
        assertRead(rules, structure, text, 1 << 14);
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
        return Texts.all(reader);
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

    // Words of more than 4,096 bytes.

    @Provide
    Arbitrary<String> longRuns() {
        Arbitrary<String> run = Combinators.combine(
                        Arbitraries.of(
                                "a Q é Ⱥ カ 中 か\u3099 \u0301 e\u0323\u0302 \u1112\u1161\u11AB \u00AD 𐐀 aé 7 \u212A"
                                        .split(" ")),
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

    @Property(tries = 50, shrinking = ShrinkingMode.OFF)
    void longWordsAreCutAsDefined(
            @ForAll("rules") TextRules rules, @ForAll boolean structure, @ForAll("longRuns") String text)
            throws IOException {
        assertRead(rules, structure, Texts.utf8(text), 9);
    }

    /** More marks than a segment holds, at any distance from the longest word. */
    @Test
    void longSegmentsAreCutAsDefined() throws IOException {
        for (int letters : new int[] {1, 4_000, 4_060, 4_090, 4_095}) {
            assertRead(Texts.rules(), true, Texts.utf8("a".repeat(letters) + "\u0301\u0323".repeat(40)), 9);
        }
    }

    /** The reader holds sentences until they are long enough, and the block grows as far as it must for that. */
    @ParameterizedTest
    @CsvSource({"false, 1", "true, 1", "false, 100"})
    void memoryIsBoundedForAnEndlessLine(boolean structure, int minSentence) throws IOException {
        long size = 8L << 20;
        WordReader reader = WordReader.of(Texts.rules(b -> b.minSentence(minSentence)), structure);
        reader.open(new EndlessLine(size));
        WordBlock block = new WordBlock();
        int most = minSentence == 1 ? block.bytes.length : 2 * (minSentence + 2) * 4097 + (1 << 15);
        int mostWords = block.end.length;
        long words = 0;
        long bytes = 0;
        while (reader.next(block)) {
            words += block.count;
            bytes += block.end[block.count - 1] + 1;
            assertTrue(block.bytes.length <= most, () -> "the block has grown to " + block.bytes.length);
            assertTrue(block.end.length <= mostWords, "the block has grown");
        }
        assertEquals(size / 4096, words);
        assertEquals(size + words, bytes);
    }

    /** The words of a text, and their places: the starts and the ends in characters, then in bytes. */
    private static PlacedWords assertPlaced(String text, List<String> words, int[]... places) {
        PlacedWords placed = new PlacedWords(Texts.utf8(text));
        assertEquals(words, Texts.texts(placed.words));
        int[][] found = {placed.startChar, placed.endChar, placed.startByte, placed.endByte};
        for (int i = 0; i < places.length; i++) {
            assertArrayEquals(places[i], found[i]);
        }
        return placed;
    }

    @Test
    void placesAreInBytesAndInCodePoints() {
        PlacedWords placed = assertPlaced(
                "Né: «die Straße», 東京。",
                List.of("né", "die", "straße", "東", "京"),
                new int[] {0, 5, 9, 18, 19},
                new int[] {2, 8, 15, 19, 20},
                new int[] {0, 7, 11, 22, 25},
                new int[] {3, 10, 18, 25, 28});
        assertEquals(21, placed.chars);
        // Marks belong to their word.
        assertPlaced(
                "cafe\u0301 x",
                List.of("caf\u00e9", "x"),
                new int[] {0, 6},
                new int[] {5, 7},
                new int[] {0, 7},
                new int[] {6, 8});
    }

    @Property(tries = 500)
    void wordsAreThoseOfTheWordReader(@ForAll("texts") String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        List<String> expected = Texts.texts(WordReader.of(Texts.rules(), true), text);
        PlacedWords placed = new PlacedWords(utf8);
        assertEquals(expected, Texts.texts(placed.words));
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
                ("word|Two|x1|3|.|'| |\n\n|\u0301|e|\u00e9|\u1100|\u1161|\uAC00|東|ひ|カ|ไ|ﬁ|\u200B|\u00AD|!|。"
                                + "|\uD83D\uDE00|Ａ")
                        .split("\\|"));
        return pieces.list().ofMaxSize(60).map(list -> String.join("", list));
    }

    /** Expected: words, {@code |} before those that begin a sentence, {@code ¶} before those that begin a paragraph. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "It ends. It goes on.;                 ¶it ends |it goes on",
                "He said \"no.\" She left.;            ¶he said no |she left",
                "Version 2.5 and a.b go on;            ¶version 2 5 and a b go on",
                "By J. R. Smith of the U.S. Navy;      ¶by j r smith of the u s navy",
                "Plan B! Or C? Or D... Now;            ¶plan b or c or d |now",
                "Mr. Hoad, e.g. et al. say.;           ¶mr hoad e g et al say",
                "I can't. You don’t. They;             ¶i can t |you don t |they",
                "End.\u0301 same.- same;               ¶end same same",
                "好。再见！谁？我」は「か｡き;          ¶好 |再 见 |谁 |我 は か |き",
                "他说「好了.」 再;                      ¶他 说 好 了 |再"
            })
    void sentencesEndAtTerminatorsButNotAfterSingleLettersOrAbbreviations(String text, String expected) {
        assertEquals(expected, marked(text, b -> b));
    }

    private static String marked(String text, UnaryOperator<Scheme.Builder> changes) {
        StringBuilder out = new StringBuilder();
        for (Word word : Texts.all(WordReader.of(Texts.rules(changes), true), text)) {
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

    /** A line of nothing but the letter x. */
    private static final class EndlessLine extends InputStream {
        private long left;

        EndlessLine(long size) {
            left = size;
        }

        @Override
        public int read() {
            return left-- > 0 ? 'x' : -1;
        }
    }

    // The frozen tables of characters and UTF-8, compared with the Character and Normalizer of this JDK.

    /** Letters of Unicode 16 that are not in Unicode 13. */
    private static final int NEW_LETTER = 0x1C89;

    /** Characters that take part in composition. After a base letter, a sequence of them is a word. */
    private static final int[] COMPOSING = JdkCharacters.all()
            .filter(Character::isDefined)
            .filter(cp -> isOfWords(cp) && JdkCharacters.expansion(cp).isEmpty())
            .filter(cp -> CharacterTable.joins(CharacterTable.entry(cp))
                    || !JdkCharacters.nfd(Character.toString(cp)).equals(Character.toString(cp)))
            .toArray();

    /** If this fails, the meaning of stored fingerprints has changed: raise the scheme version, or undo the change. */
    @Example
    void theTablesMatchStoredFingerprints() {
        CRC32C digest = new CRC32C();
        int[] parts = new int[8];
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT).forEach(cp -> {
            int count = Compositions.decompose(cp, parts, 0);
            String all = CharacterTable.entry(cp) + " " + Compositions.rank(cp) + " " + Unmasking.latin(cp) + " "
                    + Unmasking.plain(cp) + Arrays.toString(Arrays.copyOf(parts, count))
                    + Arrays.toString(Compositions.expansion(cp));
            digest.update(all.getBytes(StandardCharsets.US_ASCII));
        });
        assertEquals("b7f14d89", Long.toHexString(digest.getValue()));
    }

    @Provide
    Arbitrary<String> sequences() {
        Arbitrary<Integer> any = Arbitraries.of(Arrays.stream(COMPOSING).boxed().toList());
        Arbitrary<Integer> frequent = Arbitraries.of(
                ("aeioSỡ\u0301\u0323\u0308\u0345\u0302\u0331\u05BC\u3099かハ가" + "\u1100\u1161\u11A8\u09C7\u09BE\u09D7")
                        .codePoints()
                        .boxed()
                        .toList());
        return Arbitraries.oneOf(any, frequent)
                .list()
                .ofMinSize(1)
                .ofMaxSize(12)
                .map(l -> "x" + l.stream().map(Character::toString).collect(Collectors.joining()));
    }

    @Property(tries = 3_000)
    void sequencesAreComposedAsByTheJdk(@ForAll("sequences") String sequence) {
        assertEquals(
                ReferenceWords.pieces(Normalizer.normalize(sequence, Form.NFC)).get(0),
                String.join("", Texts.texts(WordReader.of(Texts.rules(), false), sequence)));
    }

    @Property(tries = 2_000)
    void canonicallyEquivalentTextsHaveEqualWords(
            @ForAll("sequences") String first, @ForAll("sequences") String second) {
        String text = first + ". " + second + "! " + second + "。\n" + first;
        for (boolean structure : new boolean[] {false, true}) {
            WordReader reader = WordReader.of(Texts.rules(), structure);
            List<ReferenceWords.Word> expected = Texts.all(reader, text);
            assertEquals(expected, Texts.all(reader, Normalizer.normalize(text, Form.NFC)));
            assertEquals(expected, Texts.all(reader, Normalizer.normalize(text, Form.NFD)));
        }
    }

    /** U+16D68 consists of two U+16D67, each of which may compose with the character before it. */
    @Example
    void aCompositeWhosePartsJoinIsReadAsItsParts() {
        String composite = Character.toString(0x16D68);
        String parts = Character.toString(0x16D67).repeat(2);
        String before = Character.toString(0x16D63);
        WordReader reader = WordReader.of(Texts.rules(), true);
        assertEquals(Texts.all(reader, "x" + parts + ". Next"), Texts.all(reader, "x" + composite + ". Next"));
        assertEquals(Texts.all(reader, before + parts), Texts.all(reader, before + composite));
        assertEquals(Texts.all(reader, before + parts), Texts.all(reader, Character.toString(0x16D6A)));
    }

    /** Which letters look like Latin ones was chosen by hand, so nothing but the digest above checks it. */
    @Example
    void theTablesAreThoseOfUnicode16() {
        assumeTrue(
                Character.isLetter(NEW_LETTER) && Runtime.version().feature() < 26,
                "skipped: this JDK's characters are not of Unicode 16");
        int[] parts = new int[8];
        JdkCharacters.all().forEach(cp -> {
            String self = Character.toString(cp);
            String expansion = JdkCharacters.expansion(cp);
            assertEquals(JdkCharacters.classOf(cp), CharacterTable.classOf(cp), self);
            assertEquals(JdkCharacters.fold(cp), CharacterTable.fold(cp), self);
            assertEquals(JdkCharacters.plain(cp), Unmasking.plain(cp), self);
            assertArrayEquals(expansion.codePoints().toArray(), Compositions.expansion(cp), self);
            if (JdkCharacters.classOf(cp) != CharacterTable.IGNORED && JdkCharacters.isComposite(cp)) {
                int count = Compositions.decompose(cp, parts, 0);
                String nfd = JdkCharacters.nfd(self);
                assertArrayEquals(nfd.codePoints().toArray(), Arrays.copyOf(parts, count), self);
                int last = JdkCharacters.lastOf(nfd);
                String first = JdkCharacters.nfc(nfd.substring(0, nfd.length() - Character.charCount(last)));
                assertEquals(cp, Compositions.compose(first.codePointAt(0), last), self);
            }
        });
        // The order in which the JDK puts two marks, for all that have a rank and for all that should have one.
        int[] ranked =
                JdkCharacters.all().filter(cp -> Compositions.rank(cp) > 0).toArray();
        for (int a : ranked) {
            for (int b : ranked) {
                assertEquals(Compositions.rank(a) > Compositions.rank(b), JdkCharacters.isSwapped(a, b), name(a));
            }
        }
        JdkCharacters.all()
                .filter(cp -> Compositions.rank(cp) == 0)
                .filter(cp -> JdkCharacters.nfd(Character.toString(cp)).equals(Character.toString(cp)))
                .forEach(cp -> assertFalse(
                        JdkCharacters.isSwapped(0x345, cp) || JdkCharacters.isSwapped(cp, 0x334), name(cp)));
    }

    private static boolean isOfWords(int cp) {
        int kind = CharacterTable.classOf(cp);
        return kind != CharacterTable.OTHER && kind != CharacterTable.IGNORED;
    }

    private static String name(int cp) {
        return "U+" + Integer.toHexString(cp);
    }

    @Test
    void encodingMatchesString() {
        for (int cp = 0; cp <= Character.MAX_CODE_POINT; cp += cp == 0xD7FF ? 0x801 : 1) {
            byte[] out = new byte[Utf8.lengthOf(cp)];
            assertEquals(out.length, Utf8.encode(cp, out, 0));
            assertArrayEquals(Character.toString(cp).getBytes(StandardCharsets.UTF_8), out);
        }
    }
}
