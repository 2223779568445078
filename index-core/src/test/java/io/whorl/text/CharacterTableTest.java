package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.whorl.text.WordStage.Unmasking;
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
import org.junit.jupiter.api.Test;

/**
 * The frozen tables of characters and UTF-8, compared with the {@link Character} and {@link Normalizer} of this JDK.
 */
class CharacterTableTest {
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
