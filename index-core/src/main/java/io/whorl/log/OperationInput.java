package io.whorl.log;

import java.io.IOException;

/** Encoded operations, of which one piece at a time is in an array. */
abstract class OperationInput {
    /** The array with the current piece. */
    byte[] bytes = new byte[0];
    /** Index of the next byte. */
    int at;
    /** Index of the end of the current piece. */
    int limit;
    /** The number of bytes after the current piece. */
    long later;

    /** Loads the next piece, of at least one byte. Called when the current piece is used up and more bytes follow. */
    abstract void refill() throws IOException;

    /** The exception for invalid bytes before the next one. */
    abstract RuntimeException damaged(String reason);

    /** The number of bytes not read yet. */
    final long left() {
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
