package io.whorl.text;

import io.whorl.text.CharacterTable.TableFile;
import io.whorl.text.WordReaders.WordLimits;
import io.whorl.text.WordReaders.WordStage;
import java.util.Arrays;

/**
 * Replaces look-alike letters by Latin ones in words whose letters are all Latin or look Latin. A word with any other
 * letter belongs to another alphabet and stays, except that letters of special fonts become plain. Accents stay on the
 * letters.
 */
final class Unmasking implements WordStage {
    private final Segment segment = new Segment();
    /** The decomposed characters of a word; at most three for two bytes. */
    private final int[] characters = new int[WordLimits.WORD_BYTES / 2 * 3];

    private int count;
    /** The output of a block. */
    private byte[] out = new byte[0];

    @Override
    public void reset() {
        // Words do not depend on each other.
    }

    @Override
    public void apply(WordBlock block) {
        if (out.length < block.bytes.length) {
            out = new byte[block.bytes.length];
        }
        int o = 0;
        int start = 0;
        for (int k = 0; k < block.count; k++) {
            int end = block.end[k];
            reserve(o + 2 * (end - start) + Segment.MAX_BYTES);
            o = isMasked(block.bytes, start, end) ? compose(o) : copy(block.bytes, start, end, o);
            out[o] = ' ';
            block.end[k] = o++;
            start = end + 1;
        }
        byte[] free = block.bytes;
        block.bytes = out;
        out = free;
    }

    private void reserve(int size) {
        if (size > out.length) {
            out = Arrays.copyOf(out, size * 2);
        }
    }

    private int copy(byte[] bytes, int from, int to, int o) {
        System.arraycopy(bytes, from, out, o, to - from);
        return o + to - from;
    }

    /** True if a word must be rewritten; its new characters are then in {@link #characters}. */
    private boolean isMasked(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] >= 0) {
            i++;
        }
        if (i == to) {
            return false;
        }
        boolean forms = decompose(bytes, from, to);
        boolean looksLatin = true;
        boolean lookalikes = false;
        for (int c = 0; c < count && looksLatin; c++) {
            int cp = characters[c];
            boolean isLookalike = Lookalikes.latin(cp) != cp;
            lookalikes |= isLookalike;
            looksLatin = isLookalike || Lookalikes.isLatin(cp) || !isLetter(cp);
        }
        boolean reads = looksLatin && lookalikes;
        for (int c = 0; c < count && reads; c++) {
            characters[c] = Lookalikes.latin(characters[c]);
        }
        return forms || reads;
    }

    private static boolean isLetter(int cp) {
        int kind = CharacterTable.classOf(cp);
        return kind == CharacterTable.LETTER || kind == CharacterTable.SPACELESS;
    }

    /** Decomposes a word and replaces variants by plain characters. Returns true if there were any. */
    private boolean decompose(byte[] bytes, int from, int to) {
        boolean forms = false;
        count = 0;
        for (int i = from; i < to; ) {
            int decoded = Utf8.decode(bytes, i, to);
            int cp = Utf8.codePoint(decoded);
            int plain = Lookalikes.plain(cp);
            forms |= plain != cp;
            count = Compositions.decompose(plain, characters, count);
            i += Utf8.length(decoded);
        }
        return forms;
    }

    private int compose(int from) {
        int o = from;
        int last = o;
        for (int c = 0; c < count; c++) {
            int cp = characters[c];
            if (c > 0 && CharacterTable.joins(CharacterTable.entry(cp)) && segment.join(cp)) {
                o = segment.write(out, last);
            } else {
                last = o;
                segment.begin(cp);
                o = Utf8.encode(CharacterTable.fold(cp), out, o);
            }
        }
        return o;
    }

    /** A frozen table of letters that look like Latin letters, read from the jar. Thread-safe. */
    static final class Lookalikes {
        private static final int[] LETTERS = keys("L");
        private static final int[] LATIN = values("L", LETTERS);
        private static final int[] FORMS = keys("F");
        private static final int[] PLAIN = values("F", FORMS);

        private Lookalikes() {}

        /** The Latin letter that a folded letter looks like, or the letter itself if there is none. */
        static int latin(int cp) {
            int at = Arrays.binarySearch(LETTERS, cp);
            return at < 0 ? cp : LATIN[at];
        }

        /**
         * The plain, folded character of which this is a variant in font or height, or the character itself if it is no
         * variant.
         */
        static int plain(int cp) {
            int at = Arrays.binarySearch(FORMS, cp);
            return at < 0 ? cp : PLAIN[at];
        }

        /** True if a letter is in a Latin block. */
        static boolean isLatin(int cp) {
            return cp < 0x2B0
                    || cp >= 0x1D00 && cp < 0x1D80
                    || cp >= 0x1E00 && cp < 0x1F00
                    || cp >= 0x2C60 && cp < 0x2C80
                    || cp >= 0xA720 && cp < 0xA800;
        }

        private static int[] keys(String kind) {
            return TableFile.lines("lookalikes.txt").stream()
                    .filter(f -> f[0].equals(kind))
                    .mapToInt(f -> TableFile.codePoint(f[1]))
                    .toArray();
        }

        private static int[] values(String kind, int[] keys) {
            int[] values = new int[keys.length];
            TableFile.lines("lookalikes.txt").stream()
                    .filter(f -> f[0].equals(kind))
                    .forEach(f ->
                            values[Arrays.binarySearch(keys, TableFile.codePoint(f[1]))] = TableFile.codePoint(f[2]));
            return values;
        }
    }
}
