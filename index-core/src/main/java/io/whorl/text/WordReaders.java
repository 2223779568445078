package io.whorl.text;

import io.whorl.scheme.TextRules;
import io.whorl.scheme.TextRules.Apostrophe;
import io.whorl.scheme.TextRules.Numbers;
import io.whorl.scheme.TextRules.Words;
import io.whorl.text.CharacterTable.TableFile;
import io.whorl.text.Compositions.Segment;
import io.whorl.text.WordStemmer.Stemmers;
import io.whorl.text.WordStemmer.Stemming;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Assembles a reader from the parts that the rules need. */
final class WordReaders {
    private WordReaders() {}

    static WordReader of(TextRules rules, boolean structure) {
        return of(rules, structure, WordLimits.READ_BYTES);
    }

    /** @param readBytes the number of bytes read from a stream at a time, at least {@link Utf8#MAX_BYTES} */
    static WordReader of(TextRules rules, boolean structure, int readBytes) {
        boolean plain = !structure
                && !rules.needsSentences()
                && rules.apostrophe() == Apostrophe.SPLIT
                && rules.numbers() != Numbers.SYMBOL;
        WordReader words =
                plain ? new FastWords(rules.words(), readBytes) : new GeneralWords(rules, structure, readBytes, null);
        List<WordStage> stages = stages(rules);
        if (!stages.isEmpty()) {
            words = new StagedWords(words, stages);
        }
        return words;
    }

    private static List<WordStage> stages(TextRules rules) {
        List<WordStage> stages = new ArrayList<>();
        if (rules.unmask()) {
            stages.add(new Unmasking());
        }
        if (WordFilter.isNeeded(rules)) {
            stages.add(new WordFilter(rules));
        }
        rules.stem().ifPresent(language -> stages.add(new Stemming(Stemmers.of(language))));
        return stages;
    }

    /** The words of another reader that survive all stages. */
    private static final class StagedWords implements WordReader {
        private final WordReader source;
        private final List<WordStage> stages;

        StagedWords(WordReader source, List<WordStage> stages) {
            this.source = source;
            this.stages = List.copyOf(stages);
        }

        @Override
        public void open(byte[] utf8, int from, int to) {
            source.open(utf8, from, to);
            stages.forEach(WordStage::reset);
        }

        @Override
        public void open(InputStream utf8) throws IOException {
            source.open(utf8);
            stages.forEach(WordStage::reset);
        }

