package io.whorl.assembly;

import java.io.IOException;

/**
 * Divides the keys of a slice of a partition into ranges that fit the memory: the postings are counted by some further
 * leading bits, and again within each value of these bits that has too many. Only minutiae that were chosen crowd a
 * slice; hashes do not. One thread at a time.
 */
final class SliceRanges {
    private static final int STEP = 12;

    private final SpooledPostings spooled;
    private final int partition;
    private final int keyBits;
    private final int room;
    private final Sink sink;

    /** Receives ranges, in ascending order. */
    interface Sink {
        /** @param bits the low bits in which the keys of the range differ */
        void take(long first, long last, int bits) throws IOException;
    }

    /**
     * @param keyBits bits of a key
     * @param room postings of a range, unless it is a single key
     */
    SliceRanges(SpooledPostings spooled, int partition, int keyBits, int room, Sink sink) {
        this.spooled = spooled;
        this.partition = partition;
        this.keyBits = keyBits;
        this.room = room;
        this.sink = sink;
    }

    /**
     * Passes the keys that begin with a prefix to the sink.
     *
     * @param prefixBits bits of the prefix, fewer than a key has
     */
    void divide(long prefix, int prefixBits) throws IOException {
        int bits = keyBits - prefixBits;
        int low = bits - Math.min(STEP, bits);
        long[] counts = counts(prefix, bits, low);
        long begin = prefix << bits;
        int from = 0;
        long held = 0;
        for (int i = 0; i < counts.length; i++) {
            if (held + counts[i] > room) {
                pass(begin, from, i, low, held, bits);
                from = i;
                held = 0;
            }
            if (counts[i] > room && low > 0) {
                divide(begin >>> low | i, keyBits - low);
                from = i + 1;
            } else {
                held += counts[i];
            }
        }
        pass(begin, from, counts.length, low, held, bits);
    }

    private void pass(long begin, int from, int to, int low, long held, int bits) throws IOException {
        if (held > 0) {
            sink.take(begin + ((long) from << low), begin + ((long) to << low) - 1, bits);
        }
    }

    /** The number of postings for each value of the bits of a key from {@code low} on, after the prefix. */
    private long[] counts(long prefix, int bits, int low) throws IOException {
        long[] counts = new long[1 << bits - low];
        spooled.read(partition, (block, from, to) -> {
            for (int i = from; i < to; i++) {
                long key = block.key(i);
                if (key >>> bits == prefix) {
                    counts[(int) (key >>> low) & counts.length - 1]++;
                }
            }
        });
        return counts;
    }
}
