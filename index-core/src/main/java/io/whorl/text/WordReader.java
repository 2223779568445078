package io.whorl.text;

import io.whorl.scheme.TextRules;
import io.whorl.scheme.TextRules.Apostrophe;
import io.whorl.scheme.TextRules.Numbers;
import io.whorl.scheme.TextRules.Words;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Reads the canonical form of one document after another: its surviving words, a block at a time (docs/DEFINITIONS.md,
 * Text). Memory does not grow with the document. One thread at a time.
 *
 * <p>Text is read code point by code point. Where each character decides by itself whether it belongs to a word, most
 * of them are read by {@link WordCollector#addPlain}. A number that is replaced by one symbol includes the combining
 * marks of its digits, and each full stop or comma between two digits.
 */
public final class WordReader {
    /** Replaces a run of digits. It is not a letter, so it differs from every word. */
    static final byte NUMBER_SYMBOL = '#';

    /** The number of bytes read from a stream at a time. */
    private static final int READ_BYTES = 1 << 15;

    private final boolean digitsMakeWords;
    private final boolean symbol;
    private final boolean join;
    private final boolean sentences;
    /** True if sentences do not matter, and neither an apostrophe nor a number depends on the character after it. */
    private final boolean plain;

    /** The entries of ASCII in the character table. */
    private final int[] ascii =
            IntStream.range(0, 0x80).map(CharacterTable::entry).toArray();

    private final SentenceEnds ends = new SentenceEnds();
    private final WordCollector words;
    private final List<WordStage> stages;
    /** Receives the place of each word; null if places are not needed. */
    private final PlacedWords places;

    private final int readBytes;
    private byte[] buffer = new byte[0];
    /** The caller's array, or the buffer; {@code data[pos] .. data[limit - 1]} are not read yet. */
    private byte[] data = buffer;

    private int pos;
    private int limit;
    /** Null if nothing is left to be read into the buffer. */
    private InputStream in;

    /** The class of the last letter or digit of the word; {@link CharacterTable#OTHER} outside a word. */
    private int last;
    /** True after an apostrophe, full stop or comma that belongs to the word if the next character continues it. */
    private boolean pending;

    private long malformed;

    /**
     * @param readBytes the number of bytes read from a stream at a time, at least {@link Utf8#MAX_BYTES}
     * @param places if not null, one block takes a whole document
     */
    WordReader(TextRules rules, boolean structure, int readBytes, PlacedWords places) {
        this.readBytes = readBytes;
        this.places = places;
        digitsMakeWords = rules.words() == Words.ALPHANUMERIC;
        symbol = rules.numbers() == Numbers.SYMBOL;
        join = rules.apostrophe() == Apostrophe.JOIN;
        sentences = structure || rules.needsSentences();
        plain = !sentences && !join && !symbol;
        words = new WordCollector(rules.minSentence(), structure, places != null, digitsMakeWords);
        stages = WordStage.of(rules);
    }

    /**
     * Creates a reader.
     *
     * @param rules how text becomes words
     * @param structure true to fill {@link WordBlock#breaks}; without it, plain text is read faster
     * @throws io.whorl.SchemeException if there is no stemmer for the language of the rules
     */
    public static WordReader of(TextRules rules, boolean structure) {
        return new WordReader(rules, structure, READ_BYTES, null);
    }

    /** Begins a document in memory. The range must not change until it has been read. */
    public void open(byte[] utf8, int from, int to) {
        Objects.checkFromToIndex(from, to, utf8.length);
        in = null;
        data = utf8;
        pos = from;
        limit = to;
        reset();
    }

    /** Begins a document that is read from a stream as needed. The stream is not closed. */
    public void open(InputStream utf8) {
        in = Objects.requireNonNull(utf8, "utf8");
        if (buffer.length == 0) {
            buffer = new byte[readBytes];
        }
        data = buffer;
        pos = 0;
        limit = 0;
        reset();
    }

    private void reset() {
        ends.reset();
        words.reset();
        stages.forEach(WordStage::reset);
        last = CharacterTable.OTHER;
        pending = false;
        malformed = 0;
    }

    /** The number of malformed UTF-8 sequences of this document so far. Each was read as U+FFFD, which ends a word. */
    public long malformed() {
        return malformed;
    }

    /**
     * Replaces the content of the block by the next words.
     *
     * @return false at the end of the document; the block is then empty
     */
    public boolean next(WordBlock block) throws IOException {
        while (read(block)) {
            for (WordStage stage : stages) {
                stage.apply(block);
            }
            if (block.count > 0) {
                return true;
            }
        }
        return false;
    }

    private boolean read(WordBlock block) throws IOException {
        words.begin(block);
        while (!words.full && ensure(Utf8.MAX_BYTES)) {
            if (!plain || !readPlain()) {
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

    /**
     * Ensures that the window holds this many bytes, or all bytes that are left. The content may move within the array.
     *
     * @return true if a byte is left
     */
    private boolean ensure(int bytes) throws IOException {
        if (limit - pos < bytes && in != null) {
            System.arraycopy(data, pos, data, 0, limit - pos);
            limit -= pos;
            pos = 0;
            while (limit < data.length && in != null) {
                int n = in.read(data, limit, data.length - limit);
                if (n < 0) {
                    in = null;
                } else {
                    limit += n;
                }
            }
        }
        return pos < limit;
    }

    /** Reads characters of the frequent kinds. Returns false if the next character is of another kind. */
    private boolean readPlain() {
        if (last == CharacterTable.SPACELESS) {
            if (data[pos] < 0) {
                return false;
            }
            endWord();
        }
        int from = pos;
        pos = words.addPlain(data, pos, limit);
        if (pos > from) {
            last = words.isEmpty() ? CharacterTable.OTHER : CharacterTable.LETTER;
        }
        return pos > from;
    }

    private void readCharacter() {
        byte b = data[pos];
        if (places != null) {
            places.character(pos, data, limit);
        }
        if (b >= 0) {
            pos++;
            take(b, ascii[b]);
            return;
        }
        int decoded = Utf8.decode(data, pos, limit);
        pos += Utf8.length(decoded);
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
