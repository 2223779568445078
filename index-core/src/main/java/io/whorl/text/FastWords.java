package io.whorl.text;

import io.whorl.scheme.TextRules.Words;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The words of plain text where nothing need be known of its sentences: {@link FastScanner} fed slice by slice. */
final class FastWords implements WordReader {
    /** Most bytes read at a time: what one slice writes fits any block. */
    private static final int SLICE = WordLimits.WORD_BYTES;
    /** Folding writes at most three bytes for two; a cut adds a space, and the last character may pass the slice's end. */
    private static final int SLICE_OUT = SLICE / 2 * 3 + 64;
    private static final int SLICE_WORDS = SLICE / 2 + 64;

    private final FastScanner scanner;
    private final ByteSource source;
    /** The word that was in progress at the last block's end. */
    private final byte[] tail = new byte[WordLimits.WORD_BYTES];
    private int tailLength;

    FastWords(Words words, int readBytes) {
        scanner = new FastScanner(words);
        source = new ByteSource(readBytes);
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
        tailLength = 0;
        scanner.in = 0;
        scanner.cut = false;
        scanner.malformed = 0;
    }

    @Override
    public boolean next(WordBlock block) throws IOException {
        begin(block);
        boolean full = false;
        while (!full && source.ensure(Utf8.MAX_BYTES)) {
            slice();
            full = scanner.o > WordLimits.BLOCK_BYTES || scanner.k > WordLimits.BLOCK_WORDS;
        }
        if (!full) {
            scanner.endWord();
        }
        finish(block);
        return block.count > 0;
    }

    @Override
    public long malformed() {
        return scanner.malformed;
    }

    private void begin(WordBlock block) {
        block.count = 0;
        block.reserve(WordLimits.BLOCK_WORDS + SLICE_WORDS, WordLimits.BLOCK_BYTES + SLICE_OUT);
        System.arraycopy(tail, 0, block.bytes, 0, tailLength);
        scanner.out = block.bytes;
        scanner.end = block.end;
        scanner.o = tailLength;
        scanner.k = 0;
    }

    private void slice() {
        int inProgress = scanner.o - scanner.wordStart();
        int to = Math.min(source.wholeCharacters(), source.pos + SLICE - inProgress);
        source.pos = scanner.scan(source.data, source.pos, to, source.limit);
        if (scanner.o - scanner.wordStart() == WordLimits.WORD_BYTES) {
            scanner.endWord();
            scanner.cut = true;
        }
    }

    private void finish(WordBlock block) {
        block.count = scanner.k;
        tailLength = scanner.o - scanner.wordStart();
        System.arraycopy(block.bytes, scanner.wordStart(), tail, 0, tailLength);
        Arrays.fill(block.breaks, 0, block.count, (byte) 0);
    }
}
