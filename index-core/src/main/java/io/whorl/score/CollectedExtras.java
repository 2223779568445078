package io.whorl.score;

import java.util.Arrays;

/**
 * Collects the distinct minutiae. For strategies that keep few of a document whatever its size: min-s keeps s,
 * mod-by-size some hundred of the chunks that it holds anyway.
 */
final class CollectedExtras implements ExtrasTally {
    private static final int MOST = Integer.MAX_VALUE - 8;

    private final DocumentExtras of;
    private long[] minutiae = new long[64];
    private int size;

    CollectedExtras(DocumentExtras of) {
        this.of = of;
    }

    @Override
    public void start() {
        size = 0;
    }

    @Override
    public void add(long minutia, int count) {
        if (size == minutiae.length) {
            minutiae = Arrays.copyOf(minutiae, (int) Math.min(MOST, size * 2L));
        }
        minutiae[size++] = minutia;
    }

    @Override
    public byte[] finish(long words) {
        return of.of(minutiae, size, words);
    }
}
