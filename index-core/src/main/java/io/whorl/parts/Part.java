package io.whorl.parts;

import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.StoredFingerprint;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A part of a snapshot. Thread-safe. */
public sealed interface Part permits SealedPart, LivePart {
    /**
     * The size and the date of a document.
     *
     * @param words its surviving words
     * @param minutiae its distinct minutiae
     * @param date its date, as in {@link io.whorl.store.DocumentDate}
     */
    record Size(long words, long minutiae, long date) {}

    /** The number of live documents. */
    long documents();

    /** The documents of this part that are deleted or replaced. */
    DeadDocuments dead();

    /** This part with other dead documents. It shares the files or the view, which are held once. */
    Part dead(DeadDocuments dead);

    /** Releases the files or the view, once for each time they were opened or taken. */
    void release();

    /** The number of the live document of an id, given in UTF-8, or −1. */
    long living(byte[] id);

    /** The id of a document, live or dead, in UTF-8. */
    byte[] id(long document);

    /** The ids of live documents from the first that is not less than {@code from}; some lesser ones may precede. */
    Ids ids(byte[] from);

    /** Ids in ascending order of their UTF-8. One thread at a time, while the part is held. */
    interface Ids {
        /** The next id in UTF-8; empty at the end. */
        Optional<byte[]> next();
    }

    Size size(long document);

    /**
     * The stored text of a document. The index must store texts.
     *
     * @throws io.whorl.CorruptIndexException if it is damaged
     */
    byte[] text(long document);

    /**
     * The stored fingerprint of a document. The index must store fingerprints.
     *
     * @param scheme the scheme of the index
     * @throws io.whorl.CorruptIndexException if it is damaged
     */
    StoredFingerprint fingerprint(long document, Scheme scheme);

    /** Whether a document of this part may have a date; a deleted document may be the only one. */
    boolean hasDates();

    /** True if every document of this part is deleted. */
    default boolean isEmpty() {
        return documents() == 0;
    }

    /** This part without a document: the part itself if it has no live document of that id. */
    default Part without(String id) {
        long document = living(id.getBytes(StandardCharsets.UTF_8));
        return document < 0 ? this : dead(dead().with(new long[] {document}, 1));
    }

    /**
     * Looks up the minutiae of a query.
     *
     * @param minutiae distinct minutiae, unsigned ascending
     * @param buffers the buffers of the query, which its searches of all parts share
     * @return to be closed
     */
    PartSearch search(long[] minutiae, SearchBuffers buffers);
}
