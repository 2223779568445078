package io.whorl.minutiae;

import io.whorl.LimitExceededException;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectedChunks;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * The minutiae selected from one document, in bounded memory. A small number is kept in the order of selection. Beyond
 * a threshold, they are sorted and counted continuously, so that the heap grows only with the distinct ones. Minutiae
 * that exceed the memory go to a scratch file in sorted runs. Reusable; one thread at a time.
 */
public final class DocumentMinutiae implements Closeable {
    /** The maximum heap per distinct minutia in bytes, for growing arrays, unmerged minutiae and sorting. */
    static final int BYTES = 48;

    private static final int LEAST_PLAIN = 1 << 12;
    private static final int MOST_PLAIN = 1 << 20;

    private final boolean frequencies;
    private final long memory;
    private final long most;
    private final int plain;
    private final Optional<RunScratch.Source> source;
    private final CountedMinutiae counted;
    private final int bits;
    private SelectedChunks selected = new SelectedChunks(false);
    private MinutiaSort sort;
    private Optional<MinutiaRuns> runs = Optional.empty();
    private int threshold;

    /**
     * Creates an empty set.
     *
     * @param scheme the scheme of the documents
     * @param memory the heap bytes that the minutiae of a large document may take, at least 0; about 200 KiB are always
     *     taken
     * @param source creates the scratch file for minutiae that exceed the memory; without it, they are refused
     */
    public DocumentMinutiae(Scheme scheme, long memory, Optional<RunScratch.Source> source) {
        this(scheme, memory, (int) Math.max(LEAST_PLAIN, Math.min(MOST_PLAIN, memory / BYTES / 2)), source);
    }

    /** @param plain the threshold; lower in tests */
    DocumentMinutiae(Scheme scheme, long memory, int plain, Optional<RunScratch.Source> source) {
        bits = scheme.hashing().bits();
        sort = new MinutiaSort(bits);
        frequencies = scheme.frequencies();
        this.memory = memory;
        this.source = source;
        this.plain = plain;
        most = Math.max(plain, memory / BYTES);
        counted = new CountedMinutiae(frequencies);
        threshold = plain;
    }

    /** The memory that was given. */
    public long memory() {
        return memory;
    }

    /**
     * Receives minutiae as they are selected, until {@link #clear}. {@link #settle} must be called after each block.
     */
    public SelectedChunks selected() {
        return selected;
    }

    /** True if {@link #selected} holds all minutiae, with repeats. */
    public boolean isPlain() {
        return counted.size() == 0 && runs.isEmpty();
    }

    /** Reduces the minutiae to the given memory. */
    void settle() throws IOException {
        if (selected.size() >= threshold) {
            merge();
        }
    }

    /** Ends the document. */
    void finish() throws IOException {
        settle();
        if (!isPlain()) {
            merge();
        }
    }

    private void merge() throws IOException {
        sort.sort(selected.array(), selected.size());
        counted.add(selected.array(), selected.size());
        selected.clear();
        if (counted.size() > most) {
            spill();
        }
        // Proportional to the merged minutiae, so that the time of merging is linear.
        threshold = Math.max(plain, counted.size() / 2);
    }

    private void spill() throws IOException {
        if (source.isEmpty()) {
            throw new LimitExceededException(
                    "distinct minutiae of one text",
                    counted.size(),
                    most,
                    "this is what the memory given (" + memory + " bytes) allows: give more memory (java -Xmx),"
                            + " choose a"
                            + " selection that keeps fewer minutiae, such as mod, or split the text");
        }
        if (runs.isEmpty()) {
            runs = Optional.of(new MinutiaRuns(source.get().open(), frequencies));
        }
        runs.get().write(counted);
        counted.clear();
    }

    /**
     * Passes each distinct minutia with its count to the sink, in ascending order. May be called repeatedly. Sorts the
     * selected minutiae.
     */
    public void forEach(MinutiaSink sink) throws IOException {
        if (isPlain()) {
            forEachSelected(sink);
            return;
        }
        if (runs.isPresent()) {
            if (counted.size() > 0) {
                runs.get().write(counted);
                counted.clear();
            }
            runs.get().forEach(sink, memory);
            return;
        }
        for (int i = 0; i < counted.size(); i++) {
            sink.take(counted.minutiae()[i], counted.count(i));
        }
    }

    private void forEachSelected(MinutiaSink sink) throws IOException {
        long[] minutiae = selected.array();
        int n = selected.size();
        sort.sort(minutiae, n);
        for (int from = 0; from < n; ) {
            int to = from + 1;
            while (to < n && minutiae[to] == minutiae[from]) {
                to++;
            }
            sink.take(minutiae[from], frequencies ? to - from : 1);
            from = to;
        }
    }

    /** The distinct minutiae. Only for a document that did not go to a scratch file. */
    public DistinctMinutiae distinct() {
        return isPlain() ? DistinctMinutiae.of(selected, sort, frequencies) : DistinctMinutiae.of(counted);
    }

    /** Removes the minutiae, and frees memory that only a large document needs. */
    public void clear() throws IOException {
        counted.clear();
        if (threshold > plain) {
            selected = new SelectedChunks(false);
            sort = new MinutiaSort(bits);
            threshold = plain;
        }
        selected.clear();
        if (runs.isPresent()) {
            MinutiaRuns closing = runs.get();
            runs = Optional.empty();
            closing.close();
        }
    }

    @Override
    public void close() throws IOException {
        clear();
    }
}
