package io.whorl.assembly;

import io.whorl.store.TempFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The postings of a spool that are in the scratch file, by partition. One thread writes; afterwards any thread reads.
 */
final class SpilledPostings {
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

    boolean exist() {
        return exist;
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
                for (int from = block.start(p); from < block.end(p); ) {
                    if (room == 0) {
                        flush(out, pending);
                        room = capacity;
                    }
                    int n = Math.min(room, block.end(p) - from);
                    encode(block.postings(), from, from + n, out);
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
        ByteBuffer in = ByteBuffer.allocate(READ * postingBytes + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
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
