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
import io.whorl.store.StoredText;
import io.whorl.store.TextEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;

/** Fingerprints documents. One thread at a time. */
final class DocumentPreparer {
    private static final int[] NONE = {};
    /** The largest text, in bytes, whose minutiae are kept with repetitions. */
    private static final int MOST_REPEATED = 1 << 20;

    private final MinutiaExtractor extractor;
    private final Scheme scheme;
    private final DocumentMinutiae minutiae;
    private final long large;
    private final Object oneLarge;
    private final DocumentExtras extras;
    private final int bits;
    private final SelectedChunks selected = new SelectedChunks(false);
    private final Optional<TextEncoder> texts;

    /**
     * @param texts whether the index stores texts
     * @param share bytes of heap for the minutiae of one document
     * @param large bytes of heap for a document that needs more
     * @param oneLarge lock that all preparers share, so that there is one large document at a time
     */
    DocumentPreparer(Scheme scheme, boolean texts, long share, long large, Object oneLarge) {
        this.scheme = scheme;
        this.texts = texts ? Optional.of(new TextEncoder()) : Optional.empty();
        minutiae = new DocumentMinutiae(scheme, share, Optional.empty());
        this.large = large;
        this.oneLarge = oneLarge;
        extractor = MinutiaExtractor.of(scheme);
        extras = DocumentExtras.of(scheme);
        bits = scheme.hashing().bits();
    }

    /** Fingerprints a document into distinct minutiae. */
    PreparedDocument distinct(NewDocument document) {
        byte[] id = DocumentId.utf8(document.id());
        try {
            return distinct(id, document, minutiae);
        } catch (LimitExceededException e) {
            synchronized (oneLarge) {
                return distinct(id, document, new DocumentMinutiae(scheme, large, Optional.empty()));
            }
        }
    }

    private PreparedDocument distinct(byte[] id, NewDocument document, DocumentMinutiae target) {
        byte[] text = document.utf8();
        try (target) {
            long words = extractor
                    .extract(text, 0, text.length, target, Optional.empty())
                    .words();
            DistinctMinutiae found = target.distinct();
            long[] distinct = found.minutiae();
            byte[] extra = extras.of(distinct, found.frequencies(), distinct.length, words);
            return new PreparedDocument(
                    id, words, extra, distinct, found.frequencies(), true, stored(text), document.millis());
        } catch (IOException e) {
            throw new UncheckedIOException("reading text held in memory failed", e);
        }
    }

    /**
     * Fingerprints a document into its selected minutiae, with repetitions, which is faster. A large document gets
     * distinct minutiae, because repetitions take memory.
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
                id,
                counts.words(),
                extras.of(repeated, repeated.length, counts.words()),
                repeated,
                NONE,
                false,
                stored(text),
                document.millis());
    }

    private byte[] stored(byte[] text) {
        return texts.map(encoder -> encoder.encode(text)).orElse(StoredText.NONE);
    }

    /** Checks here, because an error while spooling would lose other documents too. */
    private void check(long[] minutiae) {
        long all = 0;
        for (long minutia : minutiae) {
            all |= minutia;
        }
        if (bits < Long.SIZE && all >>> bits != 0) {
            throw new IllegalArgumentException("a minutia has more than " + bits
                    + " bits; a selection plug-in must select from the minutiae it receives");
        }
    }
}
