package io.whorl.text;

import io.whorl.scheme.TextRules;
import io.whorl.scheme.TextRules.Apostrophe;
import io.whorl.scheme.TextRules.Numbers;
import io.whorl.scheme.TextRules.Words;
import java.io.IOException;
import java.io.InputStream;

/**
 * The words of plain text under any rules, code point by code point. Of a number that becomes one symbol, the digits'
 * combining marks are part; a full stop or comma is where a digit (and its marks) stands before and a digit after it.
 */
final class GeneralWords implements WordReader {
    /** What a run of digits becomes: it is no letter, so no word can be mistaken for it. */
    static final byte NUMBER_SYMBOL = '#';

    private final boolean digitsMakeWords;
    private final boolean symbol;
    private final boolean join;
    private final boolean sentences;

    private final ByteSource source;
    private final SentenceEnds ends = new SentenceEnds();
    private final WordCollector words;
    /** Class of the word's last letter or digit; {@link CharacterTable#OTHER} outside a word. */
    private int last;
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
        malformed = 0;
    }

    @Override
    public boolean next(WordBlock block) throws IOException {
        words.begin(block);
        while (!words.full() && source.ensure(ByteSource.LOOK_AHEAD)) {
            int decoded = Utf8.decode(source.data, source.pos, source.limit);
            source.pos += Utf8.length(decoded);
            if (Utf8.isMalformed(decoded)) {
                malformed++;
            }
            take(Utf8.codePoint(decoded));
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

    private void take(int cp) {
        int kind = CharacterTable.classOf(cp);
        switch (kind) {
            case CharacterTable.LETTER -> letter(cp);
            case CharacterTable.DIGIT -> digit(cp);
            case CharacterTable.MARK -> mark(cp);
            default -> other(cp);
        }
        if (sentences) {
            int event = ends.next(cp, kind);
            if (event != SentenceEnds.NONE) {
                words.endSentence(event);
            }
        }
    }

    private void letter(int cp) {
        if (last == CharacterTable.DIGIT && !digitsMakeWords) {
            endWord();
        }
        words.append(CharacterTable.fold(cp));
        last = CharacterTable.LETTER;
    }

    private void digit(int cp) {
        if (!digitsMakeWords && (!symbol || last == CharacterTable.LETTER)) {
            endWord();
        }
        if (symbol) {
            if (last != CharacterTable.DIGIT) {
                words.append(NUMBER_SYMBOL);
            }
        } else if (digitsMakeWords) {
            words.append(CharacterTable.fold(cp));
        } else {
            return;
        }
        last = CharacterTable.DIGIT;
    }

    private void mark(int cp) {
        boolean ofNumber = symbol && last == CharacterTable.DIGIT;
        if (last != CharacterTable.OTHER && !ofNumber) {
            words.append(CharacterTable.fold(cp));
        }
    }

    private void other(int cp) {
        boolean joins = join && last == CharacterTable.LETTER && SentenceEnds.isApostrophe(cp)
                && nextIs(CharacterTable.LETTER);
        boolean inNumber = symbol && last == CharacterTable.DIGIT && (cp == '.' || cp == ',')
                && nextIs(CharacterTable.DIGIT);
        if (!joins && !inNumber) {
            endWord();
        }
    }

    private boolean nextIs(int kind) {
        return source.pos < source.limit
                && CharacterTable.classOf(Utf8.codePoint(Utf8.decode(source.data, source.pos, source.limit))) == kind;
    }

    private void endWord() {
        words.endWord();
        last = CharacterTable.OTHER;
    }
}
