package io.whorl.write;

import io.whorl.LimitExceededException;
import io.whorl.fingerprint.DocumentCounts;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.score.DocumentExtras;
import io.whorl.select.SelectedChunks;
import io.whorl.store.DocumentId;
import java.util.Arrays;

/** What one thread needs to fingerprint documents. One thread at a time. */
final class DocumentPreparer {
    private static final int[] NONE = {};
    /** Bytes of text whose minutiae may be kept with their repeats. */
    private static final int MOST_REPEATED = 1 << 20;

    private final Fingerprinter fingerprinter;
    private final long share;
    private final long large;
    private final Object oneLarge;
    private final DocumentExtras extras;
    private final int bits;
    private final boolean frequencies;
    private final SelectedChunks selected = new SelectedChunks(false);

    /**
     * @param share bytes of heap for the minutiae of a document
     * @param large bytes for one that needs more
     * @param oneLarge held while there is such a one, so that there is one at a time; shared by all preparers
     */
    DocumentPreparer(Scheme scheme, long share, long large, Object oneLarge) {
        this.share = share;
        this.large = large;
        this.oneLarge = oneLarge;
        fingerprinter = Fingerprinter.of(scheme);
        extras = DocumentExtras.of(scheme);
        bits = scheme.hashing().bits();
        frequencies = scheme.frequencies();
    }

    /** With distinct minutiae. */
    PreparedDocument distinct(NewDocument document) {
        byte[] id = DocumentId.utf8(document.id());
        Fingerprint fingerprint = fingerprint(document.utf8());
        long[] minutiae = fingerprint.toArray();
        int[] each = frequencies ? new int[minutiae.length] : NONE;
        for (int i = 0; i < each.length; i++) {
            each[i] = fingerprint.frequency(i);
        }
        long words = fingerprint.counts().words();
        return new PreparedDocument(id, words, extras.of(minutiae, each, minutiae.length, words), minutiae, each, true);
    }

    private Fingerprint fingerprint(byte[] utf8) {
        try {
            return fingerprinter.fingerprint(utf8, share);
        } catch (LimitExceededException e) {
            synchronized (oneLarge) {
                return fingerprinter.fingerprint(utf8, large);
            }
        }
    }

    /**
     * With minutiae as they were selected, which is faster; of a large document, whose repeats take memory, distinct.
     */
    PreparedDocument selected(NewDocument document) {
        if (document.utf8().length > MOST_REPEATED) {
            return distinct(document);
        }
        byte[] id = DocumentId.utf8(document.id());
        byte[] text = document.utf8();
        DocumentCounts counts = fingerprinter.select(text, 0, text.length, selected);
        long[] minutiae = Arrays.copyOf(selected.array(), selected.size());
        check(minutiae);
        return new PreparedDocument(
                id, counts.words(), extras.of(minutiae, minutiae.length, counts.words()), minutiae, NONE, false);
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