        @Override
        public boolean next(WordBlock block) throws IOException {
            while (source.next(block)) {
                for (WordStage stage : stages) {
                    stage.apply(block);
                }
                if (block.count > 0) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public long malformed() {
            return source.malformed();
        }
    }

    /** Limits of the memory of a reader. */
    static final class WordLimits {
        /**
         * The maximum length of a word in bytes of folded UTF-8; a longer word is cut (docs/DEFINITIONS.md, Text 3).
         * Part of the scheme's version.
         */
        static final int WORD_BYTES = 4096;
        /** A block is passed on when it holds this many bytes or words, so that it stays in the L1 and L2 caches. */
        static final int BLOCK_BYTES = 10_000;

        static final int BLOCK_WORDS = 1_900;
        /** The maximum number of bytes and words of a block of plain text, without those of the last character. */
        static final int MOST_BYTES = BLOCK_BYTES + WORD_BYTES / 2 * 3;

        static final int MOST_WORDS = BLOCK_WORDS + WORD_BYTES / 2;
        /** Additional room for one character: its segment that is written again, or its replacement. */
        static final int SPARE_BYTES = Segment.MAX_BYTES + 32;

        static final int SPARE_WORDS = 32;
        /** The number of bytes read from a stream at a time. */
        static final int READ_BYTES = 1 << 15;

        private WordLimits() {}
    }

    /**
     * A step that changes or drops words of a block. It may lengthen words, and so writes them into another array. The
     * breaks of a dropped word pass to the next word that stays, which may be in a later block. One thread at a time.
     */
    abstract static class WordStage {
        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

        /** The words that stay, which may be longer than they were. The block takes this array in place of its own. */
        byte[] out = new byte[0];

        /** The breaks of dropped words. */
        private byte pending;

        /** Begins a document. */
        final void reset() {
            pending = 0;
        }

        final void apply(WordBlock block) {
            reserve(block.start(block.count) + Long.BYTES);
            int kept = 0;
            int o = 0;
            int start = 0;
            for (int k = 0; k < block.count; k++) {
                int end = block.end[k];
                pending |= block.breaks[k];
                int next = rewrite(block.bytes, start, end, o);
                if (next > o) {
                    out[next] = ' ';
                    block.end[kept] = next;
                    block.breaks[kept++] = pending;
                    o = next + 1;
                    pending = 0;
                }
                start = end + 1;
            }
            block.count = kept;
            byte[] free = block.bytes;
            block.bytes = out;
            out = free;
        }

        /**
         * Writes what becomes of a word at {@code o}, and returns its end; {@code o} to drop the word. A stage that may
         * lengthen words calls {@link #reserve} first.
         */
        abstract int rewrite(byte[] bytes, int from, int to, int o);

        /** Makes room for this many bytes; {@link #copy} needs eight more than it writes. */
        final void reserve(int size) {
            if (size > out.length) {
                out = Arrays.copyOf(out, Math.max(size, out.length * 2));
            }
        }

        /** Writes bytes as they are: eight at a time if there is room for more than these. */
        final int copy(byte[] bytes, int from, int to, int o) {
            if (to + Long.BYTES <= bytes.length) {
                for (int j = 0; j < to - from; j += Long.BYTES) {
                    LONGS.set(out, o + j, (long) LONGS.get(bytes, from + j));
                }
            } else {
                System.arraycopy(bytes, from, out, o, to - from);
            }
            return o + to - from;
        }
    }

    /**
     * Replaces look-alike letters by Latin ones in words whose letters are all Latin or look Latin. A word with any
     * other letter belongs to another alphabet and stays, except that letters of special fonts become plain. Accents
     * stay on the letters.
     */
    static final class Unmasking extends WordStage {
        private final Segment segment = new Segment();
        /** The decomposed characters of a word; at most three for two bytes. */
        private final int[] characters = new int[WordLimits.WORD_BYTES / 2 * 3];

        private int count;

        @Override
        int rewrite(byte[] bytes, int from, int to, int o) {
            reserve(o + 2 * (to - from) + Segment.MAX_BYTES);
            return isMasked(bytes, from, to) ? compose(o) : copy(bytes, from, to, o);
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
             * The plain, folded character of which this is a variant in font or height, or the character itself if it
             * is no variant.
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
                        .forEach(f -> values[Arrays.binarySearch(keys, TableFile.codePoint(f[1]))] =
                                TableFile.codePoint(f[2]));
                return values;
            }
        }
    }

    /**
     * Drops words with digits, words that are too short, and stop words, in that order (docs/DEFINITIONS.md, Text 1, 4
     * and 5). The symbol that replaces a number counts as one code point.
     */
    static final class WordFilter extends WordStage {
        private final boolean dropNumbers;
        private final int minWord;
        private final WordSet stop = new WordSet();

        WordFilter(TextRules rules) {
            dropNumbers = rules.numbers() == Numbers.DROP;
            minWord = rules.minWord();
            for (String word : rules.stop()) {
                byte[] utf8 = word.getBytes(StandardCharsets.UTF_8);
                stop.add(utf8, 0, utf8.length);
            }
        }

        static boolean isNeeded(TextRules rules) {
            return rules.numbers() == Numbers.DROP
                    || rules.minWord() > 1
                    || !rules.stop().isEmpty();
        }

        @Override
        int rewrite(byte[] bytes, int from, int to, int o) {
            return survives(bytes, from, to) ? copy(bytes, from, to, o) : o;
        }

        private boolean survives(byte[] bytes, int from, int to) {
            return !(dropNumbers && hasDigit(bytes, from, to))
                    && (minWord == 1 || hasCodePoints(minWord, bytes, from, to))
                    && (stop.size() == 0 || !stop.contains(bytes, from, to));
        }

