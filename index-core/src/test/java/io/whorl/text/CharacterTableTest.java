package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.whorl.text.WordReaders.Unmasking;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

class CharacterTableTest {
    /** Letters and digits of Unicode 16. */
    private static final int LETTERS_AND_DIGITS = 141_788;

    /** Letters of Unicode 16 that are not in Unicode 13. */
    private static final int NEW_LETTER = 0x1C89;

    /** Characters that take part in composition. After a base letter, a sequence of them is a word. */
    private static final int[] COMPOSING = charactersOfThisJdk()
            .filter(cp -> isOfWords(cp) && CompositionsGenerator.expansion(cp).isEmpty())
            .filter(cp -> CharacterTable.joins(CharacterTable.entry(cp))
                    || !CompositionsGenerator.nfd(Character.toString(cp)).equals(Character.toString(cp)))
            .toArray();

    /** If this fails, the meaning of stored fingerprints has changed: raise the scheme version, or undo the change. */
    @Test
    void theTableMatchesStoredFingerprints() {
        CRC32C digest = new CRC32C();
        all().forEach(cp -> {
            digest.update(CharacterTable.classOf(cp));
            for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                digest.update(CharacterTable.fold(cp) >>> shift & 0xFF);
            }
        });
        assertEquals("41b02e0a", Long.toHexString(digest.getValue()));
    }

    @Test
    void foldingFollowsCaseFolding() {
        assertEquals('a', CharacterTable.fold('A'));
        assertEquals(0x3C3, CharacterTable.fold(0x3C2), "final sigma");
        assertEquals('s', CharacterTable.fold(0x17F), "long s");
        assertEquals('k', CharacterTable.fold(0x212A), "Kelvin sign");
        assertEquals(0xDF, CharacterTable.fold(0x1E9E), "capital sharp s");
        assertEquals(0x10428, CharacterTable.fold(0x10400), "Deseret long I");
        assertEquals(0x130, CharacterTable.fold(0x130), "dotted capital I");
        assertEquals(0x131, CharacterTable.fold(0x131), "dotless small i");
    }

    @Test
    void theTableIsTheOutputOfTheGenerator() throws IOException {
        assumeTrue(
                all().filter(Character::isLetterOrDigit).count() == LETTERS_AND_DIGITS,
                "skipped: this JDK's Character is not of Unicode 16");
        try (InputStream in = CharacterTable.class.getResourceAsStream("characters.txt")) {
            assertTrue(in != null);
            assertEquals(new String(in.readAllBytes(), StandardCharsets.US_ASCII), CharacterTableGenerator.table());
        }
    }

    private static IntStream all() {
        return IntStream.rangeClosed(0, Character.MAX_CODE_POINT);
    }

    // Compares composition with the JDK's {@link Normalizer}, for all characters that this JDK knows.

    /** If this fails, the meaning of stored fingerprints has changed: raise the scheme version, or undo the change. */
    @Example
    void theCompositionsMatchStoredFingerprints() {
        CRC32C digest = new CRC32C();
        int[] parts = new int[8];
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT).forEach(cp -> {
            int count = Compositions.decompose(cp, parts, 0);
            String all =
                    CharacterTable.entry(cp) + " " + Compositions.rank(cp) + " " + Unmasking.Lookalikes.latin(cp) + " "
                            + Unmasking.Lookalikes.plain(cp) + Arrays.toString(Arrays.copyOf(parts, count))
                            + Arrays.toString(Compositions.expansion(cp));
            digest.update(all.getBytes(StandardCharsets.US_ASCII));
        });
        assertEquals("b7f14d89", Long.toHexString(digest.getValue()));
    }

    @Example
    void everyCharacterIsComposedAndDecomposedAsByTheJdk() {
        charactersOfThisJdk().filter(CharacterTableTest::isOfWords).forEach(cp -> {
            String self = Character.toString(cp);
            if (CompositionsGenerator.expansion(cp).isEmpty()) {
                int[] parts = new int[8];
                int count = Compositions.decompose(cp, parts, 0);
                assertEquals(CompositionsGenerator.nfd(self), new String(parts, 0, count), () -> name(cp));
            } else {
                assertEquals(
                        CompositionsGenerator.expansion(cp),
                        Arrays.stream(Compositions.expansion(cp))
                                .mapToObj(Character::toString)
                                .collect(Collectors.joining()));
            }
        });
    }

    /** Otherwise canonically equivalent texts could be split into words at different positions. */
    @Example
    void aCharacterOfWordsConsistsOfCharactersOfWords() {
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT).forEach(cp -> {
            int[] parts = new int[8];
            int count = Compositions.decompose(cp, parts, 0);
            boolean joins =
                    IntStream.range(1, count).allMatch(i -> CharacterTable.joins(CharacterTable.entry(parts[i])));
            assertTrue(joins, () -> name(cp));
            assertEquals(CharacterTable.classOf(cp), CharacterTable.classOf(parts[0]), () -> name(cp));
            boolean plain = Arrays.stream(Compositions.expansion(cp))
                    .noneMatch(e -> CharacterTable.expands(CharacterTable.entry(e)));
            assertTrue(plain, () -> "an expansion that expands: " + name(cp));
        });
    }

    @Example
    void ignoredCharactersDoNotCompose() {
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(cp -> CharacterTable.classOf(cp) == CharacterTable.IGNORED)
                .forEach(cp -> assertTrue(
                        !CharacterTable.joins(CharacterTable.entry(cp))
                                && Compositions.rank(cp) == 0
                                && Compositions.expansion(cp).length == 0,
                        () -> name(cp)));
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
                ReferenceCharacters.pieces(Normalizer.normalize(sequence, Form.NFC))
                        .get(0),
                String.join("", Reading.texts(WordReader.of(Reading.rules(), false), sequence)));
    }

    @Property(tries = 2_000)
    void canonicallyEquivalentTextsHaveEqualWords(
            @ForAll("sequences") String first, @ForAll("sequences") String second) {
        String text = first + ". " + second + "! " + second + "。\n" + first;
        for (boolean structure : new boolean[] {false, true}) {
            WordReader reader = WordReader.of(Reading.rules(), structure);
            List<ReferenceWords.Word> expected = words(reader, text);
            assertEquals(expected, words(reader, Normalizer.normalize(text, Form.NFC)));
            assertEquals(expected, words(reader, Normalizer.normalize(text, Form.NFD)));
        }
    }

    /** U+16D68 consists of two U+16D67, each of which may compose with the character before it. */
    @Example
    void aCompositeWhosePartsJoinIsReadAsItsParts() {
        String composite = Character.toString(0x16D68);
        String parts = Character.toString(0x16D67).repeat(2);
        String before = Character.toString(0x16D63);
        WordReader reader = WordReader.of(Reading.rules(), true);
        assertEquals(words(reader, "x" + parts + ". Next"), words(reader, "x" + composite + ". Next"));
        assertEquals(words(reader, before + parts), words(reader, before + composite));
        assertEquals(words(reader, before + parts), words(reader, Character.toString(0x16D6A)));
    }

    @Example
    void theTablesAreTheOutputOfTheGenerators() throws IOException {
        assumeTrue(
                Character.isLetter(NEW_LETTER) && Runtime.version().feature() < 26,
                "skipped: this JDK's characters are not of Unicode 16");
        assertEquals(resource("compositions.txt"), CompositionsGenerator.table());
        assertEquals(resource("lookalikes.txt"), LookalikesGenerator.table());
    }

    private static List<ReferenceWords.Word> words(WordReader reader, String text) {
        byte[] utf8 = Texts.utf8(text);
        reader.open(utf8, 0, utf8.length);
        return Reading.all(reader);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Compositions.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static boolean isOfWords(int cp) {
        int kind = CharacterTable.classOf(cp);
        return kind != CharacterTable.OTHER && kind != CharacterTable.IGNORED;
    }

    private static IntStream charactersOfThisJdk() {
        return IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(cp -> cp < 0xD800 || cp > 0xDFFF)
                .filter(Character::isDefined);
    }

    private static String name(int cp) {
        return "U+" + Integer.toHexString(cp);
    }

    /** Each character at each position, between characters that a carry from it would change. */
    @Test
    void agreesWithTheCharacterTable() {
        for (int c = 0; c < 0x80; c++) {
            for (int place = 0; place < Long.BYTES; place++) {
                for (int other : new int[] {0, '0', '@', 'Z', '{', 0x7F}) {
                    check(c, place, other);
                }
            }
        }
    }

    @Test
    void withoutRemovesOneByte() {
        long eight = 0x8877665544332211L;
        assertEquals(0x0088776655332211L, FastWords.AsciiWords.without(eight, FastWords.AsciiWords.below(0x80000000L)));
        assertEquals(0x0088776655443322L, FastWords.AsciiWords.without(eight, FastWords.AsciiWords.below(0x80L)));
        assertEquals(0x0077665544332211L, FastWords.AsciiWords.without(eight, FastWords.AsciiWords.below(1L << 63)));
        assertEquals(eight, FastWords.AsciiWords.without(eight, FastWords.AsciiWords.below(0)));
        assertEquals(3, FastWords.AsciiWords.first(0x8080000080000000L));
        assertEquals(8, FastWords.AsciiWords.first(0));
    }

    private static void check(int c, int place, int other) {
        long eight = 0;
        for (int j = 0; j < Long.BYTES; j++) {
            eight |= (long) (j == place ? c : other) << j * Byte.SIZE;
        }
        long lower = FastWords.AsciiWords.lowerCase(eight);
        long letters = FastWords.AsciiWords.letters(lower);
        long digits = FastWords.AsciiWords.digits(eight);
        long spaced = FastWords.AsciiWords.spaced(lower, letters | digits);
        for (int j = 0; j < Long.BYTES; j++) {
            int expected = j == place ? c : other;
            boolean letter = CharacterTable.classOf(expected) == CharacterTable.LETTER;
            boolean digit = CharacterTable.classOf(expected) == CharacterTable.DIGIT;
            assertEquals(letter ? 0x80 : 0, at(letters, j));
            assertEquals(digit ? 0x80 : 0, at(digits, j));
            assertEquals(letter || digit ? CharacterTable.fold(expected) : ' ', at(spaced, j));
        }
    }

    private static long at(long eight, int place) {
        return eight >>> place * Byte.SIZE & 0xFF;
    }

    /** Bytes at the boundaries of lead and continuation bytes. */
    @Provide
    Arbitrary<List<Integer>> bytes() {
        return Arbitraries.frequencyOf(
                        Tuple.of(3, Arbitraries.of(0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xBD)),
                        Tuple.of(
                                3,
                                Arbitraries.of(
                                        0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF)),
                        Tuple.of(1, Arbitraries.integers().between(0, 0xFF)))
                .list()
                .ofMaxSize(12);
    }

    @Property(tries = 30_000)
    void decodingMatchesString(@ForAll("bytes") List<Integer> bytes) {
        byte[] text = new byte[bytes.size()];
        for (int i = 0; i < text.length; i++) {
            text[i] = bytes.get(i).byteValue();
        }
        List<Integer> decoded = new ArrayList<>();
        long malformed = 0;
        for (int i = 0; i < text.length; ) {
            int d = Utf8.decode(text, i, text.length);
            decoded.add(Utf8.codePoint(d));
            malformed += Utf8.isMalformed(d) ? 1 : 0;
            i += Utf8.length(d);
        }
        assertEquals(
                new String(text, StandardCharsets.UTF_8).codePoints().boxed().toList(), decoded);
        assertEquals(WordReaderPropertyTest.malformed(text), malformed);
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
