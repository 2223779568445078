package io.whorl.query;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.parts.DirectorySource;
import io.whorl.parts.SnapshotParts;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An index as it stood when it was opened: it never changes under its reader. Opening takes time and heap that do not
 * depend on the index's size; what is asked is read in place from the mapped segments. Thread-safe.
 *
 * <p>Closing is optional: a snapshot that is not closed lets go of its files and live tiers when it is collected.
 * Closing lets go of live tiers at once, and on Java 22 and later also of the mapped files that no other snapshot and
 * no writer uses; before that these go when they are collected. Calls that run meanwhile end as they would have; a
 * later call throws {@link IllegalStateException}.
 */
public sealed interface Snapshot extends AutoCloseable permits PartsSnapshot {
    /**
     * A document as an index holds it.
     *
     * @param id its id
     * @param words its surviving words
     * @param minutiae its distinct minutiae
     */
    record Document(String id, long words, long minutiae) {}

    /**
     * @param index the directory that {@link io.whorl.bulk.IndexBuilder} made
     * @throws io.whorl.NotAnIndexException if there is no index
     * @throws io.whorl.CorruptIndexException if a file is damaged
     * @throws io.whorl.UnsupportedFormatException if the index is of a newer format
     */
    static Snapshot open(Path index) throws IOException {
        return of(DirectorySource.open(index));
    }

    /**
     * For the writer of this module: callers outside cannot name the type of the argument.
     *
     * @param parts the snapshot holds them from now on, and releases each once when it is closed
     * @hidden
     */
    static Snapshot of(SnapshotParts parts) {
        return new PartsSnapshot(parts, ThreadTools.of(parts.scheme()));
    }

    /** The scheme of the index. */
    Scheme scheme();

    /** Documents that are neither deleted nor replaced; always at hand. */
    long documents();

    /**
     * What the index holds, exactly. Of one segment without deletions this is read off; of several parts, or after
     * deletions, the first call reads all of them through, as a merge does, and the figures are kept.
     *
     * @throws java.io.UncheckedIOException if the index's files cannot be looked at, or scratch files cannot be written
     *     to the directory of {@code java.io.tmpdir}
     */
    IndexStats stats();

    /**
     * Finds the documents most like the text, fingerprinted by the index's scheme. The first query of a snapshot by
     * weighted resemblance with {@link QueryOptions#exactWeights} reads the whole index through, as {@link #stats}
     * does, and keeps eight bytes a document in a scratch file; no other query does.
     *
     * @throws io.whorl.UnsupportedMeasureException if the scheme cannot give the measure
     * @throws io.whorl.LimitExceededException if the query needs more memory than {@link QueryOptions#memory}
     * @throws java.io.UncheckedIOException with exact weights alone: as {@link #stats}
     */
    Matches query(byte[] utf8, QueryOptions options);

    /** The same as {@link #query(byte[], QueryOptions)} with the UTF-8 bytes of a string. */
    default Matches query(String text, QueryOptions options) {
        return query(text.getBytes(StandardCharsets.UTF_8), options);
    }

    /** The same with another selection for the query than for the index (COPS EVAL-CHUNKS; HZ table 6). */
    Matches query(byte[] utf8, Selection selection, QueryOptions options);

    /** The same as {@link #query(byte[], Selection, QueryOptions)} with the UTF-8 bytes of a string. */
    default Matches query(String text, Selection selection, QueryOptions options) {
        return query(text.getBytes(StandardCharsets.UTF_8), selection, options);
    }

    /**
     * Finds the documents most like a fingerprint.
     *
     * @param made the scheme it was made by
     * @throws io.whorl.SchemeMismatchException if the schemes differ in more than the selection
     */
    Matches query(Fingerprint fingerprint, Scheme made, QueryOptions options);

    /**
     * Finds every pair of documents above a threshold, in the memory of the options, however large the index is. The
     * pairs are counted before this returns, and read from the result one by one. Several parts, or one with deletions,
     * are first merged to a scratch segment of their live documents, which takes as much disk as the index.
     *
     * <p>Scratch files are in the directory of {@code java.io.tmpdir}, unlinked while they are open. A spilled pair
     * takes 24 bytes, and as much again while runs are merged.
     *
     * @return to be closed
     * @throws io.whorl.DiskSpaceException before the disk of the scratch files is full; 64 MiB stay free
     * @throws java.io.UncheckedIOException if scratch files cannot be written, or the thread was interrupted
     */
    default Pairs pairs(PairsOptions options) {
        return pairs(options, Pairs.Progress.NONE);
    }

    /** The same, and tells how far it is. */
    Pairs pairs(PairsOptions options, Pairs.Progress progress);

    /** What the index holds of a document, if it holds it. */
    Optional<Document> document(String id);

    /**
     * The index as it stands now: this snapshot itself where nothing changed since; else another, and this stays as it
     * is.
     */
    Snapshot refresh() throws IOException;

    /** Lets go of live tiers and files when the calls that run have ended; a second call does nothing. */
    @Override
    void close();
}
