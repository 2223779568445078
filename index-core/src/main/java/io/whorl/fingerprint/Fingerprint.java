package io.whorl.fingerprint;

import io.whorl.SchemeException;
import io.whorl.measure.Measure;
import io.whorl.minutiae.DocumentMinutiae.DistinctMinutiae;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison;
import io.whorl.score.Comparison.KnownSide;
import io.whorl.score.Comparison.Side;
import io.whorl.score.DocumentExtras;

/** The set of minutiae that a scheme keeps of one document, and counts of the document. Immutable and thread-safe. */
public final class Fingerprint {
    private final Scheme scheme;
    private final long[] minutiae;
    private final int[] frequencies;
    final DocumentCounts counts;

    Fingerprint(Scheme scheme, DistinctMinutiae distinct, DocumentCounts counts) {
        this.scheme = scheme;
        minutiae = distinct.minutiae();
        frequencies = distinct.frequencies();
        this.counts = counts;
    }

    /**
     * A fingerprint as an index stores it: {@link #units}, {@link #chunks} and {@link #malformed} are 0, because the
     * index does not know them. For the snapshots of this module.
     *
     * @param scheme with its selection written out in full
     * @param minutiae distinct, in unsigned ascending order
     * @param frequencies how often each was selected; empty if the scheme keeps no frequencies
     * @param words the number of surviving words
     * @hidden
     */
    public static Fingerprint stored(Scheme scheme, long[] minutiae, int[] frequencies, long words) {
        return new Fingerprint(scheme, new DistinctMinutiae(minutiae, frequencies), new DocumentCounts(words, 0, 0, 0));
    }

    /** The scheme that made this fingerprint, with its selection written out in full. */
    public Scheme scheme() {
        return scheme;
    }

    public int size() {
        return minutiae.length;
    }

    /**
     * A minutia.
     *
     * @param i its position in unsigned ascending order, from 0 to {@link #size()} - 1
     */
    public long minutia(int i) {
        return minutiae[i];
    }

    /**
     * The number of times that a minutia was selected; 1 if the scheme keeps no frequencies.
     *
     * @param i the position of the minutia, from 0 to {@link #size()} - 1
     */
    public int frequency(int i) {
        return frequencies.length == 0 ? 1 : frequencies[i];
    }

    /** A copy of the minutiae, unsigned ascending. */
    public long[] toArray() {
        return minutiae.clone();
    }

    /** The number of surviving words of the document. */
    public long words() {
        return counts.words();
    }

    /** The number of units that the chunks of the document consist of. */
    public long units() {
        return counts.units();
    }

    /** The number of chunks of the document before selection. */
    public long chunks() {
        return counts.chunks();
    }

    /** The number of malformed UTF-8 sequences in the document; each was read as U+FFFD. */
    public long malformed() {
        return counts.malformed();
    }

    /**
     * |A ∩ B|: the number of minutiae that both fingerprints hold. Their schemes must be comparable
     * ({@link Scheme#comparableWith}), which is not checked.
     */
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

    /**
     * Compares two documents without an index. This fingerprint takes the place of the query (A), and the other takes
     * the place of the indexed document (B). The value is the one that an index gives.
     *
     * @param measure a measure that is not {@linkplain Measure#weighted() weighted}: weights depend on a collection
     * @throws SchemeException if the measure is weighted, or if the scheme's strategy does not allow it; if the
     *     fingerprints were made by different schemes
     */
    public double compare(Fingerprint other, Measure measure) {
        if (scheme != other.scheme && !scheme.equals(other.scheme)) {
            throw SchemeException.ofPair(scheme.differences(other.scheme));
        }
        if (measure.weighted()) {
            throw SchemeException.measure(measure.label()
                    + " weights minutiae by how rare they are in a collection, and two texts have none; use"
                    + " resemblance, containment, contained, percent or shared, or query an index");
        }
        measure.check(scheme);
        Comparison comparison = Comparison.of(scheme);
        comparison.set(shared(other), side(), other.side());
        return comparison.score(measure);
    }

    /** Only sketches and levels read the extra, as an index stores it. */
    private Side side() {
        return new KnownSide(size(), words(), DocumentExtras.of(scheme).of(minutiae, minutiae.length, words()));
    }
}
