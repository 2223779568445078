package io.whorl.history;

import io.whorl.cluster.Clusters.Progress;
import io.whorl.cluster.Pair;
import io.whorl.history.Changes.Change;
import io.whorl.pairs.LentSegment;
import io.whorl.pairs.PairScratch;
import io.whorl.store.DocumentTable;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;

/**
 * What changed between two indexes of one collection, in ascending order of the ids. Each document of the old index has
 * one change. A document of the new index whose id is new has one too, unless it is where another document moved. The
 * same indexes and options give the same changes.
 *
 * <p>Changes are read from both indexes as they are iterated. Close them to release memory and files. One thread at a
 * time.
 */
public final class Changes implements Iterator<Change>, AutoCloseable {
    private final ChangeTable table;
    private final LentSegment older;
    private final LentSegment newer;
    private final boolean unchanged;
    private final DocumentTable.IdCursor olderIds;
    private final DocumentTable.IdCursor newerIds;
    private boolean moreOlder;
    private boolean moreNewer;
    private Optional<Change> next = Optional.empty();
    private boolean closed;

    private Changes(ChangeTable table, boolean unchanged) {
        this.table = table;
        this.unchanged = unchanged;
        older = new LentSegment(table.older.segment);
        newer = new LentSegment(table.newer.segment);
        olderIds = table.older.segment.documents().ids();
        newerIds = table.newer.segment.documents().ids();
        moreOlder = olderIds.next();
        moreNewer = newerIds.next();
        next = reading();
    }

    /**
     * For the snapshots of this module: callers outside cannot name the type of the argument.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public static Changes between(
            Segment older, Segment newer, ChangeOptions options, ScratchSpace space, Progress progress)
            throws IOException {
        long total = older.counts().minutiae() + newer.counts().minutiae();
        return older.reading(() -> newer.reading(() -> {
            try (PairScratch kept = new PairScratch(options.memory() / 8, options.memory() / 4, space)) {
                ChangeTable table = new ChangeTable(older, newer, options, kept, done -> progress.at(done, total));
                return new Changes(table, options.unchanged());
            }
        }));
    }

    /** The number of documents of one kind of change, whether or not they are listed. */
    public long count(Change.Kind kind) {
        return table.count(kind);
    }

    /** The number of documents with new ids to which others moved. */
    public long arrived() {
        return table.arrived();
    }

    /** The number of documents of the old index. */
    public long olderDocuments() {
        return table.older.documents;
    }

    /** The number of documents of the new index. */
    public long newerDocuments() {
        return table.newer.documents;
    }

    /** How many minutiae of an index led to no document, because more than {@link ChangeOptions#maxDf} hold them. */
    public long ignored() {
        return table.ignored();
    }

    @Override
    public boolean hasNext() {
        return !closed && next.isPresent();
    }

    @Override
    public Change next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more changes");
        }
        Change change = next.get();
        next = reading();
        return change;
    }

    private Optional<Change> reading() {
        return older.reading(() -> newer.reading(this::advance));
    }

    private Optional<Change> advance() {
        while (moreOlder || moreNewer) {
            int order = !moreOlder ? 1 : !moreNewer ? -1 : olderIds.compareTo(newerIds);
            Optional<Change> change = order <= 0
                    ? Optional.of(table.older((int) olderIds.ordinal()))
                    : table.newer((int) newerIds.ordinal());
            moreOlder = order <= 0 ? olderIds.next() : moreOlder;
            moreNewer = order >= 0 ? newerIds.next() : moreNewer;
            if (change.isPresent() && (unchanged || change.get().kind() != Change.Kind.SAME)) {
                return change;
            }
        }
        return Optional.empty();
    }

    /** Releases memory and files; nothing can be read after that. A second call has no effect. */
    @Override
    public void close() {
        closed = true;
        older.close();
        newer.close();
    }

    /**
     * What happened to a document between an old and a new index.
     *
     * @param kind what happened
     * @param id the id of the document: in the old index, or for {@link Kind#NEW} and {@link Kind#COPIED} in the new
     *     one
     * @param found this document as {@code a} and the document of the other index that it was compared with as
     *     {@code b}, with the score by the measure of the options; empty for {@link Kind#SAME}, {@link Kind#GONE} and
     *     {@link Kind#NEW}
     */
    public record Change(Kind kind, String id, Optional<Pair> found) {
        /** What happened to a document. */
        public enum Kind {
            /** Both indexes have the id, with equal fingerprints. */
            SAME,
            /** Both indexes have the id, with different fingerprints. */
            CHANGED,
            /**
             * The new index lacks the id, but another document of it has enough of the content (BGMZ 6, lost and
             * found).
             */
            MOVED,
            /** The new index lacks the id, and no document of it has enough of the content. */
            GONE,
            /** The old index lacks the id, and no document of it has enough of the content. */
            NEW,
            /** The old index lacks the id, but a document of it has enough of the content. */
            COPIED
        }

        public Change {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(found, "found");
        }
    }
}
