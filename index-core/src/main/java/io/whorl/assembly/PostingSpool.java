package io.whorl.assembly;

import io.whorl.LimitExceededException;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The postings of one thread, divided into partitions by the leading bits of their minutiae. They are in memory up to a
 * bound, and then in the scratch file. A posting has a count if the scheme stores frequencies. One thread fills it;
 * afterwards any thread reads it.
 */
public final class PostingSpool {
    /** Leading bits of a minutia that select its partition. */
    public static final int PARTITION_BITS = 8;

    public static final int PARTITIONS = 1 << PARTITION_BITS;

    private static final int CHUNK = 256;
    /** Chunks written at a time. One partition may have any number of them, if all documents are alike. */
    private static final int WRITTEN = 1 << 10;

    private static final int[] NONE = {};

    private final int keyBits;
    private final int keyBytes;
    private final long keyMask;
    private final int postingBytes;
    private final long memory;
    private final TempFile scratch;
    private final boolean counted;
    private final long[][] keys = new long[PARTITIONS][];
    private final int[][] documents = new int[PARTITIONS][];
    private final int[][] counts = new int[PARTITIONS][];
    private final int[] held = new int[PARTITIONS];
    private final List<List<Chunk>> full = new ArrayList<>();
    private final List<List<Extent>> spilled = new ArrayList<>();
    private long used;

    private record Chunk(long[] keys, int[] documents, int[] counts) {}

    private record Extent(long place, int count) {}

    /**
     * @param bits W
     * @param memory bytes of heap
     * @param counted whether postings have counts
     */
    public PostingSpool(int bits, long memory, TempFile scratch, boolean counted) {
        this.counted = counted;
        keyBits = bits - PARTITION_BITS;
        keyBytes = (keyBits + 7) / 8;
        keyMask = (1L << keyBits) - 1;
        postingBytes = keyBytes + Integer.BYTES + (counted ? Integer.BYTES : 0);
        this.memory = memory;
        this.scratch = scratch;
        for (int p = 0; p < PARTITIONS; p++) {
            open(p);
            full.add(new ArrayList<>());
            spilled.add(new ArrayList<>());
        }
    }

    private void open(int p) {
        keys[p] = new long[CHUNK];
        documents[p] = new int[CHUNK];
        counts[p] = counted ? new int[CHUNK] : NONE;
        held[p] = 0;
    }

    /** Adds the first {@code n} minutiae of one document; they may repeat. */
    public void add(long[] minutiae, int n, int document) throws IOException {
        for (int i = 0; i < n; i++) {
            add(minutiae[i], document, 1);
        }
    }

    /** Adds the first {@code n} minutiae of one document with their frequencies. */
    public void add(long[] minutiae, int[] frequencies, int n, int document) throws IOException {
        for (int i = 0; i < n; i++) {
            add(minutiae[i], document, frequencies[i]);
        }
    }

    /** @param count how often the document has the minutia; ignored without counts */
    public void add(long minutia, int document, int count) throws IOException {
        if (minutia >>> keyBits >= PARTITIONS) {
            throw new IllegalStateException("a minutia has more than " + (keyBits + PARTITION_BITS)
                    + " bits; a selection plug-in must select from the minutiae it receives");
        }
        int p = (int) (minutia >>> keyBits);
        int at = held[p];
        long key = minutia & keyMask;
        if (at > 0 && keys[p][at - 1] == key && documents[p][at - 1] == document) {
            // Equal neighbours are united at once, so a text that repeats one line does not need heap for each
            // repetition.
            if (counted) {
                counts[p][at - 1] = sum(counts[p][at - 1], count);
            }
            return;
        }
        keys[p][at] = key;
        documents[p][at] = document;
        if (counted) {
            counts[p][at] = count;
        }
        held[p] = at + 1;
        if (at + 1 == CHUNK) {
            seal(p);
        }
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

    private void seal(int p) throws IOException {
        full.get(p).add(new Chunk(keys[p], documents[p], counts[p]));
        open(p);
        used += CHUNK * (counted ? 16 : 12);
        if (used > memory) {
            spill();
        }
    }

    private void spill() throws IOException {
        int widest = Math.min(WRITTEN, full.stream().mapToInt(List::size).max().orElse(0));
        ByteBuffer out = ByteBuffer.allocate(widest * CHUNK * postingBytes + 8).order(ByteOrder.LITTLE_ENDIAN);
        for (int p = 0; p < PARTITIONS; p++) {
            List<Chunk> chunks = full.get(p);
            for (int done = 0; done < chunks.size(); done += WRITTEN) {
                List<Chunk> some = chunks.subList(done, Math.min(chunks.size(), done + WRITTEN));
                out.clear();
                some.forEach(c -> encode(c, out));
                spilled.get(p).add(new Extent(scratch.append(out.flip()), some.size() * CHUNK));
            }
            chunks.clear();
        }
        used = 0;
    }

    private void encode(Chunk c, ByteBuffer out) {
        for (int i = 0; i < CHUNK; i++) {
            int at = out.position();
            out.putLong(at, c.keys[i]).putInt(at + keyBytes, c.documents[i]);
            if (counted) {
                out.putInt(at + keyBytes + Integer.BYTES, c.counts[i]);
            }
            out.position(at + postingBytes);
        }
    }

    /** Whether postings are in the scratch file. */
    public boolean hasSpilled() {
        return spilled.stream().anyMatch(extents -> !extents.isEmpty());
    }

    /** The number of postings of a partition. */
    public long count(int p) {
        long count = held[p] + (long) full.get(p).size() * CHUNK;
        for (Extent e : spilled.get(p)) {
            count += e.count;
        }
        return count;
    }

    /** Passes every posting of a partition to the sink. The keys do not contain the bits of the partition. */
    public void read(int p, PostingSink sink) throws IOException {
        sink.take(keys[p], documents[p], counts[p], held[p]);
        for (Chunk c : full.get(p)) {
            sink.take(c.keys, c.documents, c.counts, CHUNK);
        }
        if (!spilled.get(p).isEmpty()) {
            readSpilled(p, sink);
        }
    }

    private void readSpilled(int p, PostingSink sink) throws IOException {
        Chunk chunk = new Chunk(new long[CHUNK], new int[CHUNK], counted ? new int[CHUNK] : NONE);
        ByteBuffer in = ByteBuffer.allocate(CHUNK * postingBytes + 8).order(ByteOrder.LITTLE_ENDIAN);
        for (Extent e : spilled.get(p)) {
            for (int done = 0; done < e.count; done += CHUNK) {
                in.clear().limit(CHUNK * postingBytes);
                scratch.read(e.place + (long) done * postingBytes, in);
                in.clear();
                decode(in, chunk);
                sink.take(chunk.keys, chunk.documents, chunk.counts, CHUNK);
            }
        }
    }

    private void decode(ByteBuffer in, Chunk to) {
        for (int i = 0; i < CHUNK; i++) {
            int at = i * postingBytes;
            to.keys[i] = in.getLong(at) & keyMask;
            to.documents[i] = in.getInt(at + keyBytes);
            if (counted) {
                to.counts[i] = in.getInt(at + keyBytes + Integer.BYTES);
            }
        }
    }

    /** Frees a partition after its last read. */
    public void forget(int p) {
        full.get(p).clear();
        keys[p] = null;
        documents[p] = null;
        counts[p] = null;
        held[p] = 0;
    }

    /** Receives postings in blocks; {@code counts} is empty without counts. */
    public interface PostingSink {
        void take(long[] keys, int[] documents, int[] counts, int n);
    }
}
