package io.whorl.chunk;

import io.whorl.text.WordBlock;
import java.util.Arrays;

/** Sentences or paragraphs: the words between two breaks, joined by one space. Holds the unfinished one. */
final class PassageUnits implements Units {
    private final WordBlock units = new WordBlock();
    private final int breaks;
    private int used;

    private PassageUnits(int breaks) {
        this.breaks = breaks;
    }

    static PassageUnits sentences() {
        return new PassageUnits(WordBlock.SENTENCE | WordBlock.PARAGRAPH);
    }

    static PassageUnits paragraphs() {
        return new PassageUnits(WordBlock.PARAGRAPH);
    }

    @Override
    public void start() {
        units.count = 0;
        used = 0;
    }

    @Override
    public WordBlock of(WordBlock words) {
        dropEnded();
        for (int k = 0; k < words.count; k++) {
            if ((words.breaks[k] & breaks) != 0) {
                end();
            }
            append(words.bytes, words.start(k), words.end[k] + 1);
        }
        return units;
    }

    @Override
    public WordBlock rest() {
        dropEnded();
        end();
        return units;
    }

    /** Removes all but the unfinished passage, which moves to the front. */
    private void dropEnded() {
        int from = units.start(units.count);
        System.arraycopy(units.bytes, from, units.bytes, 0, used - from);
        used -= from;
        units.count = 0;
    }

    private void end() {
        if (used > units.start(units.count)) {
            units.reserve(1, 0);
            units.end[units.count++] = used - 1;
        }
    }

    private void append(byte[] bytes, int from, int to) {
        int size = to - from;
        if (used + size > units.bytes.length) {
            units.bytes = Arrays.copyOf(units.bytes, Math.max(used + size, units.bytes.length * 2));
        }
        System.arraycopy(bytes, from, units.bytes, used, size);
        used += size;
    }
}
