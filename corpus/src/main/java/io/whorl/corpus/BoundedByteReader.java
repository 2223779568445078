package io.whorl.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/** Reads a stream into an array of limited size. No size a header states is believed: only bytes that come count. */
final class BoundedByteReader {
    private static final int FIRST = 1 << 16;
    /** A larger buffer is not kept for the next stream. */
    private static final int KEPT = 1 << 20;

    private final int max;
    private byte[] buffer;

    BoundedByteReader(int max) {
        this.max = max;
        buffer = new byte[Math.min(FIRST, max + 1)];
    }

    /** All bytes up to the stream's end, or nothing if there are more than the limit; the rest is then left unread. */
    Optional<byte[]> read(InputStream in) throws IOException {
        int length = 0;
        for (int n = in.read(buffer, 0, buffer.length); n >= 0; n = in.read(buffer, length, buffer.length - length)) {
            length += n;
            if (length > max) {
                buffer = new byte[Math.min(FIRST, max + 1)];
                return Optional.empty();
            }
            if (length == buffer.length) {
                // One byte above the limit, so that a document of just the limit is told from a larger one.
                buffer = Arrays.copyOf(buffer, (int) Math.min(2L * length, max + 1L));
            }
        }
        byte[] bytes = Arrays.copyOf(buffer, length);
        if (buffer.length > KEPT) {
            buffer = new byte[Math.min(FIRST, max + 1)];
        }
        return Optional.of(bytes);
    }
}
