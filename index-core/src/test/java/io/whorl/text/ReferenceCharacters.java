package io.whorl.text;

import io.whorl.text.WordReaders.Unmasking;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Composition of characters by the JDK's {@link Normalizer}. Uses the classes and foldings of the tables. */
final class ReferenceCharacters {
    private ReferenceCharacters() {}

    /** The replacement of a character: nothing, itself or others. */
    static IntStream read(int cp) {
        String expansion = CompositionsGenerator.expansion(cp);
        return CharacterTable.classOf(cp) == CharacterTable.IGNORED
                ? IntStream.empty()
                : expansion.isEmpty() ? IntStream.of(cp) : expansion.codePoints();
    }

    /** A word, composed and folded, in pieces of at most 4,096 bytes that are cut between segments. */
    static List<String> pieces(String word) {
        List<String> pieces = new ArrayList<>();
        StringBuilder piece = new StringBuilder();
        int size = 0;
        for (String segment : segments(word)) {
            String folded = folded(Normalizer.normalize(segment, Form.NFC));
            int bytes = folded.getBytes(StandardCharsets.UTF_8).length;
            if (size + bytes > 4096) {
                pieces.add(piece.toString());
                piece.setLength(0);
                size = 0;
            }
            piece.append(folded);
            size += bytes;
        }
        pieces.add(piece.toString());
        return pieces;
    }

    /** A segment is a character and up to 31 characters that join it, decomposed. */
    private static List<String> segments(String word) {
        List<String> segments = new ArrayList<>();
        StringBuilder segment = new StringBuilder();
        int length = 0;
        for (int cp : word.codePoints().toArray()) {
            String self = Character.toString(cp);
            if (!CharacterTable.joins(CharacterTable.entry(cp)) || length >= 32) {
                segments.add(segment.toString());
                segment.setLength(0);
                length = 0;
            }
            segment.append(self);
            length += (int) Normalizer.normalize(self, Form.NFD).codePoints().count();
        }
        segments.add(segment.toString());
        segments.removeIf(String::isEmpty);
        return segments;
    }

    private static String folded(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().map(CharacterTable::fold).forEach(out::appendCodePoint);
        return out.toString();
    }

    /** A word after {@code --unmask}. */
    static String unmasked(String word) {
        String plain = mapped(word, Unmasking.Lookalikes::plain);
        String parts = Normalizer.normalize(plain, Form.NFD);
        boolean looksLatin = parts.codePoints()
                .filter(ReferenceCharacters::isLetter)
                .allMatch(cp -> Unmasking.Lookalikes.isLatin(cp) || Unmasking.Lookalikes.latin(cp) != cp);
        boolean lookalikes = parts.codePoints().anyMatch(cp -> Unmasking.Lookalikes.latin(cp) != cp);
        String read = looksLatin && lookalikes ? mapped(parts, Unmasking.Lookalikes::latin) : plain;
        return read.equals(word) ? word : String.join("", pieces(read));
    }

    private static boolean isLetter(int cp) {
        int kind = CharacterTable.classOf(cp);
        return kind == CharacterTable.LETTER || kind == CharacterTable.SPACELESS;
    }

    private static String mapped(String text, IntUnaryOperator how) {
        StringBuilder out = new StringBuilder();
        text.codePoints().map(how).forEach(out::appendCodePoint);
        return out.toString();
    }
}
