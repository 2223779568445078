package io.whorl.cli.passages;

import io.whorl.text.PlacedWords;
import io.whorl.text.WordBlock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Text that everyone was given, such as the questions of an exercise. Sequences of five of its words are found in other
 * texts, whatever their case and punctuation. Immutable and thread-safe.
 */
public final class GivenText {
    private static final int SEQUENCE = 5;
    private static final byte[][] BLANKS = {{' '}, utf8("\u00a0"), utf8("\u2003"), utf8("\ud83d\uddf5")};

    private final Set<String> sequences = new HashSet<>();

    /**
     * A part of a text that is left out of a comparison.
     *
     * @param start its first byte
     * @param end the byte after it
     */
    public record Range(int start, int end, Kind kind) {
        /** Why it is left out. Pages have the ordinals. */
        public enum Kind {
            GIVEN,
            REFERENCES,
            QUOTATIONS
        }
    }

    record Word(String text, int start, int end) {}

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

    /** Returns ranges in order. A place that several of them cover is that of the one that begins first. */
    static List<Range> union(List<Range> some, List<Range> others) {
        List<Range> all = new ArrayList<>(some);
        all.addAll(others);
        all.sort(Comparator.comparingInt(Range::start));
        List<Range> found = new ArrayList<>();
        int end = 0;
        for (Range range : all) {
            if (range.end() > end) {
                found.add(new Range(Math.max(end, range.start()), range.end(), range.kind()));
                end = range.end();
            }
        }
        return found;
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
                found.add(new Range(start, words.get(end - 1).end(), Range.Kind.GIVEN));
            }
        }
        return found;
    }

    /**
     * Returns a text with blanks in these ranges. Each blank has as many bytes as the character that it replaces, so no
     * place changes. Malformed bytes stay.
     */
    static byte[] masked(byte[] utf8, List<Range> ranges) {
        if (ranges.isEmpty()) {
            return utf8;
        }
        byte[] masked = utf8.clone();
        for (Range range : ranges) {
            for (int i = range.start(); i < range.end(); ) {
                int length = length(utf8, i);
                if (length > 0) {
                    System.arraycopy(BLANKS[length - 1], 0, masked, i, length);
                }
                i += Math.max(1, length);
            }
        }
        return masked;
    }

    /** Returns the bytes of the character that begins at a place; 0 if none begins there. */
    static int length(byte[] utf8, int at) {
        int first = utf8[at] & 0xff;
        int length = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        for (int i = at + 1; i < at + length; i++) {
            if (i == utf8.length || (utf8[i] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    private static String sequence(List<Word> words, int from) {
        StringBuilder sequence = new StringBuilder();
        for (int i = from; i < from + SEQUENCE; i++) {
            sequence.append(words.get(i).text()).append(' ');
        }
        return sequence.toString();
    }

    /** Returns the number of words of a text. */
    static int count(byte[] utf8) {
        PlacedWords placed = new PlacedWords();
        placed.read(utf8);
        return placed.words.count;
    }

    static List<Word> words(byte[] utf8) {
        PlacedWords placed = new PlacedWords();
        placed.read(utf8);
        WordBlock block = placed.words;
        List<Word> words = new ArrayList<>(block.count);
        for (int k = 0; k < block.count; k++) {
            int from = block.start(k);
            String text = new String(block.bytes, from, block.end[k] - from, StandardCharsets.UTF_8);
            words.add(new Word(text, placed.startByte[k], placed.endByte[k]));
        }
        return words;
    }
}
