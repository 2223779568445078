package io.whorl.text;

import io.whorl.scheme.TextRules.Words;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads the words of plain text if sentences do not matter, by passing slices to {@link FastScanner}. */
final class FastWords implements WordReader {
    /** The maximum number of bytes of a slice; the output of a slice fits into any block. */
    private static final int SLICE = WordLimits.WORD_BYTES;

    private final FastScanner scanner;
    private final ByteSource source;
    /** The unfinished word at the end of the last block. */
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
        scanner.reset();
    }

    @Override
    public boolean next(WordBlock block) throws IOException {
        block.count = 0;
        block.reserve(WordLimits.MOST_WORDS + WordLimits.SPARE_WORDS, WordLimits.MOST_BYTES + WordLimits.SPARE_BYTES);
        scanner.resume(block, tail, tailLength);
        boolean full = false;
        while (!full && source.ensure(Utf8.MAX_BYTES)) {
            slice();
            full = scanner.bytes() > WordLimits.BLOCK_BYTES || scanner.words() > WordLimits.BLOCK_WORDS;
        }
        if (!full) {
            scanner.finish();
        }
        tailLength = scanner.suspend(tail);
        block.count = scanner.words();
        Arrays.fill(block.breaks, 0, block.count, (byte) 0);
        return block.count > 0;
    }

    @Override
    public long malformed() {
        return scanner.malformed();
    }

    private void slice() {
        int left = SLICE - scanner.wordLength();
        if (left > 0) {
            int to = Math.min(source.wholeCharacters(), source.pos + left);
            source.pos = scanner.scan(source.data, source.pos, to, source.limit);
        } else {
            source.pos = scanner.scanAfterFullWord(source.data, source.pos, source.limit);
        }
    }
}