        private static boolean hasDigit(byte[] bytes, int from, int to) {
            for (int i = from; i < to; ) {
                int decoded = Utf8.decode(bytes, i, to);
                if (CharacterTable.classOf(Utf8.codePoint(decoded)) == CharacterTable.DIGIT) {
                    return true;
                }
                i += Utf8.length(decoded);
            }
            return false;
        }

        private static boolean hasCodePoints(int least, byte[] bytes, int from, int to) {
            int count = 0;
            for (int i = from; i < to && count < least; i++) {
                count += (bytes[i] & 0xC0) == 0x80 ? 0 : 1;
            }
            return count >= least;
        }
    }

    /**
     * Reads the words of plain text under any rules, code point by code point. A number that is replaced by one symbol
     * includes the combining marks of its digits, and each full stop or comma between two digits.
     */
    static final class GeneralWords implements WordReader {
        /** Replaces a run of digits. It is not a letter, so it differs from every word. */
        static final byte NUMBER_SYMBOL = '#';

        private final boolean digitsMakeWords;
        private final boolean symbol;
        private final boolean join;
        private final boolean sentences;

        /** The entries of ASCII in the character table. */
        private final int[] ascii =
                IntStream.range(0, 0x80).map(CharacterTable::entry).toArray();

        private final ByteSource source;
        private final SentenceEnds ends = new SentenceEnds();
        private final WordCollector words;
        /** The class of the last letter or digit of the word; {@link CharacterTable#OTHER} outside a word. */
        private int last;
        /** True after an apostrophe, full stop or comma that belongs to the word if the next character continues it. */
        private boolean pending;

        private long malformed;

        /** Receives the place of each word; null if places are not needed. */
        private final PlacedWords places;

        GeneralWords(TextRules rules, boolean structure, int readBytes, PlacedWords places) {
            this.places = places;
            digitsMakeWords = rules.words() == Words.ALPHANUMERIC;
            symbol = rules.numbers() == Numbers.SYMBOL;
            join = rules.apostrophe() == Apostrophe.JOIN;
            sentences = structure || rules.needsSentences();
            source = new ByteSource(readBytes);
            words = new WordCollector(rules.minSentence(), structure, places != null);
        }

        @Override
        public void open(byte[] utf8, int from, int to) {
            source.open(utf8, from, to);
            reset();
        }

        @Override
        public void open(InputStream utf8) {
            source.open(utf8);
            reset();
        }

        private void reset() {
            ends.reset();
            words.reset();
            last = CharacterTable.OTHER;
            pending = false;
            malformed = 0;
        }

        @Override
        public boolean next(WordBlock block) throws IOException {
            words.begin(block);
            while (!words.full && source.ensure(Utf8.MAX_BYTES)) {
                byte b = source.data[source.pos];
                if (places != null) {
                    places.character(source.pos, source.data, source.limit);
                }
                if (b >= 0) {
                    source.pos++;
                    take(b, ascii[b]);
                } else {
                    readCharacter();
                }
            }
            if (!words.full) {
                endWord();
                words.endSentence(SentenceEnds.NONE);
            }
            words.finish();
            return block.count > 0;
        }

        @Override
        public long malformed() {
            return malformed;
        }

        private void readCharacter() {
            int decoded = Utf8.decode(source.data, source.pos, source.limit);
            source.pos += Utf8.length(decoded);
            if (Utf8.isMalformed(decoded)) {
                malformed++;
            }
            int cp = Utf8.codePoint(decoded);
            int entry = CharacterTable.entry(cp);
            if (CharacterTable.expands(entry)) {
                for (int each : Compositions.expansion(cp)) {
                    take(each, CharacterTable.entry(each));
                }
            } else {
                take(cp, entry);
            }
        }

        private void take(int cp, int entry) {
            int kind = CharacterTable.kindOf(entry);
            if (pending) {
                pending = false;
                if (kind != last) {
                    endWord();
                }
            }
            switch (kind) {
                case CharacterTable.LETTER -> letter(cp, entry);
                case CharacterTable.SPACELESS -> spaceless(cp, entry);
                case CharacterTable.DIGIT -> digit(cp, entry);
                case CharacterTable.MARK -> mark(cp, entry);
                default -> other(cp);
            }
            if (sentences) {
                // A character that joins a letter counts as a mark, because it may be composed with the letter.
                int event = ends.next(cp, CharacterTable.joins(entry) ? CharacterTable.MARK : kind);
                if (event != SentenceEnds.NONE) {
                    words.endSentence(event);
                }
            }
        }

