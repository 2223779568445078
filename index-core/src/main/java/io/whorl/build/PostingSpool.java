package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.store.ScratchSpace.TempFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

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
    /**
     * The most postings to divide at a time. Later, a partition is read in pieces of so many postings divided by the
     * number of partitions, and short pieces are slow to read. A small memory has a smaller block, of an eighth of it.
     */
    private static final int MOST_STAGED = 1 << 17;

    private static final int MEMORY_OF_STAGED = 8 * 2 * Long.BYTES;
    /** Postings to write at a time. One partition may have any number of them, if all documents are alike. */
    private static final int WRITTEN = 1 << 16;

    private static final int READ = 1 << 12;

    private final int keyBits;
    private final long memory;
    private final boolean counted;
    private final boolean packed;
    private final int mostStaged;
    private final TempFile scratch;
    private final List<PostingBlock> blocks = new ArrayList<>();
    /** The postings in the scratch file. */
    private final List<SpilledBlock> spilled = new ArrayList<>();

    private PostingBlock staged = new PostingBlock(LEAST_STAGED, false);
    private int held;
    private long used;
    private long count;

    /**
     * Postings in the scratch file: all keys, and then all values unless they are packed.
     *
     * @param ends in postings, the end of each partition; it starts at the end of the one before
     */
    private record SpilledBlock(long place, long[] ends) {
        long start(int p) {
            return p == 0 ? 0 : ends[p - 1];
        }

        /** Where the values begin. */
        long values() {
            return place + ends[PARTITIONS - 1] * Long.BYTES;
        }
    }

    /**
     * @param bits W
     * @param memory bytes of heap
     * @param counted whether postings have counts
     */
    public PostingSpool(int bits, long memory, TempFile scratch, boolean counted) {
        this.counted = counted;
        this.memory = memory;
        this.scratch = scratch;
        keyBits = bits - PARTITION_BITS;
        packed = PostingBlock.packs(keyBits, counted);
        mostStaged = (int) Math.max(LEAST_BATCH, Math.min(MOST_STAGED, memory / MEMORY_OF_STAGED));
    }

    /**
     * Adds the first {@code n} minutiae of one document; they may repeat.
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
            Arrays.fill(staged.values, held, held + size, value(document, 1));
            for (int i = 0; i < size && counted && frequencies.isPresent(); i++) {
                staged.values[held + i] = value(document, frequencies.get()[from + i]);
            }
            held += size;
            from += size;
        }
        count += n;
    }

    /** @param frequency how often the document has the minutia; ignored without counts */
    public void add(long minutia, int document, int frequency) throws IOException {
        check(minutia);
        room(1);
        staged.keys[held] = minutia;
        staged.values[held++] = value(document, frequency);
        count++;
    }

    private long value(int document, int frequency) {
        return ((long) document << Integer.SIZE) | (counted ? frequency : 0);
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
        if (wanted > size - held && size < mostStaged) {
            int grown = (int) Math.min(mostStaged, Math.max(4L * size, (long) held + wanted));
            staged = new PostingBlock(Arrays.copyOf(staged.keys, grown), Arrays.copyOf(staged.values, grown));
        } else if (held == size) {
            divide();
        }
        return staged.keys.length - held;
    }

    /** Deals the staged postings to their partitions: one pass counts, the other one moves them. */
    private void divide() throws IOException {
        // First the number of postings of each partition, then its start, and in the end its end.
        int[] ends = new int[PARTITIONS + 1];
        for (int i = 0; i < held; i++) {
            ends[(int) (staged.keys[i] >>> keyBits) + 1]++;
        }
        for (int p = 0; p < PARTITIONS; p++) {
            ends[p + 1] += ends[p];
        }
        PostingBlock block = new PostingBlock(held, packed);
        block.firstDocument = (int) (staged.values[0] >>> Integer.SIZE);
        block.ends = ends;
        deal(staged.keys, staged.values, block.keys, block.values, ends);
        held = 0;
        blocks.add(block);
        used += (long) block.keys.length * (packed ? 8 : 16) + PARTITIONS * Integer.BYTES;
        if (used > memory) {
            spill();
            blocks.clear();
            used = 0;
        }
    }

    private void deal(long[] minutiae, long[] values, long[] toKeys, long[] toValues, int[] places) {
        long mask = (1L << keyBits) - 1;
        for (int i = 0; i < held; i++) {
            long key = minutiae[i] & mask;
            int at = places[(int) (minutiae[i] >>> keyBits)]++;
            if (packed) {
                toKeys[at] = (key << PostingBlock.DOCUMENT_BITS) | (values[i] >>> Integer.SIZE);
            } else {
                toKeys[at] = key;
                toValues[at] = values[i];
            }
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

    public void finish() throws IOException {
        if (held > 0) {
            divide();
        }
        staged = new PostingBlock(0, false);
    }

    public long count() {
        return count;
    }

    /** The number of postings of a partition. Only after {@link #finish}. */
    public long count(int p) {
        long sum = 0;
        for (SpilledBlock block : spilled) {
            sum += block.ends[p] - block.start(p);
        }
        for (PostingBlock block : blocks) {
            sum += block.ends[p] - block.start(p);
        }
        return sum;
    }

    /** Writes the blocks to the scratch file, partition by partition. */
    private void spill() throws IOException {
        long[] ends = new long[PARTITIONS];
        long end = 0;
        for (int p = 0; p < PARTITIONS; p++) {
            for (PostingBlock block : blocks) {
                end += block.ends[p] - block.start(p);
            }
            ends[p] = end;
        }
        long place = scratch.reserve(end * (packed ? 1 : 2) * Long.BYTES);
        ByteBuffer out =
                ByteBuffer.allocate((int) Math.min(WRITTEN, end) * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        SpilledBlock block = new SpilledBlock(place, ends);
        write(place, b -> b.keys, out);
        if (!packed) {
            write(block.values(), b -> b.values, out);
        }
        spilled.add(block);
    }

    private void write(long place, Function<PostingBlock, long[]> of, ByteBuffer out) throws IOException {
        long at = place;
        for (int p = 0; p < PARTITIONS; p++) {
            for (PostingBlock block : blocks) {
                for (int from = block.start(p), n; from < block.ends[p]; from += n) {
                    n = Math.min(out.remaining() / Long.BYTES, block.ends[p] - from);
                    out.asLongBuffer().put(of.apply(block), from, n);
                    out.position(out.position() + n * Long.BYTES);
                    at = out.hasRemaining() ? at : flush(out, at);
                }
            }
        }
        flush(out, at);
    }

    /** Writes a buffer, empties it, and returns the place behind its bytes. */
    private long flush(ByteBuffer out, long at) throws IOException {
        int n = out.position();
        scratch.write(at, out.flip());
        out.clear();
        return at + n;
    }

    /** Passes the postings of a partition that are in the scratch file to the sink. */
    private void readSpilled(int p, PostingSink sink) throws IOException {
        PostingBlock read = new PostingBlock(spilled.isEmpty() ? 0 : READ, packed);
        for (SpilledBlock block : spilled) {
            int n;
            for (long from = block.start(p); from < block.ends[p]; from += n) {
                n = (int) Math.min(READ, block.ends[p] - from);
                scratch.read(block.place + from * Long.BYTES, read.keys, n);
                if (!packed) {
                    scratch.read(block.values() + from * Long.BYTES, read.values, n);
                }
                sink.take(read, 0, n);
            }
        }
    }

    interface PostingSink {
        void take(PostingBlock postings, int from, int to);
    }

    /**
     * The postings of several filled spools. Those in memory are read in the order of arrival, so that the documents of
     * a minutia are in order already if documents arrive in the order of their ids. Thread-safe.
     */
    static final class SpooledPostings {
        private final List<PostingSpool> spools;
        private final List<PostingBlock> blocks = new ArrayList<>();

        /** @param spools are finished, and must not be filled any more */
        SpooledPostings(List<PostingSpool> spools) throws IOException {
            this.spools = spools;
            for (PostingSpool spool : spools) {
                spool.finish();
                blocks.addAll(spool.blocks);
            }
            blocks.sort(Comparator.comparingInt(block -> block.firstDocument));
        }

        long count() {
            return spools.stream().mapToLong(PostingSpool::count).sum();
        }

        long largestPartition() {
            return IntStream.range(0, PARTITIONS)
                    .mapToLong(p ->
                            spools.stream().mapToLong(spool -> spool.count(p)).sum())
                    .max()
                    .orElse(0);
        }

        /** Passes every posting of a partition to the sink. The keys do not contain the bits of the partition. */
        void read(int p, PostingSink sink) throws IOException {
            for (PostingBlock block : blocks) {
                if (block.start(p) < block.ends[p]) {
                    sink.take(block, block.start(p), block.ends[p]);
                }
            }
            for (PostingSpool spool : spools) {
                spool.readSpilled(p, sink);
            }
        }

        /** Frees the memory after the last read. */
        void forget() {
            blocks.clear();
            spools.forEach(spool -> spool.blocks.clear());
        }
    }

    /**
     * Postings in arrays. A packed posting is one long: its key in the upper half, its document in the lower one. Any
     * other takes two: its key; and its value, which has the document in the upper half and the count, if there are
     * counts, in the lower one. Sorting and moving packed postings takes half the time, so they are used wherever a
     * posting fits.
     *
     * <p>The postings of a block of a spool are in the order of their partitions; within a partition, in the order of
     * arrival.
     */
    static final class PostingBlock {
        /** The bits of a packed posting that hold the document. */
        static final int DOCUMENT_BITS = Integer.SIZE;

        static final long KEY = -1L << DOCUMENT_BITS;

        static final long[] NONE = {};

        final long[] keys;
        /** Empty if the postings are packed. */
        final long[] values;
        /** In a spool, the end of each partition; it starts at the end of the one before. */
        private int[] ends = {};
        /** The document of the posting that arrived first. */
        private int firstDocument;

        PostingBlock(int size, boolean packed) {
            this(new long[size], packed ? NONE : new long[size]);
        }

        PostingBlock(long[] keys, long[] values) {
            this.keys = keys;
            this.values = values;
        }

        /** Whether postings with keys of so many bits are packed. */
        static boolean packs(int keyBits, boolean counted) {
            return !counted && keyBits <= Long.SIZE - DOCUMENT_BITS;
        }

        /** The index of the first posting of a partition. */
        private int start(int p) {
            return p == 0 ? 0 : ends[p - 1];
        }

        /** The value of a posting that replaces two of the same document. */
        static long sum(long a, long b) {
            LimitExceededException.require(
                    "occurrences of one minutia in a document",
                    (long) (int) a + (int) b,
                    Integer.MAX_VALUE,
                    "split the document, or use a scheme without frequencies");
            return a + (int) b;
        }
    }
}
