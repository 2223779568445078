package io.whorl.chunk;

import io.whorl.text.WordBlock;

/** The code points of the words joined by one space, including that space (docs/DEFINITIONS.md, Chunks 1). */
final class CharUnits implements Units {
    private final WordBlock units = new WordBlock();
    private final WordBlock none = new WordBlock();
    private boolean first;

    @Override
    public void start() {
        first = true;
    }

    @Override
    public WordBlock of(WordBlock words) {
        units.count = 0;
        if (words.count > 0) {
            // A space precedes each word except the first word of the document.
            int length = words.end[words.count - 1] + 1;
            units.reserve(length, 2 * length);
            int used = first ? 0 : add(words.bytes, words.end[words.count - 1], 1, 0);
            for (int at = 0; at < length - 1; ) {
                int size = codePointSize(words.bytes[at]);
                used = add(words.bytes, at, size, used);
                at += size;
            }
            first = false;
        }
        return units;
    }

    private int add(byte[] bytes, int from, int size, int used) {
        System.arraycopy(bytes, from, units.bytes, used, size);
        units.bytes[used + size] = ' ';
        units.end[units.count++] = used + size;
        return used + size + 1;
    }

    /** The length of the UTF-8 sequence that begins with this byte; words are well-formed. */
    private static int codePointSize(byte lead) {
        return lead >= 0 ? 1 : lead < (byte) 0xE0 ? 2 : lead < (byte) 0xF0 ? 3 : 4;
    }

    @Override
    public WordBlock rest() {
        return none;
    }
}
