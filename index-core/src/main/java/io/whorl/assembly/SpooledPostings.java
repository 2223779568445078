package io.whorl.assembly;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The postings of several filled spools. Those in memory are read in the order of arrival, so that the documents of a
 * minutia are in order already if documents arrive in the order of their ids. Thread-safe.
 */
final class SpooledPostings {
    private final List<PostingSpool> spools;
    private final List<PartitionedBlock> blocks = new ArrayList<>();

    /** @param spools are finished, and must not be filled any more */
    SpooledPostings(List<PostingSpool> spools) throws IOException {
        this.spools = spools;
        for (PostingSpool spool : spools) {
            spool.finish();
            blocks.addAll(spool.blocks());
        }
        blocks.sort(Comparator.comparingInt(PartitionedBlock::firstDocument));
    }

    /** The number of all postings. */
    long count() {
        return spools.stream().mapToLong(PostingSpool::count).sum();
    }

    /** The number of postings of the largest partition. */
    long largestPartition() {
        long largest = 0;
        for (int p = 0; p < PostingSpool.PARTITIONS; p++) {
            long count = 0;
            for (PostingSpool spool : spools) {
                count += spool.count(p);
            }
            largest = Math.max(largest, count);
        }
        return largest;
    }

    /** Passes every posting of a partition to the sink. The keys do not contain the bits of the partition. */
    void read(int p, PostingSpool.PostingSink sink) throws IOException {
        for (PartitionedBlock block : blocks) {
            if (block.start(p) < block.end(p)) {
                sink.take(block.postings(), block.start(p), block.end(p));
            }
        }
        for (PostingSpool spool : spools) {
            spool.readSpilled(p, sink);
        }
    }

    /** Frees the memory after the last read. */
    void forget() {
        blocks.clear();
        spools.forEach(PostingSpool::forget);
    }
}
