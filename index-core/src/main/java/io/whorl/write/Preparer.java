package io.whorl.write;

import io.whorl.fingerprint.DocumentCounts;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.DocumentExtras;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectedChunks;
import io.whorl.store.DocumentId;
import java.util.Arrays;

/** What one thread needs to fingerprint documents. One thread at a time. */
final class Preparer {
    private static final int[] NONE = {};

    private final Fingerprinter fingerprinter;
    private final DocumentExtras extras;
    private final int bits;
    private final boolean frequencies;
    private final SelectedChunks selected = new SelectedChunks(false);

    Preparer(Scheme scheme) {
        fingerprinter = Fingerprinter.of(scheme);
        extras = DocumentExtras.of(scheme);
        bits = scheme.hashing().bits();
        frequencies = scheme.frequencies();
    }

    /** With distinct minutiae. */
    Prepared distinct(NewDocument document) {
        byte[] id = DocumentId.utf8(document.id());
        Fingerprint fingerprint = fingerprinter.fingerprint(document.utf8());
        long[] minutiae = fingerprint.toArray();
        int[] each = frequencies ? new int[minutiae.length] : NONE;
        for (int i = 0; i < each.length; i++) {
            each[i] = fingerprint.frequency(i);
        }
        long words = fingerprint.counts().words();
        return new Prepared(id, words, extras.of(minutiae, each, minutiae.length, words), minutiae, each, true);
    }

    /** With minutiae as they were selected, which is faster. */
    Prepared selected(NewDocument document) {
        byte[] id = DocumentId.utf8(document.id());
        byte[] text = document.utf8();
        DocumentCounts counts = fingerprinter.select(text, 0, text.length, selected);
        long[] minutiae = Arrays.copyOf(selected.array(), selected.size());
        check(minutiae);
        return new Prepared(id, counts.words(), extras.of(minutiae, minutiae.length, counts.words()), minutiae, NONE, false);
    }

    /** Found only where they are spooled, it would take other documents with it. */
    private void check(long[] minutiae) {
        long all = 0;
        for (long minutia : minutiae) {
            all |= minutia;
        }
        if (bits < Long.SIZE && all >>> bits != 0) {
            throw new IllegalArgumentException("a minutia has more than " + bits
                    + " bits; the selection's plug-in must give minutiae of the chunks it was given");
        }
    }
}
