package io.whorl.query;

import java.util.Optional;

/** A part of a snapshot, as queries ask it. Thread-safe. */
interface Part {
    /** Live documents. */
    long documents();

    /** Counters that {@link PartSearch#count} needs at the most for windows of this size. */
    int counters(int window);

    /** What the part holds of a document, if it is here and alive. */
    Optional<Snapshot.Document> document(String id);

    /**
     * Looks a query's minutiae up.
     *
     * @param buffers the query's, used for one part after another
     * @param memory the heap that the query may take
     */
    PartSearch search(long[] minutiae, SearchBuffers buffers, QueryMemory memory);
}