        private void letter(int cp, int entry) {
            if (last == CharacterTable.SPACELESS || last == CharacterTable.DIGIT && !digitsMakeWords) {
                endWord();
            }
            append(cp, entry);
            last = CharacterTable.LETTER;
        }

        private void spaceless(int cp, int entry) {
            endWord();
            append(cp, entry);
            last = CharacterTable.SPACELESS;
        }

        private void digit(int cp, int entry) {
            if (last == CharacterTable.SPACELESS || !digitsMakeWords && (!symbol || last == CharacterTable.LETTER)) {
                endWord();
            }
            if (symbol) {
                if (last != CharacterTable.DIGIT) {
                    words.append(NUMBER_SYMBOL, NUMBER_SYMBOL);
                }
            } else if (digitsMakeWords) {
                append(cp, entry);
            } else {
                return;
            }
            last = CharacterTable.DIGIT;
        }

        private void mark(int cp, int entry) {
            boolean ofNumber = symbol && last == CharacterTable.DIGIT;
            if (last != CharacterTable.OTHER && !ofNumber) {
                append(cp, entry);
            }
        }

        private void append(int cp, int entry) {
            int folded = CharacterTable.fold(cp, entry);
            if (CharacterTable.joins(entry)) {
                words.join(cp, folded);
            } else {
                words.append(cp, folded);
            }
            if (places != null) {
                places.extend(last == CharacterTable.OTHER, CharacterTable.kindOf(entry));
            }
        }

        private void other(int cp) {
            boolean apostrophe = join && last == CharacterTable.LETTER && SentenceEnds.isApostrophe(cp);
            boolean separator = symbol && last == CharacterTable.DIGIT && (cp == '.' || cp == ',');
            pending = apostrophe || separator;
            if (!pending) {
                endWord();
            }
        }

        private void endWord() {
            words.endWord();
            if (places != null) {
                places.endWord();
            }
            last = CharacterTable.OTHER;
        }
    }

    /** The bytes of a document as a window over an array: the caller's array, or a buffer that a stream refills. */
    static final class ByteSource {
        /** The bytes; {@code data[pos] .. data[limit - 1]} are not read yet. */
        byte[] data = new byte[0];

        int pos;
        int limit;

        private final int bufferSize;
        private byte[] buffer = new byte[0];
        /** Null if nothing is left to be read into the window. */
        private InputStream in;

        /** @param bufferSize the number of bytes read from a stream at a time, at least {@link Utf8#MAX_BYTES} */
        ByteSource(int bufferSize) {
            this.bufferSize = bufferSize;
        }

        void open(byte[] utf8, int from, int to) {
            Objects.checkFromToIndex(from, to, utf8.length);
            in = null;
            data = utf8;
            pos = from;
            limit = to;
        }

        void open(InputStream utf8) {
            in = Objects.requireNonNull(utf8, "utf8");
            if (buffer.length == 0) {
                buffer = new byte[bufferSize];
            }
            data = buffer;
            pos = 0;
            limit = 0;
        }

        /**
         * Ensures that the window holds this many bytes, or all bytes that are left. The content may move within the
         * array.
         *
         * @return true if a byte is left
         */
        boolean ensure(int bytes) throws IOException {
            if (limit - pos < bytes && in != null) {
                System.arraycopy(data, pos, data, 0, limit - pos);
                limit -= pos;
                pos = 0;
                fill();
            }
            return pos < limit;
        }

        private void fill() throws IOException {
            while (limit < data.length) {
                int n = in.read(data, limit, data.length - limit);
                if (n < 0) {
                    in = null;
                    return;
                }
                limit += n;
            }
        }

        /** The end of the range in which every character that begins there ends in the window or with the text. */
        int wholeCharacters() {
            return in == null ? limit : limit - (Utf8.MAX_BYTES - 1);
        }
    }
}
