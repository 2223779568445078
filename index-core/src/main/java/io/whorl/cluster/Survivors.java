package io.whorl.cluster;

import io.whorl.series.SeriesTemplate;
import io.whorl.store.Interrupts;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The documents of an index that are superfluous because a similar document survives. A rule puts all documents in an
 * order ({@link SurvivorOptions.Keep}). In this order, each document survives unless its score with an earlier survivor
 * reaches the threshold. So:
 *
 * <ul>
 *   <li>each dropped document has a score, counted exactly, with a survivor that comes before it by the rule; of
 *       several such survivors the one with the highest score is named, then the first one;
 *   <li>no two survivors are similar: no document drops out if the survivors are indexed again, unless that changes
 *       weights or frequencies above a limit;
 *   <li>nothing is dropped because of a chain of pairs.
 * </ul>
 *
 * <p>Documents of equal fingerprints count as one in these steps, at the place of the first of them by the rule.
 *
 * <p>Documents without minutiae are similar to none, and survive. Dropped documents are read one by one, those of the
 * largest cluster first, then in the order of their ids. The same index and options give the same result, with any
 * number of threads and any memory. Close the object to release memory and files. One thread at a time.
 */
public final class Survivors implements Iterator<Dropped>, AutoCloseable {
    /**
     * The figures of a decision.
     *
     * @param documents all documents of the index
     * @param dropped the documents that do not survive
     * @param clusters the survivors for which a document is dropped
     * @param equal the dropped documents whose fingerprint equals that of the survivor
     * @param withoutMinutiae the documents without minutiae, which survive
     * @param words the words of all documents
     * @param droppedWords the words of the dropped documents
     * @param withoutKey the documents without a key or a date, if the rule needs one; they come last in its order
     * @param unknownKeys the keys that were given for ids that the index does not have
     * @param ignored the minutiae that the document-frequency limit excluded
     */
    public record Figures(
            long documents,
            long dropped,
            long clusters,
            long equal,
            long withoutMinutiae,
            long words,
            long droppedWords,
            long withoutKey,
            long unknownKeys,
            Clusters.Ignored ignored) {
        /** The documents that survive. */
        public long kept() {
            return documents - dropped;
        }
    }

    private static final Figures NOTHING = new Figures(0, 0, 0, 0, 0, 0, 0, 0, 0, Clusters.Ignored.NOTHING);

    private final Optional<SurvivorTable> table;
    private String survivor = "";
    private int cluster = -1;
    private int next;
    private int size;
    private boolean closed;

    Survivors(Optional<SurvivorTable> table) {
        this.table = table;
    }

    /**
     * For the snapshots of this module: callers outside cannot name the type of the argument.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public static Survivors of(
            Segment segment,
            SurvivorOptions options,
            DocumentKeys keys,
            ScratchSpace space,
            Clusters.Progress progress) {
        try {
            return new Survivors(Optional.of(new SurvivorBuild(segment, options, keys, space, progress).run()));
        } catch (IOException e) {
            throw Interrupts.unchecked(e);
        }
    }

    /**
     * The survivors of an index without documents.
     *
     * @hidden
     */
    public static Survivors none() {
        return new Survivors(Optional.empty());
    }

    /** The figures. They can be read after {@link #close} too. */
    public Figures figures() {
        return table.map(SurvivorTable::figures).orElse(NOTHING);
    }

    /** What {@link SurvivorOptions#commonDf} excluded. */
    public Clusters.Common common() {
        return table.map(t -> t.graph().common()).orElse(new Clusters.Common(0, 0));
    }

    /** The number of documents that are in a series; 0 if no templates are left out. */
    public long inSeries() {
        return table.map(t -> t.graph().inSeries()).orElse(0L);
    }

    /** The templates that were left out, in the order of the first documents of their series. */
    public Iterator<SeriesTemplate> templates() {
        return table.map(t -> t.graph().templates()).orElse(Collections.emptyIterator());
    }

    /**
     * Removes what was kept in {@link SurvivorOptions#work}. Call it when the dropped documents are safe; until then,
     * the same call can be resumed and gives them again. Nothing can be read after it. Without such a directory it does
     * nothing.
     *
     * @throws UncheckedIOException if files cannot be removed
     */
    public void removeWork() {
        try {
            if (table.isPresent() && !closed) {
                table.get().graph().removeWork();
            }
        } catch (IOException e) {
            throw Interrupts.unchecked(e);
        }
    }

    @Override
    public boolean hasNext() {
        return !closed && (next < size || cluster + 1L < figures().clusters());
    }

    @Override
    public Dropped next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more dropped documents");
        }
        SurvivorTable of = table.orElseThrow();
        if (next == size) {
            cluster++;
            next = 1;
            size = of.size(cluster);
            survivor = of.survivor(cluster);
        }
        return of.dropped(cluster, next++, survivor);
    }

    /** Releases memory and files; no more documents can be read. A second call has no effect. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (table.isPresent()) {
            try {
                table.get().close();
            } catch (IOException e) {
                throw Interrupts.unchecked(e);
            }
        }
    }
}
