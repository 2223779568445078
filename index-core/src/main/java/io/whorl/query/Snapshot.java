package io.whorl.query;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An index as it stood when it was opened: it never changes under its reader. Opening takes time and heap that do not
 * depend on the index's size; what is asked is read in place from the mapped segments. Thread-safe. Needs no closing:
 * a mapping lasts as long as something refers to it.
 */
public interface Snapshot {
    /**
     * @param index the directory that {@link io.whorl.build.IndexBuilder} made
     * @throws io.whorl.NotAnIndexException if there is no index
     * @throws io.whorl.CorruptIndexException if a file is damaged
     * @throws io.whorl.UnsupportedFormatException if the index is of a newer format
     */
    static Snapshot open(Path index) throws IOException {
        return SegmentSnapshot.open(index);
    }

    Scheme scheme();

    IndexStats stats();

    /** Finds the documents most like the text, fingerprinted by the index's scheme. */
    Matches query(byte[] utf8, QueryOptions options);

    /** The same with another selection for the query than for the index (COPS EVAL-CHUNKS; HZ table 6). */
    Matches query(byte[] utf8, Selection selection, QueryOptions options);

    /**
     * Finds the documents most like a fingerprint.
     *
     * @param made the scheme it was made by
     * @throws io.whorl.SchemeMismatchException if the schemes differ in more than the selection
     */
    Matches query(Fingerprint fingerprint, Scheme made, QueryOptions options);

    /** Finds every pair of documents above a threshold, by one pass over the segments. */
    Pairs pairs(PairsOptions options);

    /** What the index holds of a document, if it holds it. */
    Optional<IndexedDocument> document(String id);
}
