package io.whorl.build;

import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.EntryRuns;
import io.whorl.store.LogSums;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** Writes spooled postings to a segment file and forces it to disk. A file that fails is deleted. Used once. */
final class SpooledSegmentWriter {
    /** Bytes to sort one posting: twice its key and document, and a table entry. */
    private static final int SORTED_POSTING = 40;

    private static final int COUNT = 8;
    private static final int MOST_PART_BITS = 12;
    /** About the bytes that a slice takes, however few postings it has: its tasks and its runs of entries. */
    private static final int SLICE = 192;

    /** The largest number of postings sorted together: their encoded lists must fit one array. */
    private static final long MOST_SORTED = 1 << 26;

    private static final long LEAST_SORTED = 1 << 12;

    private final Scheme scheme;
    private final long memory;
    private final int workers;
    private final ExecutorService threads;
    private final ScratchSpace scratch;

    /**
     * @param memory bytes, half of which the spools use
     * @param workers the number of threads in {@code threads}
     * @param scratch space for data that do not fit the memory
     */
    public SpooledSegmentWriter(
            Scheme scheme, long memory, int workers, ExecutorService threads, ScratchSpace scratch) {
        this.scheme = scheme;
        this.memory = memory;
        this.workers = workers;
        this.threads = threads;
        this.scratch = scratch;
    }

    /**
     * Writes the only segment of an index.
     *
     * @param forms what the index stores of the documents
     */
    public SegmentCounts write(
            Path file, List<PostingSpool> spools, DocumentOrder documents, FormSpool.FormSpools forms)
            throws IOException {
        return write(file, spools, documents, forms, CollectionFrequencies.none(), true);
    }

    /**
     * @param others the documents of the index that are not in this segment
     * @param forced whether the file is forced to disk
     */
    public SegmentCounts write(
            Path file,
            List<PostingSpool> spools,
            DocumentOrder documents,
            FormSpool.FormSpools forms,
            CollectionFrequencies others,
            boolean forced)
            throws IOException {
        return NewFile.write(file, () -> {
            PostingSpool.SpooledPostings spooled = new PostingSpool.SpooledPostings(spools);
            int partBits = partBits(spooled);
            try (SegmentWriter out = new SegmentWriter(file, scheme);
                    EntryRuns entries = new EntryRuns(PostingSpool.PARTITIONS << partBits, memory / 4, scratch)) {
                List<PartitionSorter> sorters;
                try (ListPool pool = new ListPool(out, memory / 8, ListPool.MOST, scratch)) {
                    sorters = sort(spooled, partBits, documents, others.documents(), pool, entries);
                    spooled.forget();
                }
                long postings = 0;
                long singletons = 0;
                LogSums logs = sorters.get(0).logs();
                for (PartitionSorter sorter : sorters) {
                    postings += sorter.postings();
                    singletons += sorter.singletons();
                    documents.addMinutiae(sorter.minutiaeOf());
                    if (sorter.logs() != logs) {
                        logs.addAll(sorter.logs());
                    }
                }
                SegmentCounts counts =
                        new SegmentCounts(documents.count(), words(documents), entries.count(), singletons, postings);
                SegmentWriter.Rest rest = new SegmentWriter.Rest(
                        Optional.of(logs),
                        Optional.empty(),
                        others,
                        forms.texts().map(spool -> spool.of(documents)),
                        forms.fingerprints().map(spool -> spool.of(documents)),
                        forced);
                out.finish(counts, entries, documents, rest, threads, memory / 8, scratch);
                return counts;
            }
        });
    }

    /**
     * Leading bits of a key that divide each partition into slices, so that the slices of all threads fit the memory.
     * All partitions have as many slices, so a partition that is much larger than others does not decide this alone.
     */
    private int partBits(PostingSpool.SpooledPostings spooled) {
        int most = Math.max(partBits(spooled.count() / PostingSpool.PARTITIONS), affordableBits());
        return Math.min(most, partBits(spooled.largestPartition()));
    }

    /** @param postings of a partition */
    private int partBits(long postings) {
        int bits = 0;
        while (postings >> bits > sortedTogether() && bits < MOST_PART_BITS) {
            bits++;
        }
        return bits;
    }

    /** The bits for as many slices as a quarter of the memory allows. */
    private int affordableBits() {
        long slices = memory / 4 / SLICE / PostingSpool.PARTITIONS;
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, slices));
    }

    /** The number of postings that a thread sorts at a time. */
    private long sortedTogether() {
        long bytes = SORTED_POSTING + (scheme.frequencies() ? COUNT : 0);
        return Math.max(LEAST_SORTED, Math.min(memory / 4 / workers / bytes, MOST_SORTED));
    }

    private List<PartitionSorter> sort(
            PostingSpool.SpooledPostings spooled,
            int partBits,
            DocumentOrder documents,
            long others,
            ListPool pool,
            EntryRuns entries)
            throws IOException {
        SegmentSlices slices = new SegmentSlices(pool, entries, documents.count(), partBits);
        // Slices differ in size, so allow a little more: uniting repeated postings takes a sort.
        int room = (int) (sortedTogether() * 5 / 4);
        List<PartitionSorter> sorters = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            sorters.add(new PartitionSorter(
                    spooled,
                    scheme.hashing().bits(),
                    partBits,
                    scheme.frequencies(),
                    documents,
                    others,
                    room,
                    slices.new Output()));
        }
        slices.make(sorters, PostingSpool.PARTITIONS << partBits, threads);
        return sorters;
    }

    private static long words(DocumentOrder documents) {
        long words = 0;
        for (long i = 0; i < documents.count(); i++) {
            words += documents.words(i);
        }
        return words;
    }
}
