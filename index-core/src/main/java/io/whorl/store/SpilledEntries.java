package io.whorl.store;

/**
 * The few minutiae that fitted into neither table, sorted, and stored with a fixed width. Immutable and thread-safe.
 */
final class SpilledEntries {
    /** About as far as a uniform minutia is from its expected place among some ten thousand. */
    private static final int FIRST_STEP = 64;

    private final MappedBytes bytes;
    private final long count;
    private final int bits;
    private final int minutiaBytes;
    private final int payloadBytes;
    private final int payloadBits;

    SpilledEntries(MappedBytes bytes, long count, int bits, int payloadBits) {
        this.bytes = bytes;
        this.count = count;
        this.bits = bits;
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
        long at = i * (minutiaBytes + payloadBytes);
        long minutia = bytes.getBytes(at, minutiaBytes);
        if (Long.compareUnsigned(minutia, -1L >>> (64 - bits)) > 0) {
            throw bytes.damaged(at, "entry " + i + " has a minutia of more than " + bits + " bits");
        }
        return minutia;
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

    /** The payload of a minutia, or {@link LineTable#ABSENT}. */
    long find(long minutia) {
        // Where the minutia is if they are uniform, as hashes are. From there, steps of doubling length find the range.
        long guess = TableShape.multiplyHigh(minutia << (64 - bits), count);
        long low = 0;
        long high = count;
        if (guess < count && isBelow(guess, minutia)) {
            low = guess + 1;
            for (long step = FIRST_STEP; low + step < high; step *= 2) {
                if (!isBelow(low + step, minutia)) {
                    high = low + step;
                    break;
                }
                low += step + 1;
            }
        } else {
            high = guess;
            for (long step = FIRST_STEP; high - step > low; step *= 2) {
                if (isBelow(high - step, minutia)) {
                    low = high - step + 1;
                    break;
                }
                high -= step;
            }
        }
        return findBetween(minutia, low, high);
    }

    private boolean isBelow(long i, long minutia) {
        return Long.compareUnsigned(minutia(i), minutia) < 0;
    }

    private long findBetween(long minutia, long from, long to) {
        long low = lowerBound(minutia, from, to);
        return low < count && minutia(low) == minutia ? payload(low) : LineTable.ABSENT;
    }

    /** The index of the first entry that is not less than a minutia. */
    long lowerBound(long minutia) {
        return lowerBound(minutia, 0, count);
    }

    private long lowerBound(long minutia, long from, long to) {
        long low = from;
        long high = to;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (isBelow(middle, minutia)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
