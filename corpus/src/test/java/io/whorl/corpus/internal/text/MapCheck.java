package io.whorl.corpus.internal.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Checks a map character by character against the bytes of the document, the slow and obvious way. */
final class MapCheck {
    /** Characters that stand for another character in some format. */
    private static final List<String> SIGNS = List.of("--", "---", "`", "``", "'", "''", "?`", "!`", "\0");

    final MappedText mapped;
    private final String format;
    private final byte[] document;
    private final Charset charset;
    private final String text;
    /** False if the first bytes of the document may decode differently without those that follow. */
    private final boolean sliceable;

    /** Characters that are in the document as they are in the text, and those that others stand for. */
    int copied;

    int replaced;

    private MapCheck(String format, MappedText mapped, byte[] document, Charset charset) {
        this.format = format;
        this.mapped = mapped;
        this.document = document;
        this.charset = charset;
        text = new String(mapped.utf8(), StandardCharsets.UTF_8);
        boolean malformed = new String(document, charset).indexOf('\ufffd') >= 0;
        sliceable = !malformed
                || charset.equals(StandardCharsets.UTF_8)
                || charset.newEncoder().maxBytesPerChar() == 1;
    }

    /** Converts a document and checks its map, if it has one. */
    static MapCheck of(TextFormat format, Head head, byte[] document) throws TextConversionException {
        MappedText mapped = format.mappedText(document, head);
        assertArrayEquals(format.text(document, head), mapped.utf8(), "the text must not depend on the map");
        Optional<Charset> declared = format instanceof HtmlFormat ? HtmlFormat.charset(document) : Optional.empty();
        Charset charset = format instanceof WikitextFormat
                ? StandardCharsets.UTF_8
                : TextDecoder.decoded(document, head, declared).charset();
        MapCheck check = new MapCheck(format.name(), mapped, document, charset);
        if (mapped.map().isPresent()) {
            check.check(mapped.map().get());
        }
        return check;
    }

    private void check(TextMap map) {
        int characters = text.codePointCount(0, text.length());
        List<TextRange> ranges = new ArrayList<>();
        List<TextRange> originals = new ArrayList<>();
        int at = 0;
        for (int i = 0, k = 0; k < characters; k++) {
            String character = Character.toString(text.codePointAt(i));
            int bytes = character.getBytes(StandardCharsets.UTF_8).length;
            TextRange range = new TextRange(k, k + 1, at, at + bytes);
            ranges.add(range);
            originals.add(map.original(range));
            check(character, originals.get(k));
            at += bytes;
            i += character.length();
        }
        Random random = new Random(7);
        for (int round = 0; round < 20 && characters > 0; round++) {
            int from = random.nextInt(characters);
            int to = from + random.nextInt(characters - from);
            TextRange whole = new TextRange(
                    from, to + 1, ranges.get(from).startByte(), ranges.get(to).endByte());
            assertEquals(hull(originals.subList(from, to + 1)), map.original(whole), () -> format + ": " + text);
        }
    }

    private static TextRange hull(List<TextRange> ranges) {
        return new TextRange(
                ranges.stream().mapToInt(TextRange::start).min().orElseThrow(),
                ranges.stream().mapToInt(TextRange::end).max().orElseThrow(),
                ranges.stream().mapToInt(TextRange::startByte).min().orElseThrow(),
                ranges.stream().mapToInt(TextRange::endByte).max().orElseThrow());
    }

    private void check(String character, TextRange original) {
        assertTrue(original.endByte() <= document.length, () -> format + ": " + original + " of " + document.length);
        if (!sliceable) {
            return;
        }
        String slice = decoded(original.startByte(), original.endByte());
        int before = codePoints(decoded(0, original.startByte()));
        assertEquals(before, original.start(), () -> format + ": code points before " + original + " in " + text);
        assertEquals(before + codePoints(slice), original.end(), () -> format + ": code points of " + original);
        if (character.isBlank()) {
            return;
        }
        if (slice.equals(character)) {
            copied++;
            return;
        }
        replaced++;
        // A subject with an encoded word is mapped as a whole, also if the word is not its first.
        boolean stands = slice.startsWith("&")
                || slice.contains("=?")
                || slice.startsWith("\\")
                || slice.startsWith("=")
                || slice.isEmpty()
                || SIGNS.contains(slice);
        assertTrue(stands, () -> format + ": '" + character + "' is at '" + slice + "' in '" + text + "'");
    }

    private String decoded(int from, int to) {
        // Only the first bytes of a document can be a mark of the order of bytes, which these charsets leave out.
        boolean inside =
                from > 0 && (charset.name().equals("UTF-16") || charset.name().equals("UTF-32"));
        String decoded = new String(
                Arrays.copyOfRange(document, from, to), inside ? Charset.forName(charset.name() + "BE") : charset);
        boolean removed = from == 0 && to >= 4 && charset.name().startsWith("UTF-32") && !decoded.startsWith("\ufeff");
        return removed && TextDecoder.mark(document).isPresent() ? "\ufeff" + decoded : decoded;
    }

    private static int codePoints(String s) {
        return s.codePointCount(0, s.length());
    }
}
