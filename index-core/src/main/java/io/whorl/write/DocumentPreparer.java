package io.whorl.write;

import io.whorl.LimitExceededException;
import io.whorl.minutiae.DistinctMinutiae;
import io.whorl.minutiae.DocumentCounts;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.scheme.Scheme;
import io.whorl.score.DocumentExtras;
import io.whorl.select.SelectedChunks;
import io.whorl.store.DocumentId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;

/** What one thread needs to fingerprint documents. One thread at a time. */
final class DocumentPreparer {
    private static final int[] NONE = {};
    /** Bytes of text whose minutiae may be kept with their repeats. */
    private static final int MOST_REPEATED = 1 << 20;

    private final MinutiaExtractor extractor;
    private final Scheme scheme;
    private final DocumentMinutiae minutiae;
    private final long large;
    private final Object oneLarge;
    private final DocumentExtras extras;
    private final int bits;
    private final SelectedChunks selected = new SelectedChunks(false);

    /**
     * @param share bytes of heap for the minutiae of a document
     * @param large bytes for one that needs more
     * @param oneLarge held while there is such a one, so that there is one at a time; shared by all preparers
     */
    DocumentPreparer(Scheme scheme, long share, long large, Object oneLarge) {
        this.scheme = scheme;
        minutiae = new DocumentMinutiae(scheme, share, Optional.empty());
        this.large = large;
        this.oneLarge = oneLarge;
        extractor = MinutiaExtractor.of(scheme);
        extras = DocumentExtras.of(scheme);
        bits = scheme.hashing().bits();
    }

    /** With distinct minutiae. */
    PreparedDocument distinct(NewDocument document) {
        byte[] id = DocumentId.utf8(document.id());
        try {
            return distinct(id, document.utf8(), minutiae);
        } catch (LimitExceededException e) {
            synchronized (oneLarge) {
                return distinct(id, document.utf8(), new DocumentMinutiae(scheme, large, Optional.empty()));
            }
        }
    }

    private PreparedDocument distinct(byte[] id, byte[] text, DocumentMinutiae target) {
        try (target) {
            long words = extractor
                    .extract(text, 0, text.length, target, Optional.empty())
                    .words();
            DistinctMinutiae found = target.distinct();
            long[] distinct = found.minutiae();
            byte[] extra = extras.of(distinct, found.frequencies(), distinct.length, words);
            return new PreparedDocument(id, words, extra, distinct, found.frequencies(), true);
        } catch (IOException e) {
            throw new UncheckedIOException("reading text held in memory failed", e);
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
        DocumentCounts counts = extractor.extract(text, 0, text.length, selected);
        long[] repeated = Arrays.copyOf(selected.array(), selected.size());
        check(repeated);
        return new PreparedDocument(
                id, counts.words(), extras.of(repeated, repeated.length, counts.words()), repeated, NONE, false);
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
