package io.whorl.build;

import io.whorl.store.TempFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * One thread's postings, parted by the leading bits of their minutiae: in memory up to a bound, then in the scratch file.
 * Filled by one thread; read by any, once filled.
 */
final class PostingSpool {
    /** Leading bits of a minutia that name its partition. */
    static final int PARTITION_BITS = 8;
    static final int PARTITIONS = 1 << PARTITION_BITS;

    private static final int CHUNK = 256;
    private static final int CHUNK_BYTES = CHUNK * 12;
    /** Chunks written at a time: one partition may have any number, if all documents say the same. */
    private static final int WRITTEN = 1 << 10;

    private final int keyBits;
    private final int keyBytes;
    private final long keyMask;
    private final long memory;
    private final TempFile scratch;
    private final boolean repeats;
    private final long[][] keys = new long[PARTITIONS][];
    private final int[][] documents = new int[PARTITIONS][];
    private final int[] held = new int[PARTITIONS];
    private final List<List<Chunk>> full = new ArrayList<>();
    private final List<List<Extent>> spilled = new ArrayList<>();
    private long used;

    private record Chunk(long[] keys, int[] documents) {}

    private record Extent(long place, int count) {}

    /**
     * @param bits W
     * @param memory bytes it may hold
     * @param repeats whether it matters how often a minutia comes in a document; if not, it need not be kept again
     */
    PostingSpool(int bits, long memory, TempFile scratch, boolean repeats) {
        this.repeats = repeats;
        keyBits = bits - PARTITION_BITS;
        keyBytes = (keyBits + 7) / 8;
        keyMask = (1L << keyBits) - 1;
        this.memory = memory;
        this.scratch = scratch;
        for (int p = 0; p < PARTITIONS; p++) {
            keys[p] = new long[CHUNK];
            documents[p] = new int[CHUNK];
            full.add(new ArrayList<>());
            spilled.add(new ArrayList<>());
        }
    }

    /** Adds the first {@code n} minutiae of one document, repeated or not. */
    void add(long[] minutiae, int n, int document) throws IOException {
        for (int i = 0; i < n; i++) {
            add(minutiae[i], document);
        }
    }

    /** Adds the first {@code n} minutiae of one document, each as often as its frequency. */
    void add(long[] minutiae, int[] frequencies, int n, int document) throws IOException {
        for (int i = 0; i < n; i++) {
            for (int left = frequencies[i]; left > 0; left--) {
                add(minutiae[i], document);
            }
        }
    }

    void add(long minutia, int document) throws IOException {
        if (minutia >>> keyBits >= PARTITIONS) {
            throw new IllegalStateException("a minutia has more than " + (keyBits + PARTITION_BITS)
                    + " bits; the selection's plug-in must give minutiae of the chunks it was given");
        }
        int p = (int) (minutia >>> keyBits);
        int at = held[p];
        long key = minutia & keyMask;
        if (!repeats && at > 0 && keys[p][at - 1] == key && documents[p][at - 1] == document) {
            // One minutia's postings are sorted together: a text of one line over and over must not need heap for each.
            return;
        }
        keys[p][at] = key;
        documents[p][at] = document;
        held[p] = at + 1;
        if (at + 1 == CHUNK) {
            seal(p);
        }
    }

    private void seal(int p) throws IOException {
        full.get(p).add(new Chunk(keys[p], documents[p]));
        keys[p] = new long[CHUNK];
        documents[p] = new int[CHUNK];
        held[p] = 0;
        used += CHUNK_BYTES;
        if (used > memory) {
            spill();
        }
    }

    private void spill() throws IOException {
        int widest = Math.min(WRITTEN, full.stream().mapToInt(List::size).max().orElse(0));
        ByteBuffer out = ByteBuffer.allocate(widest * CHUNK * (keyBytes + 4) + 8).order(ByteOrder.LITTLE_ENDIAN);
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
            out.putLong(at, c.keys[i]).putInt(at + keyBytes, c.documents[i]).position(at + keyBytes + 4);
        }
    }

    /** Whether anything went to the scratch file. */
    boolean hasSpilled() {
        return spilled.stream().anyMatch(extents -> !extents.isEmpty());
    }

    /** Postings of a partition. */
    long count(int p) {
        long count = held[p] + (long) full.get(p).size() * CHUNK;
        for (Extent e : spilled.get(p)) {
            count += e.count;
        }
        return count;
    }

    /** Gives every posting of a partition to the sink, keys without the partition's bits. */
    void read(int p, PostingSink sink) throws IOException {
        sink.take(keys[p], documents[p], held[p]);
        for (Chunk c : full.get(p)) {
            sink.take(c.keys, c.documents, CHUNK);
        }
        if (!spilled.get(p).isEmpty()) {
            readSpilled(p, sink);
        }
    }

    private void readSpilled(int p, PostingSink sink) throws IOException {
        long[] chunkKeys = new long[CHUNK];
        int[] chunkDocuments = new int[CHUNK];
        ByteBuffer in = ByteBuffer.allocate(CHUNK * (keyBytes + 4) + 8).order(ByteOrder.LITTLE_ENDIAN);
        for (Extent e : spilled.get(p)) {
            for (int done = 0; done < e.count; done += CHUNK) {
                in.clear().limit(CHUNK * (keyBytes + 4));
                scratch.read(e.place + (long) done * (keyBytes + 4), in);
                in.clear();
                for (int i = 0; i < CHUNK; i++) {
                    chunkKeys[i] = in.getLong(i * (keyBytes + 4)) & keyMask;
                    chunkDocuments[i] = in.getInt(i * (keyBytes + 4) + keyBytes);
                }
                sink.take(chunkKeys, chunkDocuments, CHUNK);
            }
        }
    }

    /** Lets go of a partition that has been read for the last time. */
    void forget(int p) {
        full.get(p).clear();
        keys[p] = null;
        documents[p] = null;
        held[p] = 0;
    }

    /** Takes postings, a run at a time. */
    interface PostingSink {
        void take(long[] keys, int[] documents, int n);
    }
}
