package io.whorl.log;

import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentTable;
import io.whorl.store.StoredText;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Decodes operations. Checks each length against the bytes that are left before it allocates memory. */
final class OperationReader {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int[] NO_FREQUENCIES = new int[0];

    private final OperationInput in;
    private final int width;
    private final long mask;
    private final boolean kept;
    private long[] minutiae = new long[0];
    private int[] frequencies = NO_FREQUENCIES;

    OperationReader(OperationInput in, int bits, boolean frequencies) {
        this.in = in;
        this.width = OperationFormat.width(bits);
        this.mask = -1L >>> 64 - bits;
        this.kept = frequencies;
    }

    /** Passes all remaining operations to a sink. */
    void read(LogSink sink) throws IOException {
        while (in.left() > 0) {
            int kind = in.next();
            switch (kind) {
                case OperationFormat.ADD, OperationFormat.TEXT -> readAdd(kind, sink);
                case OperationFormat.DATE -> {
                    sink.date(readDate());
                    readAdd(in.next(), sink);
                }
                case OperationFormat.DELETE -> sink.delete(readId());
                default -> throw in.damaged("unknown operation " + kind);
            }
        }
    }

    /** Reads an addition that begins with this operation: the document, or its text. */
    private void readAdd(int kind, LogSink sink) throws IOException {
        int document = kind;
        if (kind == OperationFormat.TEXT) {
            sink.text(readText(sink.storesTexts()));
            document = in.next();
        } else if (sink.storesTexts() && kind == OperationFormat.ADD) {
            throw in.damaged("a document has no text, but the index stores texts");
        }
        if (document != OperationFormat.ADD) {
            throw in.damaged("a text or a date belongs to no document");
        }
        readDocument(sink);
    }

    private long readDate() throws IOException {
        long date = 0;
        for (int i = 0; i < OperationFormat.DATE_BYTES; i++) {
            date |= (long) in.next() << Byte.SIZE * i;
        }
        if (!DocumentDate.isValid(date)) {
            throw in.damaged("a document has the date " + date);
        }
        return date;
    }

    private void readDocument(LogSink sink) throws IOException {
        byte[] id = readId();
        long words = in.varint();
        byte[] extra = readBytes(in.varint());
        long n = in.varint();
        int least = width + (kept ? 1 : 0);
        if (n > in.left() / least) {
            throw in.damaged("a document has " + n + " minutiae, and at most " + in.left() / least + " can follow");
        }
        readMinutiae((int) n);
        if (kept) {
            readFrequencies((int) n);
        }
        sink.add(id, words, extra, minutiae, frequencies, (int) n);
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
        if (length > in.left()) {
            throw in.damaged(length + " bytes are declared, and " + in.left() + " follow");
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
                minutiae[i] = (long) LONG.get(in.bytes, in.at) & -1L >>> 64 - 8 * width;
            }
            if (i < n) {
                long minutia = 0;
                for (int b = 0; b < width; b++) {
                    minutia |= (long) in.next() << 8 * b;
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
