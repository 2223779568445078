package io.whorl.cluster;

import io.whorl.cluster.Clusters.Candidates;
import io.whorl.cluster.Clusters.Common;
import io.whorl.cluster.Clusters.Ignored;
import io.whorl.pairs.PairFigures;
import io.whorl.pairs.PairResult;
import io.whorl.series.SeriesTemplate;
import io.whorl.store.FileErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.Optional;

/**
 * What every search for similar pairs of an index found, for pairs, clusters and survivors alike. Close it to release
 * its memory and files. One thread at a time. The classes that extend this one are the library's own.
 *
 * @param <T> what is read one by one
 */
public abstract class SimilarityResult<T> implements Iterator<T>, AutoCloseable {
    private final Optional<PairResult> pairs;
    private final PairFigures figures;

    /**
     * For the searches of this module.
     *
     * @param pairs closed with this; empty for an index without documents
     * @hidden
     */
    @SuppressWarnings("exports")
    protected SimilarityResult(Optional<PairResult> pairs) {
        this.pairs = pairs;
        figures = pairs.map(PairResult::figures).orElseGet(PairFigures::new);
    }

    /** The minutiae that the document-frequency limit excluded. */
    public final Ignored ignored() {
        return ignored(figures);
    }

    static Ignored ignored(PairFigures figures) {
        return new Ignored(
                figures.ignoredMinutiae,
                figures.ignoredLists,
                figures.ignoredPostings,
                figures.mostlyIgnored,
                figures.ignoredSuperShingles);
    }

    /** What {@link SimilarityOptions#commonDf} excluded. */
    public final Common common() {
        return new Common(figures.commonMinutiae, figures.commonKept);
    }

    /** The pairs that super shingles selected, if the options have any. */
    public final Candidates candidates() {
        return new Candidates(figures.candidates, figures.tooShort);
    }

    /** The number of documents that are in a series; 0 if no templates are left out. */
    public final long inSeries() {
        return figures.inSeries;
    }

    /** The templates that were left out, in the order of the first documents of their series. */
    public final Iterator<SeriesTemplate> templates() {
        return pairs.map(PairResult::templates).orElse(Collections.emptyIterator());
    }

    /** False after {@link #close}. */
    protected final boolean isOpen() {
        return pairs.isPresent() && !pairs.get().isClosed();
    }

    /**
     * Removes what was kept in {@link SimilarityOptions#work}. Call it when the result is safe; until then, the same
     * call can be resumed and gives it again. Nothing can be read after it. Without such a directory it does nothing.
     *
     * @throws UncheckedIOException if files cannot be removed
     */
    public void removeWork() {
        try {
            if (isOpen()) {
                pairs.get().removeWork();
            }
        } catch (IOException e) {
            throw FileErrors.unchecked(e);
        }
    }

    /** Releases memory and files; only figures can be read after that. A second call has no effect. */
    @Override
    public void close() {
        try {
            if (isOpen()) {
                pairs.get().close();
            }
        } catch (IOException e) {
            throw FileErrors.unchecked(e);
        }
    }
}
