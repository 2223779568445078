package io.whorl.score;

import org.agrona.collections.LongArrayList;

/**
 * Collects the distinct minutiae of a document. For strategies that keep few minutiae of any document: min-s keeps s,
 * and mod-by-size some hundreds.
 */
final class CollectedExtras implements ExtrasTally {
    private final DocumentExtras extras;
    private final LongArrayList minutiae = new LongArrayList();

    CollectedExtras(DocumentExtras extras) {
        this.extras = extras;
    }

    @Override
    public void start() {
        minutiae.clear();
    }

    @Override
    public void add(long minutia, int count) {
        minutiae.addLong(minutia);
    }

    @Override
    public byte[] finish(long words) {
        return extras.of(minutiae.toLongArray(), minutiae.size(), words);
    }
}
