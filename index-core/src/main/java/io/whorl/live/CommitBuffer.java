package io.whorl.live;

import io.whorl.CorruptIndexException;
import io.whorl.internal.Ranges;
import io.whorl.store.Channels;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentId;
import io.whorl.store.DocumentTable;
import io.whorl.store.StoredText;
import io.whorl.store.Varint;
import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The operations of a commit that is not written yet, in heap, encoded as in the log; docs/FORMAT.md, "Operations". The
 * buffer checks its arguments, so that a log never contains what its reader ({@link OperationReader}) refuses. One
 * thread at a time.
 */
public final class CommitBuffer {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int ADD = 1;
    private static final int DELETE = 2;
    /** Added to ADD if the document has a text, which follows its date. */
    private static final int TEXT = 4;
    /** Added to ADD if the document has a date. */
    private static final int DATE = 8;

    private static final int DATE_BYTES = 8;
    /** Maximum bytes of a variable-length int. */
    private static final int LONGEST_INT = 5;
    /** Maximum bytes of a commit. A commit of so many postings is written as a segment long before this limit. */
    private static final long MOST_BYTES = 1L << 30;

    private static final int FIRST = 1 << 12;
    private static final int MOST_EXPECTED = 1 << 20;

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
        this(bits, frequencies, MOST_BYTES);
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
        int width = width(bits);
        boolean dated = d.date() != DocumentDate.NONE;
        reserve(1L
                + (dated ? DATE_BYTES : 0)
                + 2 * Varint.LONGEST
                + 3 * LONGEST_INT
                + d.bytes()
                + (long) d.n() * (width + (frequencies ? LONGEST_INT : 0)));
        int text = d.text().length > 0 ? TEXT : 0;
        bytes[size++] = (byte) (ADD + text + (dated ? DATE : 0));
        if (dated) {
            putLong(d.date(), DATE_BYTES);
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
        reserve(1L + LONGEST_INT + id.length);
        bytes[size++] = DELETE;
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

    /** Makes room for as many bytes as another commit has, but at most 1 MiB, so that few copies are made. */
    public void expectAsMany(CommitBuffer other) {
        reserve(Math.min(other.size, MOST_EXPECTED));
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

    public long postings() {
        return postings;
    }

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

    private static int width(int bits) {
        return (bits + 7) / 8;
    }

    /** Decodes operations. Checks each length against the bytes that are left before it allocates memory. */
    static final class OperationReader {
        private static final int[] NO_FREQUENCIES = new int[0];

        private final OperationInput in;
        private final int width;
        private final long mask;
        private final boolean kept;
        private long[] minutiae = new long[0];
        private int[] frequencies = NO_FREQUENCIES;

        OperationReader(OperationInput in, int bits, boolean frequencies) {
            this.in = in;
            this.width = width(bits);
            this.mask = -1L >>> (64 - bits);
            this.kept = frequencies;
        }

        void read(LogSink sink) throws IOException {
            while (in.remaining() > 0) {
                int kind = in.next();
                if (kind == DELETE) {
                    sink.delete(readId());
                } else if ((kind & ~TEXT & ~DATE) == ADD) {
                    sink.add(readDocument(kind, sink.storesTexts()));
                } else {
                    throw in.damaged("unknown operation " + kind);
                }
            }
        }

        private LoggedDocument readDocument(int kind, boolean texts) throws IOException {
            long date = (kind & DATE) == 0 ? DocumentDate.NONE : readDate();
            boolean hasText = (kind & TEXT) != 0;
            if (texts && !hasText) {
                throw in.damaged("a document has no text, but the index stores texts");
            }
            byte[] text = hasText ? readText(texts) : StoredText.NONE;
            byte[] id = readId();
            long words = in.varint();
            byte[] extra = readBytes(in.varint());
            long n = in.varint();
            int least = width + (kept ? 1 : 0);
            if (n > in.remaining() / least) {
                throw in.damaged(
                        "a document has " + n + " minutiae, and at most " + in.remaining() / least + " can follow");
            }
            readMinutiae((int) n);
            if (kept) {
                readFrequencies((int) n);
            }
            return new LoggedDocument(id, words, extra, minutiae, frequencies, (int) n, text, date);
        }

        private long readDate() throws IOException {
            long date = 0;
            for (int i = 0; i < DATE_BYTES; i++) {
                date |= (long) in.next() << (Byte.SIZE * i);
            }
            if (!DocumentDate.isValid(date)) {
                throw in.damaged("a document has the date " + date);
            }
            return date;
        }

        private byte[] readText(boolean verified) throws IOException {
            byte[] stored = readBytes(in.varint());
            try {
                if (verified) {
                    StoredText.decode(stored);
                }
                return stored;
            } catch (IllegalArgumentException e) {
                throw in.damaged("a text: " + e.getMessage());
            }
        }

        private byte[] readId() throws IOException {
            long length = in.varint();
            if (length < 1 || length > DocumentTable.LONGEST_ID) {
                throw in.damaged("an id has " + length + " bytes");
            }
            return readBytes(length);
        }

        private byte[] readBytes(long length) throws IOException {
            if (length > in.remaining()) {
                throw in.damaged(length + " bytes are declared, and " + in.remaining() + " follow");
            }
            byte[] bytes = new byte[(int) length];
            for (int i = 0; i < bytes.length; ) {
                in.need();
                int n = Math.min(bytes.length - i, in.limit - in.at);
                System.arraycopy(in.bytes, in.at, bytes, i, n);
                in.at += n;
                i += n;
            }
            return bytes;
        }

        private void readMinutiae(int n) throws IOException {
            if (minutiae.length < n) {
                minutiae = new long[n];
            }
            for (int i = 0; i < n; ) {
                int whole = in.limit - in.at < 8 ? 0 : Math.min(n - i, (in.limit - 8 - in.at) / width + 1);
                for (int end = i + whole; i < end; i++, in.at += width) {
                    minutiae[i] = (long) LONG.get(in.bytes, in.at) & (-1L >>> (64 - 8 * width));
                }
                if (i < n) {
                    long minutia = 0;
                    for (int b = 0; b < width; b++) {
                        minutia |= (long) in.next() << (8 * b);
                    }
                    minutiae[i++] = minutia;
                }
            }
            for (int i = 1; i < n; i++) {
                if (Long.compareUnsigned(minutiae[i - 1], minutiae[i]) >= 0) {
                    throw in.damaged("minutiae are not in ascending order");
                }
            }
            if (n > 0 && (minutiae[n - 1] & ~mask) != 0) {
                throw in.damaged("a minutia has more than W bits");
            }
        }

        private void readFrequencies(int n) throws IOException {
            if (frequencies.length < n) {
                frequencies = new int[n];
            }
            for (int i = 0; i < n; i++) {
                long frequency = in.varint();
                if (frequency < 1 || frequency > Integer.MAX_VALUE) {
                    throw in.damaged("a minutia has a frequency of " + frequency);
                }
                frequencies[i] = (int) frequency;
            }
        }
    }

    /** Encoded operations, of which one piece at a time is in an array: all of them, if they are in memory. */
    static class OperationInput {
        /** The array with the current piece. */
        final byte[] bytes;
        /** Index of the next byte. */
        int at;
        /** Index of the end of the current piece. */
        int limit;
        /** The number of bytes after the current piece. */
        long later;

        OperationInput(byte[] bytes, int limit) {
            this.bytes = bytes;
            this.limit = limit;
        }

        /**
         * Loads the next piece, of at least one byte. Called when the current piece is used up and more bytes follow.
         */
        void refill() throws IOException {}

        /** The exception for invalid bytes before the next one. */
        RuntimeException damaged(String reason) {
            return new IllegalStateException("a commit in memory cannot be decoded: " + reason);
        }

        final long remaining() {
            return later + limit - at;
        }

        /** Ensures that the array has a next byte. */
        final void need() throws IOException {
            if (at == limit) {
                if (later == 0) {
                    throw damaged("the commit ends within an operation");
                }
                refill();
            }
        }

        final int next() throws IOException {
            need();
            return bytes[at++] & 0xFF;
        }

        final long varint() throws IOException {
            long value = 0;
            for (int shift = 0; shift < 63; shift += 7) {
                int b = next();
                value |= (b & 0x7FL) << shift;
                if (b < 0x80) {
                    return value;
                }
            }
            throw damaged("a number is too long");
        }
    }

    /** Reads a range of a file through a buffer, and computes the checksum of the bytes read. */
    static final class FileInput extends OperationInput {
        private static final int BUFFER = 1 << 16;

        private final Path file;
        private final FileChannel channel;
        private final ByteBuffer buffer;
        private final CRC32C crc = new CRC32C();
        /** The file offset of the end of the buffered bytes. */
        private long place;

        FileInput(Path file, FileChannel channel) {
            super(new byte[BUFFER], 0);
            this.file = file;
            this.channel = channel;
            buffer = ByteBuffer.wrap(bytes);
        }

        void open(long from, long length) {
            place = from;
            later = length;
            at = 0;
            limit = 0;
            crc.reset();
        }

        @Override
        void refill() throws IOException {
            limit = (int) Math.min(BUFFER, later);
            Channels.readUpTo(channel, buffer.clear().limit(limit), place);
            if (buffer.hasRemaining()) {
                // The file had these bytes when it was opened, so a failed frame was truncated.
                throw new EOFException(file + " ends at byte " + (place + buffer.position()));
            }
            at = 0;
            place += limit;
            later -= limit;
            crc.update(bytes, 0, limit);
        }

        int checksum(long from, long length) throws IOException {
            open(from, length);
            while (later > 0) {
                refill();
            }
            return checksum();
        }

        /** The checksum of the bytes read since {@link #open}. */
        int checksum() {
            return (int) crc.getValue();
        }

        @Override
        CorruptIndexException damaged(String reason) {
            return new CorruptIndexException(file, place - limit + at, reason);
        }
    }
}
