package io.whorl.log;

import io.whorl.internal.Ranges;
import io.whorl.log.OperationReader.OperationFormat;
import io.whorl.log.OperationReader.OperationInput;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentTable;
import io.whorl.store.Varint;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The operations of a commit that is not written yet, in heap, encoded as in the log. The buffer checks its arguments,
 * so that a log never contains what its reader refuses. One thread at a time.
 */
public final class CommitBuffer {
    private final int bits;
    private final boolean frequencies;
    private final long most;
    final ByteBlocks blocks = new ByteBlocks();
    private long postings;

    /**
     * @param bits width of a minutia (W), 32 to 64
     * @param frequencies true if the scheme keeps frequencies
     */
    public CommitBuffer(int bits, boolean frequencies) {
        this(bits, frequencies, OperationFormat.MOST_BYTES);
    }

    /** @param most maximum number of bytes */
    CommitBuffer(int bits, boolean frequencies, long most) {
        Ranges.check("bits", bits, 32, 64);
        this.bits = bits;
        this.frequencies = frequencies;
        this.most = most;
    }

    /**
     * Adds a document. Copies the arrays.
     *
     * @throws IllegalArgumentException if the arguments are invalid; the buffer is unchanged
     * @throws IllegalStateException if the commit could exceed 2^30 bytes; the buffer is unchanged
     */
    public void add(LoggedDocument d) {
        check(d);
        int width = OperationFormat.width(bits);
        boolean dated = d.date() != DocumentDate.NONE;
        checkRoom(2L
                + (dated ? 1 + OperationFormat.DATE_BYTES : 0)
                + 2 * Varint.LONGEST
                + 3 * OperationFormat.LONGEST_INT
                + d.bytes()
                + (long) d.n() * (width + (frequencies ? OperationFormat.LONGEST_INT : 0)));
        if (dated) {
            blocks.put(OperationFormat.DATE);
            blocks.putNumbers(new long[] {d.date()}, 1, OperationFormat.DATE_BYTES);
        }
        if (d.text().length > 0) {
            blocks.put(OperationFormat.TEXT);
            putBytes(d.text());
        }
        blocks.put(OperationFormat.ADD);
        putBytes(d.id());
        blocks.putVarint(d.words());
        putBytes(d.extra());
        blocks.putVarint(d.n());
        blocks.putNumbers(d.minutiae(), d.n(), width);
        for (int i = 0; frequencies && i < d.n(); i++) {
            blocks.putVarint(d.frequencies()[i]);
        }
        postings += d.n();
    }

    /**
     * Adds the deletion of a document.
     *
     * @throws IllegalStateException if the commit could exceed 2^30 bytes; the buffer is unchanged
     */
    public void delete(byte[] id) {
        checkId(id);
        checkRoom(1L + OperationFormat.LONGEST_INT + id.length);
        blocks.put(OperationFormat.DELETE);
        putBytes(id);
    }

    private void putBytes(byte[] bytes) {
        blocks.putVarint(bytes.length);
        blocks.put(bytes, 0, bytes.length);
    }

    /**
     * Appends the operations of another buffer, which does not change.
     *
     * @throws IllegalStateException if the commit would exceed 2^30 bytes; the buffer is unchanged
     */
    public void append(CommitBuffer other) {
        if (!other.fits(bits, frequencies) || other == this) {
            throw new IllegalArgumentException(
                    other == this
                            ? "other is this buffer; it must be another one"
                            : "other has minutiae of " + other.bits + " bits and " + frequencies(other.frequencies)
                                    + "; it must have " + bits + " bits and " + frequencies(frequencies));
        }
        checkRoom(other.bytes());
        for (int i = 0; i < other.blocks.count(); i++) {
            blocks.put(other.blocks.block(i), 0, other.blocks.used(i));
        }
        postings += other.postings;
    }

    private static String frequencies(boolean kept) {
        return kept ? "frequencies" : "no frequencies";
    }

    private void checkRoom(long more) {
        if (bytes() + more > most) {
            throw new IllegalStateException(
                    "the commit would have " + (bytes() + more) + " bytes; the maximum is " + most + "; commit first");
        }
    }

    /** Passes the operations to a sink, in order. Does not call {@link LogSink#commit}. */
    public void read(LogSink sink) throws IOException {
        new OperationReader(new MemoryInput(blocks), bits, frequencies).read(sink);
    }

    /** The number of postings of the added documents. */
    public long postings() {
        return postings;
    }

    /** The size of the operations in the log, in bytes. */
    public long bytes() {
        return blocks.length();
    }

    /** Clears the buffer for the next commit. */
    public void clear() {
        blocks.clear();
        postings = 0;
    }

