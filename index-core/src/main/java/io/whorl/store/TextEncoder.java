package io.whorl.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.Deflater;

/** Makes the stored form of texts; see {@link StoredText}. One thread at a time. */
public final class TextEncoder {
    /** A larger buffer is not kept for the next text. */
    private static final int KEPT = 1 << 20;

    /** Half the time of level 6, for 3 % more bytes. */
    private static final int LEVEL = 4;

    private final Deflater deflater = new Deflater(LEVEL, true);
    private byte[] bytes = new byte[1 << 12];
    private int size;

    /** The stored form of one text. */
    public byte[] encode(byte[] utf8) {
        clear();
        add(utf8);
        byte[] stored = Arrays.copyOf(bytes, size);
        clear();
        return stored;
    }

    /**
     * Appends the stored form of a text to {@link #bytes}.
     *
     * @return the number of its bytes
     * @throws io.whorl.LimitExceededException if the text is too large to be stored
     */
    public int add(byte[] utf8) {
        StoredText.checkLength(utf8.length);
        int from = size;
        reserve(StoredText.MOST_HEADER + Varint.LONGEST + (long) utf8.length);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(size, Checksum.of(utf8));
        size = Varint.put(bytes, size + StoredText.CHECKSUM, utf8.length);
        size += deflated(utf8);
        return size - from;
    }

    /** Writes the text deflated, or as it is if that is not longer, and returns the number of bytes. */
    private int deflated(byte[] utf8) {
        deflater.reset();
        deflater.setInput(utf8);
        deflater.finish();
        int n = 0;
        while (!deflater.finished() && n < utf8.length) {
            n += deflater.deflate(bytes, size + n, utf8.length - n);
        }
        if (n < utf8.length) {
            return n;
        }
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        return utf8.length;
    }

    private void reserve(long more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(
                    bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(size + more, 2L * bytes.length)));
        }
    }

    /** The stored forms since {@link #clear}, one after another, in the first {@link #size} bytes. */
    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return size;
    }

    /** Forgets the stored forms. */
    public void clear() {
        size = 0;
        if (bytes.length > KEPT) {
            bytes = new byte[KEPT];
        }
    }
}
