package io.whorl.fingerprint;

import io.whorl.scheme.Scheme;
import io.whorl.select.SelectedChunks;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Fingerprints documents by one scheme. Holds buffers that are used again for the next document: one thread at a time;
 * make one for each thread. The same text gives the same fingerprint on every machine, JDK and thread.
 */
public final class Fingerprinter {

    private Fingerprinter(Scheme scheme) {}

    /**
     * @throws io.whorl.InvalidSchemeException if the scheme's selection is unknown or cannot work with its chunks, or
     *     its stemmer is unknown
     * @throws IllegalArgumentException if a parameter of the selection is unknown or out of its range
     */
    public static Fingerprinter of(Scheme scheme) {
        return new Fingerprinter(scheme);
    }

    /** The scheme with its selection written out in full, defaults included: what an index stores. */
    public Scheme scheme() {
        throw new IllegalStateException("written by the fingerprint package's author");
    }

    /** Fingerprints text held as UTF-8; malformed bytes are read as U+FFFD and counted. */
    public Fingerprint fingerprint(byte[] utf8) {
        throw new IllegalStateException("written by the fingerprint package's author");
    }

    public Fingerprint fingerprint(String text) {
        throw new IllegalStateException("written by the fingerprint package's author");
    }

    /** Fingerprints a stream of UTF-8 to its end, without holding the text; the stream is not closed. */
    public Fingerprint fingerprint(InputStream utf8) throws IOException {
        throw new IllegalStateException("written by the fingerprint package's author");
    }

    /**
     * The selected minutiae as they come, repeats included and unsorted: the hot path of a bulk build, which sorts them
     * together with those of other documents.
     *
     * @param out cleared first
     */
    public DocumentCounts select(byte[] utf8, int from, int to, SelectedChunks out) {
        throw new IllegalStateException("written by the fingerprint package's author");
    }

    /**
     * Each distinct minutia of the fingerprint once, by the place of the first selected chunk that gave it. Computed
     * apart from the fast path, from the definitions, unit by unit.
     */
    public List<TracedMinutia> trace(byte[] utf8) {
        throw new IllegalStateException("written by the fingerprint package's author");
    }
}
