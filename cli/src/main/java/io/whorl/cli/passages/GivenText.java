package io.whorl.cli.passages;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Text that everyone was given, such as the questions of an exercise. Sequences of five of its words are found in other
 * texts, whatever their case and punctuation. Immutable and thread-safe.
 */
public final class GivenText {
    private static final int SEQUENCE = 5;
    private static final byte[][] BLANKS = {{' '}, utf8("\u00a0"), utf8("\u2003"), utf8("\ud83d\uddf5")};

    private final Set<String> sequences = new HashSet<>();

    /** Bytes of a text, the end exclusive. */
    public record Range(int start, int end) {}

    private record Word(String text, int start, int end) {}

    /** @param templates the texts, in UTF-8 */
    public GivenText(List<byte[]> templates) {
        for (byte[] template : templates) {
            List<Word> words = words(template);
            for (int i = 0; i + SEQUENCE <= words.size(); i++) {
                sequences.add(sequence(words, i));
            }
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the parts of a text that are given, in order. */
    List<Range> in(byte[] utf8) {
        List<Range> found = new ArrayList<>();
        if (sequences.isEmpty()) {
            return found;
        }
        List<Word> words = words(utf8);
        int end = -1;
        for (int i = 0; i + SEQUENCE <= words.size(); i++) {
            if (sequences.contains(sequence(words, i))) {
                int start = words.get(i).start();
                if (i <= end) {
                    start = found.remove(found.size() - 1).start();
                }
                end = i + SEQUENCE;
                found.add(new Range(start, words.get(end - 1).end()));
            }
        }
        return found;
    }

    /** Returns a text with blanks in these ranges. Each blank has as many bytes as the character that it replaces. */
    static byte[] masked(byte[] utf8, List<Range> ranges) {
        if (ranges.isEmpty()) {
            return utf8;
        }
        byte[] masked = utf8.clone();
        for (Range range : ranges) {
            for (int i = range.start(); i < range.end(); ) {
                int length = Math.min(length(utf8[i]), range.end() - i);
                System.arraycopy(BLANKS[length - 1], 0, masked, i, length);
                i += length;
            }
        }
        return masked;
    }

    private static int length(byte first) {
        int value = first & 0xff;
        return value < 0xc0 ? 1 : value < 0xe0 ? 2 : value < 0xf0 ? 3 : 4;
    }

    private static String sequence(List<Word> words, int from) {
        StringBuilder sequence = new StringBuilder();
        for (int i = from; i < from + SEQUENCE; i++) {
            sequence.append(words.get(i).text()).append(' ');
        }
        return sequence.toString();
    }

    /** Splits a text. A character of a script without spaces is a word. Malformed text has no words. */
    private static List<Word> words(byte[] utf8) {
        List<Word> words = new ArrayList<>();
        String text = new String(utf8, StandardCharsets.UTF_8);
        boolean whole = text.indexOf('\ufffd') < 0;
        int at = 0;
        int from = 0;
        StringBuilder word = new StringBuilder();
        for (int i = 0; whole && i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            boolean spaceless = isSpaceless(c);
            boolean inWord = Character.isLetterOrDigit(c) || Character.getType(c) == Character.NON_SPACING_MARK;
            if (word.length() > 0 && (spaceless || !inWord)) {
                words.add(new Word(word.toString().toLowerCase(Locale.ROOT), from, at));
                word.setLength(0);
            }
            int bytes = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (spaceless) {
                words.add(new Word(Character.toString(c), at, at + bytes));
            } else if (inWord) {
                from = word.length() == 0 ? at : from;
                word.appendCodePoint(c);
            }
            at += bytes;
        }
        if (word.length() > 0) {
            words.add(new Word(word.toString().toLowerCase(Locale.ROOT), from, at));
        }
        return words;
    }

    private static boolean isSpaceless(int c) {
        return switch (Character.UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> Character.isLetter(c);
            default -> false;
        };
    }
}
