package io.whorl.log;

import io.whorl.store.Varint;
import java.io.IOException;

/**
 * The operations of a commit to be, encoded as the log holds them, in heap. What it takes is checked here, so that a
 * log never holds what its reader refuses. One thread at a time.
 */
public final class CommitBuffer {
    private final int bits;
    private final boolean frequencies;
    private final long most;
    private final ByteBlocks chunks = new ByteBlocks();
    private int operations;
    private long postings;

    /**
     * @param bits W, 32 to 64
     * @param frequencies whether the scheme keeps them
     */
    public CommitBuffer(int bits, boolean frequencies) {
        this(bits, frequencies, OperationFormat.MOST_BYTES);
    }

    /** @param most bytes that it takes */
    CommitBuffer(int bits, boolean frequencies, long most) {
        if (bits < 32 || bits > 64) {
            throw new IllegalArgumentException("bits is " + bits + "; it must be from 32 to 64");
        }
        this.bits = bits;
        this.frequencies = frequencies;
        this.most = most;
    }

    /**
     * A document, as {@link LogSink#add} says; nothing of the arrays is kept.
     *
     * @throws IllegalArgumentException if they are not as it says; the buffer is as before
     * @throws IllegalStateException if the commit could be longer than 2^30 bytes with it; the buffer is as before
     */
    public void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n) {
        DocumentCheck.check(id, words, minutiae, frequencies, n, bits, this.frequencies);
        int width = OperationFormat.width(bits);
        long room = 1L
                + 2 * Varint.LONGEST
                + 2 * OperationFormat.LONGEST_INT
                + id.length
                + extra.length
                + (long) n * (width + (this.frequencies ? OperationFormat.LONGEST_INT : 0));
        checkRoom(room);
        chunks.put(OperationFormat.ADD);
        putBytes(id);
        chunks.putVarint(words);
        putBytes(extra);
        chunks.putVarint(n);
        chunks.putNumbers(minutiae, n, width);
        if (this.frequencies) {
            for (int i = 0; i < n; i++) {
                chunks.putVarint(frequencies[i]);
            }
        }
        operations++;
        postings += n;
    }

    /** @throws IllegalStateException if the commit could be longer than 2^30 bytes with it; the buffer is as before */
    public void delete(byte[] id) {
        DocumentCheck.checkId(id);
        checkRoom(1L + OperationFormat.LONGEST_INT + id.length);
        chunks.put(OperationFormat.DELETE);
        putBytes(id);
        operations++;
    }

    private void putBytes(byte[] bytes) {
        chunks.putVarint(bytes.length);
        chunks.put(bytes, 0, bytes.length);
    }

    /**
     * Adds another's operations after these; the other stays as it is.
     *
     * @throws IllegalStateException if the commit would be longer than 2^30 bytes; the buffer is as before
     */
    public void append(CommitBuffer other) {
        if (!other.fits(bits, frequencies) || other == this) {
            throw new IllegalArgumentException(
                    other == this
                            ? "a buffer cannot be appended to itself"
                            : "the other buffer has W = " + other.bits + ", this one " + bits
                                    + "; or one alone has frequencies");
        }
        checkRoom(other.bytes());
        for (int i = 0; i < other.chunks.count(); i++) {
            chunks.put(other.chunks.chunk(i), 0, other.chunks.used(i));
        }
        operations += other.operations;
        postings += other.postings;
    }

    private void checkRoom(long more) {
        if (bytes() + more > most) {
            throw new IllegalStateException(
                    "the commit would have " + (bytes() + more) + " bytes; it may have " + most + "; commit first");
        }
    }

    /** Gives the operations in their order, and no commit. */
    public void read(LogSink sink) throws IOException {
        new OperationReader(new MemoryInput(chunks), bits, frequencies).read(sink);
    }

    public int operations() {
        return operations;
    }

    /** (minutia, document) pairs of the documents added. */
    public long postings() {
        return postings;
    }

    /** What the operations take in the log. */
    public long bytes() {
        return chunks.length();
    }

    /** Empties the buffer for the next commit. */
    public void clear() {
        chunks.clear();
        operations = 0;
        postings = 0;
    }

    boolean fits(int otherBits, boolean otherFrequencies) {
        return bits == otherBits && frequencies == otherFrequencies;
    }

    ByteBlocks chunks() {
        return chunks;
    }
}
