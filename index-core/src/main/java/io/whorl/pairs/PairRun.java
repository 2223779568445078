package io.whorl.pairs;

import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/** Sorted pairs, which are read once: from memory, or block by block from a scratch file. One thread at a time. */
final class PairRun implements Closeable {
    private static final int BYTES = PairRecords.LONGS * Long.BYTES;

    private final Optional<TempFile> file;
    private final long count;
    private final int blockRecords;
    private final long lastKey;
    /** The records in memory; the current record is at index {@link #at}. */
    long[] block;

    int at = -PairRecords.LONGS;
    private int held;
    private long read;

    private PairRun(Optional<TempFile> file, long count, long lastKey, int blockRecords, long[] block, int held) {
        this.file = file;
        this.count = count;
        this.lastKey = lastKey;
        this.blockRecords = blockRecords;
        this.block = block;
        this.held = held;
    }

    /** A run of the first n records of an array. The run owns the array from now on. */
    static PairRun held(long[] records, int n) {
        int end = n * PairRecords.LONGS;
        return new PairRun(Optional.empty(), n, n == 0 ? 0 : records[end - PairRecords.LONGS], 0, records, end);
    }

    /** Writes the first n records of an array to a scratch file. */
    static PairRun spilled(long[] records, int n, int blockRecords, ScratchSpace scratch) throws IOException {
        return spilled(new PairMerge(List.of(held(records, n))), n, blockRecords, scratch);
    }

    /** Writes the first {@code most} records of a merge to a scratch file. */
    static PairRun spilled(PairMerge merge, long most, int blockRecords, ScratchSpace scratch) throws IOException {
        return written(merge, most, blockRecords, new TempFile(scratch));
    }

    /** Writes the first {@code most} records of a merge to an empty file, which it owns from now on. */
    static PairRun written(PairMerge merge, long most, int blockRecords, TempFile file) throws IOException {
        try {
            ByteBuffer out = buffer(blockRecords);
            long n = 0;
            long last = 0;
            for (; n < most && merge.next(); n++) {
                last = merge.records()[merge.at()];
                put(out, merge.records(), merge.at(), file);
            }
            file.append(out.flip());
            return new PairRun(Optional.of(file), n, last, blockRecords, new long[0], 0);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** A run that was written before. */
    static PairRun reopened(TempFile file, int blockRecords) throws IOException {
        long count = file.size() / BYTES;
        long last = 0;
        if (count > 0) {
            ByteBuffer record = buffer(1);
            file.read((count - 1) * BYTES, record);
            last = record.getLong(0);
        }
        return new PairRun(Optional.of(file), count, last, blockRecords, new long[0], 0);
    }

    private static void put(ByteBuffer out, long[] records, int at, TempFile file) throws IOException {
        if (!out.hasRemaining()) {
            file.append(out.flip());
            out.clear();
        }
        out.putLong(records[at]).putLong(records[at + 1]).putLong(records[at + 2]);
    }

    private static ByteBuffer buffer(int records) {
        return ByteBuffer.allocate(records * BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    long count() {
        return count;
    }

    /** The key of the last record; undefined if the run is empty. */
    long lastKey() {
        return lastKey;
    }

    /** Moves to the next record; false at the end. */
    boolean next() throws IOException {
        at += PairRecords.LONGS;
        if (at < held) {
            return true;
        }
        if (file.isEmpty() || read == count) {
            return false;
        }
        int n = (int) Math.min(blockRecords, count - read);
        block = block.length == 0 ? new long[blockRecords * PairRecords.LONGS] : block;
        ByteBuffer in = buffer(n);
        file.get().read(read * BYTES, in);
        in.flip().asLongBuffer().get(block, 0, n * PairRecords.LONGS);
        read += n;
        held = n * PairRecords.LONGS;
        at = 0;
        return true;
    }

    @Override
    public void close() throws IOException {
        block = new long[0];
        held = 0;
        if (file.isPresent()) {
            file.get().close();
        }
    }
}
