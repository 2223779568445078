package io.whorl.fingerprint;

/** The set of minutiae kept of one document, with the counts that go with it. Immutable and thread-safe. */
public final class Fingerprint {
    private final long[] minutiae;
    private final int[] frequencies;
    private final DocumentCounts counts;

    /** The arrays are the fingerprint's from here on. */
    Fingerprint(long[] minutiae, int[] frequencies, DocumentCounts counts) {
        this.minutiae = minutiae;
        this.frequencies = frequencies;
        this.counts = counts;
    }

    /** Distinct minutiae held. */
    public int size() {
        return minutiae.length;
    }

    /** The i-th minutia in unsigned ascending order. */
    public long minutia(int i) {
        return minutiae[i];
    }

    /** How often the i-th minutia was selected; 1 where the scheme keeps no frequencies. */
    public int frequency(int i) {
        return frequencies.length == 0 ? 1 : frequencies[i];
    }

    /** A copy of the minutiae, unsigned ascending. */
    public long[] toArray() {
        return minutiae.clone();
    }

    public DocumentCounts counts() {
        return counts;
    }

    /** |A ∩ B|: the minutiae that both hold. The two must be of comparable schemes. */
    public int shared(Fingerprint other) {
        int i = 0;
        int j = 0;
        int shared = 0;
        while (i < minutiae.length && j < other.minutiae.length) {
            int order = Long.compareUnsigned(minutiae[i], other.minutiae[j]);
            if (order == 0) {
                shared++;
            }
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return shared;
    }
}
