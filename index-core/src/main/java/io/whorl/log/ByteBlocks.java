package io.whorl.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A growing sequence of bytes. It consists of blocks of one size, so growing copies nothing. All blocks but the last
 * are full.
 */
final class ByteBlocks {
    static final int BLOCK = 1 << 16;
    /** Blocks kept by {@link #clear}. Most commits are small, and one large commit must not keep its memory forever. */
    private static final int KEPT = 16;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

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
