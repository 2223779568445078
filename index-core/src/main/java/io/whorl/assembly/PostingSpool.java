package io.whorl.assembly;

import io.whorl.LimitExceededException;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The postings of one thread, divided into partitions by the leading bits of their minutiae. They are in memory up to a
 * bound, and then in the scratch file. A posting has a count if the scheme stores frequencies. One thread fills it and
 * then calls {@link #finish}; afterwards any thread reads it.
 */
public final class PostingSpool {
    /** Leading bits of a minutia that select its partition. */
    public static final int PARTITION_BITS = 8;

    public static final int PARTITIONS = 1 << PARTITION_BITS;

    private static final int LEAST_STAGED = 1 << 10;
    /** The fewest postings of a batch to divide on their own. */
    private static final int LEAST_BATCH = 1 << 12;
    /** Postings to divide at a time: both copies fit the second level of the caches. */
    private static final int STAGED = 1 << 15;

    private final int keyBits;
    private final long memory;
    private final boolean counted;
    private final SpilledPostings spilled;
    private final List<PartitionedBlock> blocks = new ArrayList<>();
    private PostingBlock staged;
    private int held;
    private long used;
    private long inBlocks;

    /**
     * @param bits W
     * @param memory bytes of heap
     * @param counted whether postings have counts
     */
    public PostingSpool(int bits, long memory, TempFile scratch, boolean counted) {
        this.counted = counted;
        this.memory = memory;
        keyBits = bits - PARTITION_BITS;
        spilled = new SpilledPostings(keyBits, counted, scratch);
        staged = new PostingBlock(LEAST_STAGED, false, counted);
    }

    /** Adds the first {@code n} minutiae of one document; they may repeat. */
    public void add(long[] minutiae, int n, int document) throws IOException {
        add(minutiae, n, document, (from, to, size) -> Arrays.fill(staged.counts, to, to + size, 1));
    }

    /** Adds the first {@code n} minutiae of one document with their frequencies. */
    public void add(long[] minutiae, int[] frequencies, int n, int document) throws IOException {
        add(minutiae, n, document, (from, to, size) -> System.arraycopy(frequencies, from, staged.counts, to, size));
    }

    private interface Counts {
        void put(int from, int to, int size);
    }

    private void add(long[] minutiae, int n, int document, Counts counts) throws IOException {
        long all = 0;
        for (int i = 0; i < n; i++) {
            all |= minutiae[i];
        }
        check(all);
        for (int from = 0; from < n; ) {
            int size = Math.min(n - from, room(n - from));
            System.arraycopy(minutiae, from, staged.keys, held, size);
            Arrays.fill(staged.documents, held, held + size, document);
            if (counted) {
                counts.put(from, held, size);
            }
            held += size;
            from += size;
        }
    }

    /** @param count how often the document has the minutia; ignored without counts */
    public void add(long minutia, int document, int count) throws IOException {
        check(minutia);
        room(1);
        staged.keys[held] = minutia;
        staged.documents[held] = document;
        if (counted) {
            staged.counts[held] = count;
        }
        held++;
    }

    private void check(long minutia) {
        if (minutia >>> keyBits >= PARTITIONS) {
            throw new IllegalStateException("a minutia has more than " + (keyBits + PARTITION_BITS)
                    + " bits; a selection plug-in must select from the minutiae it receives");
        }
    }

    /** Makes room for at least one posting, and for {@code wanted} if that is possible. Returns for how many. */
    private int room(int wanted) throws IOException {
        int size = staged.keys.length;
        if (wanted > size - held && size < STAGED) {
            int grown = (int) Math.min(STAGED, Math.max(2L * size, (long) held + wanted));
            staged = new PostingBlock(
                    Arrays.copyOf(staged.keys, grown),
                    Arrays.copyOf(staged.documents, grown),
                    counted ? Arrays.copyOf(staged.counts, grown) : staged.counts);
        } else if (held == size) {
            divide();
        }
        return staged.keys.length - held;
    }

    private void divide() throws IOException {
        PartitionedBlock block = PartitionedBlock.of(staged, held, keyBits);
        held = 0;
        blocks.add(block);
        inBlocks += block.size();
        used += (long) block.size() * (block.postings().isPacked() ? 8 : counted ? 16 : 12)
                + PARTITIONS * Integer.BYTES;
        if (used > memory) {
            spilled.write(blocks);
            blocks.clear();
            used = 0;
        }
    }

    /**
     * Ends a batch of documents that are numbered consecutively. Then their postings are in blocks of their own, unless
     * they are few, and batches of several threads can be read in the order of arrival.
     */
    public void endBatch() throws IOException {
        if (held >= LEAST_BATCH) {
            divide();
        }
    }

    /** Ends filling. */
    public void finish() throws IOException {
        if (held > 0) {
            divide();
        }
        staged = new PostingBlock(0, false, counted);
    }

    /** The count of a posting that replaces two. */
    public static int sum(int a, int b) {
        LimitExceededException.require(
                "occurrences of one minutia in a document",
                (long) a + b,
                Integer.MAX_VALUE,
                "split the document, or use a scheme without frequencies");
        return a + b;
    }

    /** Whether postings are in the scratch file. */
    public boolean hasSpilled() {
        return spilled.exist();
    }

    /** The number of postings added, less those that were united with their neighbours. */
    public long count() {
        return inBlocks + held;
    }

    /** The number of postings of a partition. Only after {@link #finish}. */
    public long count(int p) {
        long count = spilled.count(p);
        for (PartitionedBlock block : blocks) {
            count += block.end(p) - block.start(p);
        }
        return count;
    }

    /** The blocks in memory, in the order of arrival. */
    List<PartitionedBlock> blocks() {
        return blocks;
    }

    /** Passes the postings of a partition that are in the scratch file to the sink. */
    void readSpilled(int p, PostingSink sink) throws IOException {
        spilled.read(p, sink);
    }

    /** Frees the memory after the last read. */
    void forget() {
        blocks.clear();
    }

    /** Receives postings in blocks. */
    interface PostingSink {
        void take(PostingBlock postings, int from, int to);
    }
}
