package io.whorl.cluster;

import io.whorl.cluster.Clusters.Ignored;
import io.whorl.cluster.PairSearch.PairMemory;
import io.whorl.series.Templates.SeriesTemplate;
import io.whorl.store.Channels;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * What every search for similar pairs of an index found, for pairs, clusters and survivors alike. Close it to release
 * its memory and files. One thread at a time. The classes that extend this one are the library's own.
 *
 * @param <T> what is read one by one
 */
public abstract class SimilarityResult<T> implements Iterator<T>, AutoCloseable {
    final PairSearch pairs;
    private final String end;
    private Optional<T> next = Optional.empty();

    /**
     * @param pairs closed with this
     * @param end the message after the last element
     */
    SimilarityResult(PairSearch pairs, String end) {
        this.pairs = pairs;
        this.end = end;
    }

    /**
     * Searches. For the snapshots of this module: callers outside cannot name the types of the arguments.
     *
     * @return {@link Pairs}, {@link Clusters} or {@link Survivors}, by the purpose of the options
     * @hidden
     */
    @SuppressWarnings("exports")
    public static SimilarityResult<?> of(Segment segment, SimilarityOptions options, ScratchSpace space)
            throws IOException {
        return of(segment, options, PairMemory.of(options), space);
    }

    static SimilarityResult<?> of(Segment segment, SimilarityOptions options, PairMemory memory, ScratchSpace space)
            throws IOException {
        PairSearch pairs = new PairSearch(segment, options, memory, space);
        return switch (options.purpose()) {
            case PAIRS -> new Pairs(pairs);
            case CLUSTERS -> new Clusters(ClusterTable.of(pairs, options, space));
            default -> new Survivors(ClusterTable.of(pairs, options, space));
        };
    }

    /** Reads the next element; empty after the last. */
    abstract Optional<T> read() throws IOException;

    /**
     * {@inheritDoc}
     *
     * @throws UncheckedIOException if a scratch file cannot be read
     */
    @Override
    public final boolean hasNext() {
        if (pairs.isClosed()) {
            return false;
        }
        next = next.isPresent() ? next : Channels.unchecked(this::read);
        return next.isPresent();
    }

    /**
     * {@inheritDoc}
     *
     * @throws UncheckedIOException if a scratch file cannot be read
     */
    @Override
    public final T next() {
        if (!hasNext()) {
            throw new NoSuchElementException(end);
        }
        T element = next.get();
        next = Optional.empty();
        return element;
    }

    /** The minutiae that the document-frequency limit excluded. */
    public final Ignored ignored() {
        return pairs.tables.ignored();
    }

    /** The distinct minutiae of frames ({@link SimilarityOptions#commonDf}). */
    public final long commonMinutiae() {
        return pairs.tables.commonMinutiae;
    }

    /** The documents that mostly consist of these minutiae. */
    public final long mostlyCommon() {
        return pairs.tables.mostlyCommon;
    }

    /** The pairs of documents that share a super shingle, whatever they score; 0 if the options have none. */
    public final long candidates() {
        return pairs.tables.candidates;
    }

    /**
     * The documents that have too few minutiae for a super shingle. They are in a pair only with documents of just
     * these minutiae.
     */
    public final long tooShort() {
        return pairs.tables.tooShort;
    }

    /** The number of documents that are in a series; 0 if no templates are left out. */
    public final long inSeries() {
        return pairs.tables.inSeries;
    }

    /** The templates that were left out, in the order of the first documents of their series. */
    public final Iterator<SeriesTemplate> templates() {
        return pairs.tables
                .templates()
                .mapToObj(s -> pairs.reading(() -> pairs.tables.templateOfSeries(s)))
                .iterator();
    }

    /**
     * Removes what was kept in {@link SimilarityOptions#work}. Call it when the result is safe; until then, the same
     * call can be resumed and gives it again. Nothing can be read after it. Without such a directory it does nothing.
     *
     * @throws UncheckedIOException if files cannot be removed
     */
    public final void removeWork() {
        next = Optional.empty();
        if (!pairs.isClosed()) {
            Channels.unchecked(() -> {
                pairs.removeWork();
                return null;
            });
        }
    }

    /** Releases memory and files; only figures can be read after that. A second call has no effect. */
    @Override
    public void close() {
        Channels.unchecked(() -> {
            pairs.close();
            return null;
        });
    }
}
