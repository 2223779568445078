package io.whorl.corpus.internal.record;

import io.whorl.corpus.internal.io.BlockInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * Collects the records of a stream in batches. A record that is too long for a batch, or in which the stream fails, is
 * read as a stream instead. Not thread-safe.
 */
final class RawRecords implements Closeable {
    /** A batch ends when it has this many bytes, or {@link #MOST_RECORDS}. */
    private static final int BATCH = 1 << 17;

    private static final int MOST_RECORDS = 1 << 9;
    private static final int LONGEST = 1 << 20;

    private final RecordStream records;
    private byte[] bytes = new byte[BATCH];
    private int size;
    private Optional<InputStream> next = Optional.empty();
    private Optional<IOException> failure = Optional.empty();

    /**
     * Records one after another.
     *
     * @param ends the end of each in {@code bytes}
     * @param first the number of the first
     */
    record Batch(byte[] bytes, int[] ends, long first) {}

    RawRecords(RecordStream records) {
        this.records = records;
    }

    /** Returns the next records; nothing if the next one must be read by {@link #next}, or there is none. */
    Optional<Batch> nextBatch() throws IOException {
        if (next.isPresent() || failure.isPresent()) {
            return Optional.empty();
        }
        int[] ends = new int[MOST_RECORDS];
        int count = 0;
        size = 0;
        try {
            while (size < BATCH && count < MOST_RECORDS && records.next() && take()) {
                ends[count++] = size;
            }
        } catch (IOException e) {
            // Thrown again after the records before it.
            failure = Optional.of(e);
        }
        return count == 0 ? Optional.empty() : Optional.of(batch(ends, count));
    }

    private Batch batch(int[] ends, int count) {
        long first = records.number() - count + (next.isPresent() ? 0 : 1);
        Batch batch = new Batch(Arrays.copyOf(bytes, ends[count - 1]), Arrays.copyOf(ends, count), first);
        bytes = bytes.length > 2 * BATCH ? new byte[BATCH] : bytes;
        return batch;
    }

    /** Adds the current record. Returns false if it must be read as a stream; then it is {@link #next}. */
    private boolean take() {
        int from = size;
        try {
            for (int n = 0; n >= 0; n = records.read(bytes, size, bytes.length - size)) {
                size += n;
                if (size - from > LONGEST) {
                    next = Optional.of(new Begun(Arrays.copyOfRange(bytes, from, size)));
                    return false;
                }
                if (size == bytes.length) {
                    bytes = Arrays.copyOf(bytes, bytes.length * 2);
                }
            }
            return true;
        } catch (IOException e) {
            failure = Optional.of(e);
            next = Optional.of(new Begun(Arrays.copyOfRange(bytes, from, size)));
            return false;
        }
    }

    /**
     * Returns the next record as a stream, which must be read before the next call.
     *
     * @throws IOException if the stream has failed
     */
    Optional<InputStream> next() throws IOException {
        if (next.isPresent()) {
            Optional<InputStream> begun = next;
            next = Optional.empty();
            return begun;
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
        return records.next() ? Optional.of(records) : Optional.empty();
    }

    /** The number of the record that {@link #next} returned. */
    long number() {
        return records.number();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }

    /** A record whose first bytes are read already. It is not closed, because the records after it are needed. */
    private final class Begun extends BlockInputStream {
        private final byte[] start;
        private int at;

        Begun(byte[] start) {
            this.start = start;
        }

        @Override
        public int read(byte[] b, int off, int len) throws IOException {
            if (at < start.length) {
                int n = Math.min(len, start.length - at);
                System.arraycopy(start, at, b, off, n);
                at += n;
                return n;
            }
            if (failure.isPresent()) {
                throw failure.get();
            }
            return records.read(b, off, len);
        }
    }
}
