package io.whorl.bench.store;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A list of documents as the rivals hold it: distances of ascending documents, less one, in bytes of seven bits. A list
 * begins with no count, for stores know how long a value is. One thread at a time.
 */
final class PostingCode {
    private static final int LONGEST = 5;

    private byte[] bytes = new byte[64];
    private int length;

    /** Encodes a list; it stays in {@link #bytes} until the next. */
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

    /** Adds the documents that the first {@code count} bytes tell, as one list. */
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

    /** The same for the bytes that remain in a buffer, which is left at its end. */
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
