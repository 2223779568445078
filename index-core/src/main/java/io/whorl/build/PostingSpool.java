package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The postings of one thread, divided into partitions by the leading bits of their minutiae. They are in memory up to a
 * bound, and then in the scratch file. A posting has a count if the scheme stores frequencies. One thread fills it and
 * then calls {@link #finish}; afterwards any thread reads it.
 */
final class PostingSpool {
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
        add(minutiae, Optional.empty(), n, document);
    }

    /**
     * Adds the first {@code n} minutiae of one document.
     *
     * @param frequencies of the minutiae; empty if each counts once
     */
    public void add(long[] minutiae, Optional<int[]> frequencies, int n, int document) throws IOException {
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
                if (frequencies.isPresent()) {
                    System.arraycopy(frequencies.get(), from, staged.counts, held, size);
                } else {
                    Arrays.fill(staged.counts, held, held + size, 1);
                }
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
        used += (long) block.size() * (block.postings.isPacked() ? 8 : counted ? 16 : 12) + PARTITIONS * Integer.BYTES;
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
        return spilled.exist;
    }

    /** The number of postings added, less those that were united with their neighbours. */
    public long count() {
        return inBlocks + held;
    }

    /** The number of postings of a partition. Only after {@link #finish}. */
    public long count(int p) {
        long count = spilled.count(p);
        for (PartitionedBlock block : blocks) {
            count += block.ends[p] - block.start(p);
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

    /**
     * A block of postings in the order of their partitions; within a partition, in the order of arrival. Equal postings
     * that are neighbours in their partition are united, so a text that repeats one line takes little heap.
     */
    private static final class PartitionedBlock {
        private final PostingBlock postings;
        /** The end of each partition; it starts at the end of the one before. */
        private final int[] ends;

        /** The document of the posting that arrived first. */
        private final int firstDocument;

        private PartitionedBlock(PostingBlock postings, int[] ends, int firstDocument) {
            this.postings = postings;
            this.ends = ends;
            this.firstDocument = firstDocument;
        }

        /**
         * Deals postings to their partitions. The block and the counters stay in the caches, so this takes two short
         * passes.
         *
         * @param from not packed; the keys are whole minutiae
         * @param keyBits the bits of a minutia below those that select the partition
         */
        static PartitionedBlock of(PostingBlock from, int n, int keyBits) {
            int[] start = new int[PostingSpool.PARTITIONS + 1];
            for (int i = 0; i < n; i++) {
                start[(int) (from.keys[i] >>> keyBits) + 1]++;
            }
            for (int p = 0; p < PostingSpool.PARTITIONS; p++) {
                start[p + 1] += start[p];
            }
            boolean counted = from.counts.length > 0;
            PostingBlock to = new PostingBlock(n, PostingBlock.packs(keyBits, counted), counted);
            int[] ends = Arrays.copyOf(start, PostingSpool.PARTITIONS);
            int dealt = to.isPacked()
                    ? dealPacked(from, n, keyBits, to, ends, start)
                    : deal(from, n, keyBits, to, ends, start);
            return dealt == n
                    ? new PartitionedBlock(to, ends, from.documents[0])
                    : compacted(to, ends, start, dealt, from.documents[0]);
        }

        private static int dealPacked(PostingBlock from, int n, int keyBits, PostingBlock to, int[] ends, int[] start) {
            long[] minutiae = from.keys;
            int[] documents = from.documents;
            long[] keys = to.keys;
            int dealt = n;
            long mask = (1L << keyBits) - 1;
            for (int i = 0; i < n; i++) {
                long minutia = minutiae[i];
                int p = (int) (minutia >>> keyBits);
                long posting = (minutia & mask) << PostingBlock.DOCUMENT_BITS | documents[i];
                int at = ends[p];
                if (at > 0 && keys[at - 1] == posting && at > start[p]) {
                    dealt--;
                    continue;
                }
                keys[at] = posting;
                ends[p] = at + 1;
            }
            return dealt;
        }

        private static int deal(PostingBlock from, int n, int keyBits, PostingBlock to, int[] ends, int[] start) {
            boolean counted = from.counts.length > 0;
            int dealt = n;
            long mask = (1L << keyBits) - 1;
            for (int i = 0; i < n; i++) {
                int p = (int) (from.keys[i] >>> keyBits);
                long key = from.keys[i] & mask;
                int at = ends[p];
                if (at > start[p] && to.keys[at - 1] == key && to.documents[at - 1] == from.documents[i]) {
                    if (counted) {
                        to.counts[at - 1] = PostingSpool.sum(to.counts[at - 1], from.counts[i]);
                    }
                    dealt--;
                    continue;
                }
                to.keys[at] = key;
                to.documents[at] = from.documents[i];
                if (counted) {
                    to.counts[at] = from.counts[i];
                }
                ends[p] = at + 1;
            }
            return dealt;
        }

        /** Closes the gaps that united postings left. */
        private static PartitionedBlock compacted(
                PostingBlock from, int[] ends, int[] start, int n, int firstDocument) {
            PostingBlock to = new PostingBlock(n, from.isPacked(), from.counts.length > 0);
            int at = 0;
            for (int p = 0; p < PostingSpool.PARTITIONS; p++) {
                int size = ends[p] - start[p];
                System.arraycopy(from.keys, start[p], to.keys, at, size);
                if (to.documents.length > 0) {
                    System.arraycopy(from.documents, start[p], to.documents, at, size);
                }
                if (to.counts.length > 0) {
                    System.arraycopy(from.counts, start[p], to.counts, at, size);
                }
                at += size;
                ends[p] = at;
            }
            return new PartitionedBlock(to, ends, firstDocument);
        }

        int size() {
            return postings.keys.length;
        }

        /** The index of the first posting of a partition. */
        int start(int p) {
            return p == 0 ? 0 : ends[p - 1];
        }
    }

    /**
     * The postings of a spool that are in the scratch file, by partition. One thread writes; afterwards any thread
     * reads.
     */
    private static final class SpilledPostings {
        /** Postings to write at a time. One partition may have any number of them, if all documents are alike. */
        private static final int WRITTEN = 1 << 16;

        private static final int READ = 1 << 12;

        private final int keyBytes;
        private final long keyMask;
        private final int postingBytes;
        private final boolean packed;
        private final boolean counted;
        private final TempFile scratch;
        private final List<List<Extent>> extents = new ArrayList<>();
        private boolean exist;

        private record Extent(long place, int count) {}

        SpilledPostings(int keyBits, boolean counted, TempFile scratch) {
            this.counted = counted;
            this.scratch = scratch;
            packed = PostingBlock.packs(keyBits, counted);
            keyBytes = packed ? Long.BYTES : (keyBits + 7) / 8;
            keyMask = packed ? -1 : (1L << keyBits) - 1;
            postingBytes = keyBytes + (packed ? 0 : Integer.BYTES) + (counted ? Integer.BYTES : 0);
            for (int p = 0; p < PostingSpool.PARTITIONS; p++) {
                extents.add(new ArrayList<>());
            }
        }

        long count(int p) {
            long count = 0;
            for (Extent e : extents.get(p)) {
                count += e.count;
            }
            return count;
        }

        /** Writes blocks, partition by partition. */
        void write(List<PartitionedBlock> blocks) throws IOException {
            exist = true;
            long total = blocks.stream().mapToLong(PartitionedBlock::size).sum();
            int capacity = (int) Math.min(WRITTEN, total);
            // A key is written as a long; the posting after it overwrites the bytes that it does not need.
            ByteBuffer out =
                    ByteBuffer.allocate(capacity * postingBytes + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            int[] pending = new int[PostingSpool.PARTITIONS];
            int room = capacity;
            for (int p = 0; p < PostingSpool.PARTITIONS; p++) {
                for (PartitionedBlock block : blocks) {
                    for (int from = block.start(p); from < block.ends[p]; ) {
                        if (room == 0) {
                            flush(out, pending);
                            room = capacity;
                        }
                        int n = Math.min(room, block.ends[p] - from);
                        encode(block.postings, from, from + n, out);
                        pending[p] += n;
                        room -= n;
                        from += n;
                    }
                }
            }
            flush(out, pending);
        }

        private void flush(ByteBuffer out, int[] pending) throws IOException {
            long at = scratch.append(out.flip());
            out.clear();
            for (int p = 0; p < pending.length; p++) {
                if (pending[p] > 0) {
                    extents.get(p).add(new Extent(at, pending[p]));
                    at += (long) pending[p] * postingBytes;
                    pending[p] = 0;
                }
            }
        }

        private void encode(PostingBlock postings, int from, int to, ByteBuffer out) {
            int at = out.position();
            for (int i = from; i < to; i++) {
                out.putLong(at, postings.keys[i]);
                if (!packed) {
                    out.putInt(at + keyBytes, postings.documents[i]);
                }
                if (counted) {
                    out.putInt(at + keyBytes + Integer.BYTES, postings.counts[i]);
                }
                at += postingBytes;
            }
            out.position(at);
        }

        void read(int p, PostingSpool.PostingSink sink) throws IOException {
            if (extents.get(p).isEmpty()) {
                return;
            }
            PostingBlock block = new PostingBlock(READ, packed, counted);
            ByteBuffer in =
                    ByteBuffer.allocate(READ * postingBytes + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            for (Extent e : extents.get(p)) {
                for (int done = 0, n; done < e.count; done += n) {
                    n = Math.min(READ, e.count - done);
                    in.clear().limit(n * postingBytes);
                    scratch.read(e.place + (long) done * postingBytes, in);
                    in.clear();
                    decode(in, n, block);
                    sink.take(block, 0, n);
                }
            }
        }

        private void decode(ByteBuffer in, int n, PostingBlock to) {
            for (int i = 0; i < n; i++) {
                int at = i * postingBytes;
                to.keys[i] = in.getLong(at) & keyMask;
                if (!packed) {
                    to.documents[i] = in.getInt(at + keyBytes);
                }
                if (counted) {
                    to.counts[i] = in.getInt(at + keyBytes + Integer.BYTES);
                }
            }
        }
    }

    /**
     * The postings of several filled spools. Those in memory are read in the order of arrival, so that the documents of
     * a minutia are in order already if documents arrive in the order of their ids. Thread-safe.
     */
    static final class SpooledPostings {
        private final List<PostingSpool> spools;
        private final List<PartitionedBlock> blocks = new ArrayList<>();

        /** @param spools are finished, and must not be filled any more */
        SpooledPostings(List<PostingSpool> spools) throws IOException {
            this.spools = spools;
            for (PostingSpool spool : spools) {
                spool.finish();
                blocks.addAll(spool.blocks());
            }
            blocks.sort(Comparator.comparingInt(block -> block.firstDocument));
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
                if (block.start(p) < block.ends[p]) {
                    sink.take(block.postings, block.start(p), block.ends[p]);
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

    /**
     * Postings in arrays. A packed posting is one long: its key in the upper half, its document in the lower one.
     * Otherwise there is an array for each, and one for the counts if there are counts. Sorting and moving packed
     * postings takes half the time, so they are used wherever a posting fits.
     */
    static final class PostingBlock {
        /** The bits of a packed posting that hold the document. */
        static final int DOCUMENT_BITS = Integer.SIZE;

        static final long KEY = -1L << DOCUMENT_BITS;

        private static final int[] NONE = {};

        final long[] keys;
        /** Empty if the postings are packed. */
        final int[] documents;
        /** Empty if the postings have no counts. */
        final int[] counts;

        PostingBlock(int size, boolean packed, boolean counted) {
            this(new long[size], packed ? NONE : new int[size], counted ? new int[size] : NONE);
        }

        PostingBlock(long[] keys, int[] documents, int[] counts) {
            this.keys = keys;
            this.documents = documents;
            this.counts = counts;
        }

        /** Whether postings with keys of so many bits are packed. */
        static boolean packs(int keyBits, boolean counted) {
            return !counted && keyBits <= Long.SIZE - DOCUMENT_BITS;
        }

        boolean isPacked() {
            return documents.length == 0;
        }
    }
}
