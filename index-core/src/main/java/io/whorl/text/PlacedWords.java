package io.whorl.text;

import java.util.Arrays;

/**
 * The words of a text under the default rules (runs of letters and digits, folded), with their places in the original
 * text. The words are those of {@link WordReader}. Reads a whole text into arrays. One thread at a time; reusable.
 */
public final class PlacedWords {
    private static final int FIRST_SIZE = 1 << 10;

    private final WordCollector collector = new WordCollector(1, true);
    private final SentenceEnds ends = new SentenceEnds();

    /** The words, and where sentences and paragraphs begin. */
    public final WordBlock words = new WordBlock();
    /** Offset in bytes of the first byte of each word. */
    public int[] startByte = new int[FIRST_SIZE];
    /** Offset in bytes after the last byte of each word. */
    public int[] endByte = new int[FIRST_SIZE];
    /** Offset in code points of the first character of each word. */
    public int[] startChar = new int[FIRST_SIZE];
    /** Offset in code points after the last character of each word. */
    public int[] endChar = new int[FIRST_SIZE];
    /** True for a word of a script without spaces: a letter with its marks. */
    public boolean[] spaceless = new boolean[FIRST_SIZE];
    /** Code points of the text. A malformed sequence counts as one. */
    public int chars;

    /** Words placed so far. */
    private int placed;
    /** Class of the last letter or digit of the word in progress; {@link CharacterTable#OTHER} outside a word. */
    private int last;

    private boolean wordSpaceless;
    private int wordStartByte;
    private int wordStartChar;
    private int wordEndByte;
    private int wordEndChar;

    /**
     * Reads a text, in place of the one before.
     *
     * @param utf8 the text; malformed sequences are read as U+FFFD, which ends a word
     */
    public void read(byte[] utf8) {
        ends.reset();
        collector.reset();
        collector.begin(words);
        placed = 0;
        last = CharacterTable.OTHER;
        chars = 0;
        for (int at = 0; at < utf8.length; chars++) {
            int decoded = Utf8.decode(utf8, at, utf8.length);
            int length = Utf8.length(decoded);
            int cp = Utf8.codePoint(decoded);
            int entry = CharacterTable.entry(cp);
            if (CharacterTable.expands(entry)) {
                for (int each : Compositions.expansion(cp)) {
                    take(each, CharacterTable.entry(each), at, length);
                }
            } else {
                take(cp, entry, at, length);
            }
            at += length;
        }
        endWord();
        collector.endSentence(SentenceEnds.NONE);
        collector.finish();
    }

    private void take(int cp, int entry, int at, int length) {
        int kind = CharacterTable.kindOf(entry);
        switch (kind) {
            case CharacterTable.LETTER, CharacterTable.DIGIT -> {
                if (last == CharacterTable.SPACELESS) {
                    endWord();
                }
                append(cp, entry, at, length);
                last = kind;
            }
            case CharacterTable.SPACELESS -> {
                endWord();
                append(cp, entry, at, length);
                wordSpaceless = true;
                last = kind;
            }
            case CharacterTable.MARK -> {
                if (last != CharacterTable.OTHER) {
                    append(cp, entry, at, length);
                }
            }
            default -> endWord();
        }
        int event = ends.next(cp, CharacterTable.joins(entry) ? CharacterTable.MARK : kind);
        if (event != SentenceEnds.NONE) {
            collector.endSentence(event);
        }
    }

    /** Lengthens the word in progress, or begins one. A word that is too long is cut by the collector. */
    private void append(int cp, int entry, int at, int length) {
        boolean begins = last == CharacterTable.OTHER;
        int folded = CharacterTable.fold(cp, entry);
        if (CharacterTable.joins(entry)) {
            collector.join(cp, folded);
        } else {
            collector.append(cp, folded);
        }
        if (words.count > placed) {
            place();
            begins = true;
        }
        if (begins) {
            wordSpaceless = false;
            wordStartByte = at;
            wordStartChar = chars;
        }
        wordEndByte = at + length;
        wordEndChar = chars + 1;
    }

    private void endWord() {
        collector.endWord();
        if (words.count > placed) {
            place();
        }
        last = CharacterTable.OTHER;
    }

    private void place() {
        if (placed == startByte.length) {
            int size = placed * 2;
            startByte = Arrays.copyOf(startByte, size);
            endByte = Arrays.copyOf(endByte, size);
            startChar = Arrays.copyOf(startChar, size);
            endChar = Arrays.copyOf(endChar, size);
            spaceless = Arrays.copyOf(spaceless, size);
        }
        startByte[placed] = wordStartByte;
        endByte[placed] = wordEndByte;
        startChar[placed] = wordStartChar;
        endChar[placed] = wordEndChar;
        spaceless[placed] = wordSpaceless;
        placed = words.count;
    }
}
