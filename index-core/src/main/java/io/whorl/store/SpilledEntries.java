package io.whorl.store;

/**
 * The few minutiae that fitted into neither table, rotated, sorted, and stored with a fixed width. Immutable and
 * thread-safe.
 */
final class SpilledEntries {
    private final MappedBytes bytes;
    private final long count;
    private final int minutiaBytes;
    private final int payloadBytes;
    private final int payloadBits;

    SpilledEntries(MappedBytes bytes, long count, int bits, int payloadBits) {
        this.bytes = bytes;
        this.count = count;
        this.minutiaBytes = width(bits);
        this.payloadBytes = width(payloadBits);
        this.payloadBits = payloadBits;
    }

    static int width(int bits) {
        return (bits + 7) / 8;
    }

    static long bytes(long count, int bits, int payloadBits) {
        return count * (width(bits) + width(payloadBits));
    }

    long count() {
        return count;
    }

    long minutia(long i) {
        return bytes.getBytes(i * (minutiaBytes + payloadBytes), minutiaBytes);
    }

    long payload(long i) {
        long at = i * (minutiaBytes + payloadBytes) + minutiaBytes;
        long payload = bytes.getBytes(at, payloadBytes);
        if (payload >>> payloadBits != 0) {
            throw bytes.damaged(
                    at,
                    "entry " + i + " has the payload " + Long.toUnsignedString(payload) + "; a payload has at most "
                            + payloadBits + " bits");
        }
        return payload;
    }

    /** The payload of a rotated minutia, or {@link LineTable#ABSENT}. */
    long find(long minutia) {
        long low = 0;
        long high = count;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (Long.compareUnsigned(minutia(middle), minutia) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < count && minutia(low) == minutia ? payload(low) : LineTable.ABSENT;
    }
}
