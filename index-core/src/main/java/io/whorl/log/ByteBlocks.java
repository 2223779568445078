package io.whorl.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Bytes that grow without being copied, in chunks of one size of which all but the last are full. */
final class ByteBlocks {
    static final int CHUNK = 1 << 16;
    /** What stays for the next commit: most are small, and one large one must not hold its memory for ever. */
    private static final int KEPT = 16;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final List<byte[]> chunks = new ArrayList<>();
    private byte[] last = new byte[0];
    /** How many chunks are full. */
    private int full = -1;
    /** Where the last one's bytes end. */
    private int at;

    long length() {
        return full < 0 ? 0 : (long) full * CHUNK + at;
    }

    byte[] chunk(int i) {
        return chunks.get(i);
    }

    /** How many bytes of chunk i are used. */
    int used(int i) {
        return i < full ? CHUNK : i == full ? at : 0;
    }

    /** How many chunks are used. */
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
            int n = Math.min(end - i, CHUNK - at);
            System.arraycopy(bytes, i, last, at, n);
            at += n;
            i += n;
        }
    }

    /** The low {@code width} bytes of each of the first n numbers. */
    void putNumbers(long[] numbers, int n, int width) {
        for (int i = 0; i < n; ) {
            // Eight bytes at once; what is beyond the width is overwritten by what comes next.
            int whole = last.length - at < 8 ? 0 : Math.min(n - i, (CHUNK - 8 - at) / width + 1);
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
        if (++full == chunks.size()) {
            chunks.add(new byte[CHUNK]);
        }
        last = chunks.get(full);
        at = 0;
    }

    void clear() {
        if (chunks.size() > KEPT) {
            chunks.subList(KEPT, chunks.size()).clear();
        }
        last = new byte[0];
        full = -1;
        at = 0;
    }
}
