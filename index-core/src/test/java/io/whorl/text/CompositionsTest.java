package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.text.Normalizer.Form;
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

/** Compares composition with the JDK's {@link Normalizer}, for all characters that this JDK knows. */
class CompositionsTest {
    /** Letters of Unicode 16 that are not in Unicode 13. */
    private static final int NEW_LETTER = 0x1C89;
    /** Characters that take part in composition. After a base letter, a sequence of them is a word. */
    private static final int[] COMPOSING = all().filter(
                    cp -> isOfWords(cp) && CompositionsGenerator.expansion(cp).isEmpty())
            .filter(cp -> CharacterTable.joins(CharacterTable.entry(cp))
                    || !CompositionsGenerator.nfd(Character.toString(cp)).equals(Character.toString(cp)))
            .toArray();

    /** If this fails, the meaning of stored fingerprints has changed: raise the scheme version, or undo the change. */
    @Example
    void theTableMatchesStoredFingerprints() {
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
        all().filter(CompositionsTest::isOfWords).forEach(cp -> {
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
                String.join("", Reading.texts(WordReader.of(Rules.plain(), false), sequence)));
    }

    @Property(tries = 2_000)
    void canonicallyEquivalentTextsHaveEqualWords(
            @ForAll("sequences") String first, @ForAll("sequences") String second) {
        String text = first + ". " + second + "! " + second + "。\n" + first;
        for (boolean structure : new boolean[] {false, true}) {
            WordReader reader = WordReader.of(Rules.plain(), structure);
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
        WordReader reader = WordReader.of(Rules.plain(), true);
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

    private static IntStream all() {
        return IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(cp -> cp < 0xD800 || cp > 0xDFFF)
                .filter(Character::isDefined);
    }

    private static String name(int cp) {
        return "U+" + Integer.toHexString(cp);
    }
}
