package io.whorl.log;

import java.io.IOException;

/** A run of encoded operations, of which one piece at a time is at hand. */
abstract class OperationInput {
    /** Holds the piece at hand. */
    byte[] bytes = new byte[0];
    /** The next byte of it. */
    int at;
    /** Where it ends. */
    int limit;
    /** Bytes after it. */
    long later;

    /** Brings the next piece to hand, which has at least one byte; called where this one is used up and more come. */
    abstract void refill() throws IOException;

    /** What to throw where the bytes before the next one cannot be. */
    abstract RuntimeException damaged(String reason);

    /** Bytes not read yet. */
    final long left() {
        return later + limit - at;
    }

    /** Makes sure that a byte is at hand. */
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
        throw damaged("a number does not end");
    }
}
