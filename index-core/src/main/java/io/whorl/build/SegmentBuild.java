package io.whorl.build;

import io.whorl.scheme.Scheme;
import io.whorl.store.EntryRuns;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.SegmentFile;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentWriter;
import io.whorl.store.Tasks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;

/** The second half of a build: from spooled postings to a published segment. Used once. */
final class SegmentBuild {
    /** What sorting needs for a posting: twice its key and document, and a table entry. */
    private static final int SORTED_POSTING = 40;
    private static final int MOST_PART_BITS = 12;

    private final IndexDirectory directory;
    private final Scheme scheme;
    private final BuildOptions options;
    private final ExecutorService threads;

    SegmentBuild(IndexDirectory directory, Scheme scheme, BuildOptions options, ExecutorService threads) {
        this.directory = directory;
        this.scheme = scheme;
        this.options = options;
        this.threads = threads;
    }

    BuildReport write(List<Batch> batches, int arrived, List<FingerprintWorker> workers, long textBytes)
            throws IOException {
        DocumentOrder documents = new DocumentOrder(batches, arrived);
        List<PostingSpool> spools = workers.stream().map(FingerprintWorker::spool).toList();
        String name = directory.newSegmentName();
        int partBits = partBits(spools);
        try (SegmentWriter out = new SegmentWriter(directory.path().resolve(name), scheme);
                EntryRuns entries = new EntryRuns(PostingSpool.PARTITIONS << partBits, options.memory() / 4,
                        directory.path())) {
            List<PartitionSorter> sorters = sort(spools, partBits, documents, out, entries);
            long postings = 0;
            long singletons = 0;
            for (PartitionSorter sorter : sorters) {
                postings += sorter.postings();
                singletons += sorter.singletons();
                documents.addMinutiae(sorter.minutiaeOf());
            }
            out.writeTable(entries, documents.count(), threads, options.memory() / 8, directory.path());
            out.writeDocuments(documents);
            SegmentCounts counts = new SegmentCounts(
                    documents.count(), words(documents), entries.count(), singletons, postings);
            long length = out.finish(counts);
            directory.replace(scheme, List.of(SegmentFile.whole(name, length)));
            return new BuildReport(counts.documents(), counts.words(), counts.minutiae(), singletons, postings,
                    IndexFiles.bytes(directory.path()), documents.repeatedIds(), documents.tooShort(),
                    withoutMinutiae(documents), workers.stream().mapToLong(FingerprintWorker::malformed).sum(),
                    textBytes);
        }
    }

    /** Leading bits of a key by which partitions are sorted in parts, so that all threads' sorting fits the memory. */
    private int partBits(List<PostingSpool> spools) {
        long largest = 0;
        for (int p = 0; p < PostingSpool.PARTITIONS; p++) {
            long count = 0;
            for (PostingSpool spool : spools) {
                count += spool.count(p);
            }
            largest = Math.max(largest, count);
        }
        long fits = Math.min(options.memory() / 4 / options.threads() / SORTED_POSTING, Integer.MAX_VALUE / 4);
        int bits = 0;
        while (largest >> bits > fits && bits < MOST_PART_BITS) {
            bits++;
        }
        return bits;
    }

    private List<PartitionSorter> sort(List<PostingSpool> spools, int partBits, DocumentOrder documents,
            SegmentWriter out, EntryRuns entries) throws IOException {
        ListPool pool = new ListPool(out, options.memory() / 8, ListPool.MOST);
        Turns turns = new Turns();
        LinkedBlockingQueue<PartitionSorter> idle = new LinkedBlockingQueue<>();
        for (int i = 0; i < options.threads(); i++) {
            idle.add(new PartitionSorter(scheme.hashing().bits(), scheme.frequencies(), documents));
        }
        List<PartitionSorter> sorters = new ArrayList<>(idle);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < PostingSpool.PARTITIONS << partBits; i++) {
            int run = i;
            tasks.add(() -> {
                PartitionSorter sorter = idle.take();
                try {
                    int partition = run >>> partBits;
                    int part = run & (1 << partBits) - 1;
                    sorter.sort(spools, partition, part, partBits);
                    turns.await(run);
                    if (part == 0) {
                        pool.startPartition();
                    }
                    if (part == (1 << partBits) - 1) {
                        // In turn, for until then another thread may still be reading an earlier part of the partition.
                        spools.forEach(s -> s.forget(partition));
                    }
                    sorter.handIn(run, pool, entries, documents.count());
                    turns.done(run);
                } catch (Throwable e) {
                    turns.failed(run);
                    throw e;
                } finally {
                    idle.add(sorter);
                }
                return null;
            });
        }
        Tasks.runAll(tasks, threads);
        return sorters;
    }

    private static long words(DocumentOrder documents) {
        long words = 0;
        for (long i = 0; i < documents.count(); i++) {
            words += documents.words(i);
        }
        return words;
    }

    private static long withoutMinutiae(DocumentOrder documents) {
        long without = 0;
        for (long i = 0; i < documents.count(); i++) {
            without += documents.minutiae(i) == 0 ? 1 : 0;
        }
        return without;
    }
}
