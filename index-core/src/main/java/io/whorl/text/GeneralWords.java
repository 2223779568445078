package io.whorl.text;

import io.whorl.scheme.TextRules;
import io.whorl.scheme.TextRules.Apostrophe;
import io.whorl.scheme.TextRules.Numbers;
import io.whorl.scheme.TextRules.Words;
import java.io.IOException;
import java.io.InputStream;
import java.util.stream.IntStream;

/**
 * Reads the words of plain text under any rules, code point by code point. A number that is replaced by one symbol
 * includes the combining marks of its digits, and each full stop or comma between two digits.
 */
final class GeneralWords implements WordReader {
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

    GeneralWords(TextRules rules, boolean structure, int readBytes) {
        digitsMakeWords = rules.words() == Words.ALPHANUMERIC;
        symbol = rules.numbers() == Numbers.SYMBOL;
        join = rules.apostrophe() == Apostrophe.JOIN;
        sentences = structure || rules.needsSentences();
        source = new ByteSource(readBytes);
        words = new WordCollector(rules.minSentence(), structure);
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
        while (!words.full() && source.ensure(Utf8.MAX_BYTES)) {
            byte b = source.data[source.pos];
            if (b >= 0) {
                source.pos++;
                take(b, ascii[b]);
            } else {
                readCharacter();
            }
        }
        if (!words.full()) {
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

    /** Reads a character that is not ASCII. */
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
        last = CharacterTable.OTHER;
    }
}
