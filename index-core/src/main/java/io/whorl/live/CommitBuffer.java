package io.whorl.live;

import io.whorl.internal.Ranges;
import io.whorl.live.OperationReader.OperationFormat;
import io.whorl.live.OperationReader.OperationInput;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentId;
import io.whorl.store.Varint;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The operations of a commit that is not written yet, in heap, encoded as in the log. The buffer checks its arguments,
 * so that a log never contains what its reader refuses. One thread at a time.
 */
public final class CommitBuffer {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int FIRST = 1 << 12;

    private final int bits;
    private final boolean frequencies;
    private final long most;
    private byte[] bytes = new byte[FIRST];
    private int size;
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
        reserve(1L
                + (dated ? OperationFormat.DATE_BYTES : 0)
                + 2 * Varint.LONGEST
                + 3 * OperationFormat.LONGEST_INT
                + d.bytes()
                + (long) d.n() * (width + (frequencies ? OperationFormat.LONGEST_INT : 0)));
        int text = d.text().length > 0 ? OperationFormat.TEXT : 0;
        bytes[size++] = (byte) (OperationFormat.ADD + text + (dated ? OperationFormat.DATE : 0));
        if (dated) {
            putLong(d.date(), OperationFormat.DATE_BYTES);
        }
        if (text > 0) {
            putBytes(d.text());
        }
        putBytes(d.id());
        putVarint(d.words());
        putBytes(d.extra());
        putVarint(d.n());
        for (int i = 0; i < d.n(); i++) {
            putLong(d.minutiae()[i], width);
        }
        for (int i = 0; frequencies && i < d.n(); i++) {
            putVarint(d.frequencies()[i]);
        }
        postings += d.n();
    }

    /**
     * Adds the deletion of a document.
     *
     * @throws IllegalStateException if the commit could exceed 2^30 bytes; the buffer is unchanged
     */
    public void delete(byte[] id) {
        DocumentId.checkLength(id);
        reserve(1L + OperationFormat.LONGEST_INT + id.length);
        bytes[size++] = OperationFormat.DELETE;
        putBytes(id);
    }

    /**
     * Appends the operations of another buffer of the same encoding, which does not change.
     *
     * @throws IllegalStateException if the commit would exceed 2^30 bytes; the buffer is unchanged
     */
    public void append(CommitBuffer other) {
        reserve(other.size);
        System.arraycopy(other.bytes, 0, bytes, size, other.size);
        size += other.size;
        postings += other.postings;
    }

    /** Makes room for so many more bytes, and for those that {@link #putLong} writes behind them. */
    private void reserve(long more) {
        long wanted = size + more;
        if (wanted > most) {
            throw new IllegalStateException(
                    "the commit would have " + wanted + " bytes; the maximum is " + most + "; commit first");
        }
        if (wanted + Long.BYTES > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(wanted, bytes.length + bytes.length / 2) + Long.BYTES);
        }
    }

    private void putBytes(byte[] all) {
        putVarint(all.length);
        System.arraycopy(all, 0, bytes, size, all.length);
        size += all.length;
    }

    private void putVarint(long value) {
        size = Varint.put(bytes, size, value);
    }

    /** Appends the low {@code width} bytes of a number. What follows overwrites the others. */
    private void putLong(long value, int width) {
        LONG.set(bytes, size, value);
        size += width;
    }

    /** Passes the operations to a sink, in order. Does not call {@link LogSink#commit}. */
    public void read(LogSink sink) throws IOException {
        new OperationReader(new OperationInput(bytes, size), bits, frequencies).read(sink);
    }

    /** The number of postings of the added documents. */
    public long postings() {
        return postings;
    }

    /** The size of the operations in the log, in bytes. */
    public int bytes() {
        return size;
    }

    /** The operations, in the first {@link #bytes} elements. */
    byte[] array() {
        return bytes;
    }

    public void clear() {
        bytes = new byte[FIRST];
        size = 0;
        postings = 0;
    }

    /** Refuses everything that the reader of a log refuses. */
    private void check(LoggedDocument d) {
        DocumentId.checkLength(d.id());
        DocumentDate.checked(d.date());
        Ranges.checkAtLeast("words", d.words(), 0);
        d.checkMinutiae(frequencies);
        if (!frequencies && d.frequencies().length > 0) {
            throw new IllegalArgumentException("frequencies has " + d.frequencies().length
                    + " elements; it must have none, because the scheme keeps no frequencies");
        }
        long[] minutiae = d.minutiae();
        int n = d.n();
        if (n > 0 && Long.compareUnsigned(minutiae[n - 1], -1L >>> (64 - bits)) > 0) {
            throw new IllegalArgumentException("minutiae[" + (n - 1) + "] is " + Long.toHexString(minutiae[n - 1])
                    + "; a minutia has at most " + bits + " bits");
        }
    }
}
