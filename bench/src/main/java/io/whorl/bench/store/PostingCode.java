package io.whorl.bench.store;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The encoding of lists in rivals: differences of ascending documents, minus one, as variable-length integers with
 * seven bits per byte. There is no count, because stores know the length of a value. Not thread-safe.
 */
final class PostingCode {
    private static final int LONGEST = 5;

    private byte[] bytes = new byte[64];
    private int length;

    /** Encodes a list into {@link #bytes}, which is valid until the next call. */
    void encode(int[] documents, int count) {
        if (bytes.length < LONGEST * count) {
            bytes = new byte[2 * LONGEST * count];
        }
        length = 0;
        int before = -1;
        for (int i = 0; i < count; i++) {
            int distance = documents[i] - before - 1;
            before = documents[i];
            while (distance > 0x7F) {
                bytes[length++] = (byte) (distance | 0x80);
                distance >>>= 7;
            }
            bytes[length++] = (byte) distance;
        }
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    /** Decodes the first {@code count} bytes and adds them as one list. */
    static void decode(byte[] from, int count, FoundLists found) {
        int document = -1;
        for (int at = 0; at < count; ) {
            int distance = 0;
            byte b;
            int shift = 0;
            do {
                b = from[at++];
                distance |= (b & 0x7F) << shift;
                shift += 7;
            } while (b < 0);
            document += distance + 1;
            found.add(document);
        }
        found.end();
    }

    /** Decodes the remaining bytes of a buffer. */
    static void decode(ByteBuffer from, FoundLists found) {
        int document = -1;
        while (from.hasRemaining()) {
            int distance = 0;
            byte b;
            int shift = 0;
            do {
                b = from.get();
                distance |= (b & 0x7F) << shift;
                shift += 7;
            } while (b < 0);
            document += distance + 1;
            found.add(document);
        }
        found.end();
    }
}
