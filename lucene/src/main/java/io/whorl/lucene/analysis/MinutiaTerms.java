package io.whorl.lucene.analysis;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;

/** The minutiae of a text as terms: lower-case hexadecimal numbers of equal length. One thread at a time. */
final class MinutiaTerms {
    private final Fingerprinter fingerprinter;
    private final char[] term;
    private final StringBuilder text = new StringBuilder();
    private Fingerprint fingerprint;
    private int next;

    MinutiaTerms(Scheme scheme) {
        fingerprinter = Fingerprinter.of(scheme);
        term = new char[(scheme.hashing().bits() + 3) / 4];
        fingerprint = fingerprinter.fingerprint("");
    }

    /** The text so far, to append to. */
    StringBuilder text() {
        return text;
    }

    /** Starts a new text. */
    void reset() {
        text.setLength(0);
        next = 0;
    }

    /** Fingerprints the text. */
    void fingerprint() {
        fingerprint = fingerprinter.fingerprint(text.toString());
        text.setLength(0);
        text.trimToSize();
        next = 0;
    }

    boolean hasNext() {
        return next < fingerprint.size();
    }

    /** The next minutia, in unsigned ascending order. The array is reused. */
    char[] next() {
        long minutia = fingerprint.minutia(next++);
        for (int i = term.length - 1; i >= 0; i--) {
            term[i] = Character.forDigit((int) minutia & 15, 16);
            minutia >>>= 4;
        }
        return term;
    }
}