    boolean fits(int otherBits, boolean otherFrequencies) {
        return bits == otherBits && frequencies == otherFrequencies;
    }

    /** Refuses everything that the reader of a log refuses. */
    private void check(LoggedDocument d) {
        checkId(d.id());
        DocumentDate.checked(d.date());
        if (d.words() < 0) {
            throw new IllegalArgumentException("words is " + d.words() + "; it must not be negative");
        }
        d.checkMinutiae(frequencies);
        if (!frequencies && d.frequencies().length > 0) {
            throw new IllegalArgumentException("frequencies has " + d.frequencies().length
                    + " elements; it must have none, because the scheme keeps no frequencies");
        }
        long[] minutiae = d.minutiae();
        int n = d.n();
        if (n > 0 && Long.compareUnsigned(minutiae[n - 1], -1L >>> 64 - bits) > 0) {
            throw new IllegalArgumentException("minutiae[" + (n - 1) + "] is " + Long.toHexString(minutiae[n - 1])
                    + "; a minutia has at most " + bits + " bits");
        }
    }

    private static void checkId(byte[] id) {
        if (id.length < 1 || id.length > DocumentTable.LONGEST_ID) {
            throw new IllegalArgumentException(
                    "id has " + id.length + " bytes of UTF-8; it must have from 1 to " + DocumentTable.LONGEST_ID);
        }
    }

    /** Reads the operations of a commit in memory, without copying them. */
    private static final class MemoryInput extends OperationInput {
        private final ByteBlocks blocks;
        private int nextBlock;

        MemoryInput(ByteBlocks blocks) {
            this.blocks = blocks;
            later = blocks.length();
        }

        @Override
        void refill() {
            bytes = blocks.block(nextBlock);
            at = 0;
            limit = blocks.used(nextBlock++);
            later -= limit;
        }

        @Override
        RuntimeException damaged(String reason) {
            return new IllegalStateException("a commit in memory cannot be decoded: " + reason);
        }
    }

    /**
     * A growing sequence of bytes. It consists of blocks of one size, so growing copies nothing. All blocks but the
     * last are full.
     */
    static final class ByteBlocks {
        static final int BLOCK = 1 << 16;
        /**
         * Blocks kept by {@link #clear}. Most commits are small, and one large commit must not keep its memory forever.
         */
        private static final int KEPT = 16;

        private static final VarHandle LONG =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

        private final List<byte[]> blocks = new ArrayList<>();
        private byte[] last = new byte[0];
        /** The number of full blocks; −1 before the first. */
        private int full = -1;
        /** The number of bytes used in the last block. */
        private int at;

        long length() {
            return full < 0 ? 0 : (long) full * BLOCK + at;
        }

        byte[] block(int i) {
            return blocks.get(i);
        }

        /** The number of bytes used in block i. */
        int used(int i) {
            return i < full ? BLOCK : i == full ? at : 0;
        }

        /** The number of blocks used. */
        int count() {
            return full + 1;
        }

        void put(int value) {
            if (at == last.length) {
                next();
            }
            last[at++] = (byte) value;
        }

        void putVarint(long value) {
            long v = value;
            for (; v > 0x7F; v >>>= 7) {
                put((int) v | 0x80);
            }
            put((int) v);
        }

        void put(byte[] bytes, int from, int length) {
            for (int i = from, end = from + length; i < end; ) {
                if (at == last.length) {
                    next();
                }
                int n = Math.min(end - i, BLOCK - at);
                System.arraycopy(bytes, i, last, at, n);
                at += n;
                i += n;
            }
        }

        /** Appends the low {@code width} bytes of each of the first {@code n} numbers. */
        void putNumbers(long[] numbers, int n, int width) {
            for (int i = 0; i < n; ) {
                // Writes eight bytes at a time. The next number overwrites the bytes beyond the width.
                int whole = last.length - at < 8 ? 0 : Math.min(n - i, (BLOCK - 8 - at) / width + 1);
                for (int end = i + whole; i < end; i++, at += width) {
                    LONG.set(last, at, numbers[i]);
                }
                if (i < n) {
                    long number = numbers[i++];
                    for (int b = 0; b < width; b++, number >>>= 8) {
                        put((int) number);
                    }
                }
            }
        }

        private void next() {
            if (++full == blocks.size()) {
                blocks.add(new byte[BLOCK]);
            }
            last = blocks.get(full);
            at = 0;
        }

        void clear() {
            if (blocks.size() > KEPT) {
                blocks.subList(KEPT, blocks.size()).clear();
            }
            last = new byte[0];
            full = -1;
            at = 0;
        }
    }
}
