package io.whorl.score;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * W_d = √Σ(1 + ln f_d,t)², the length of a document in the cosine measure (HZ 3), as a little-endian double. It is
 * summed in the order of ascending frequencies, with {@link StrictMath}, so that its bytes are the same on every
 * machine.
 */
record FrequencyNorm() implements DocumentExtras {
    static final int BYTES = 8;

    @Override
    public byte[] of(long[] selected, int n, long words) {
        long[] sorted = Arrays.copyOf(selected, n);
        Arrays.sort(sorted);
        int[] frequencies = new int[n];
        int distinct = 0;
        for (int i = 0; i < n; i++) {
            distinct += i == 0 || sorted[i] != sorted[i - 1] ? 1 : 0;
            frequencies[distinct - 1]++;
        }
        return encode(frequencies, distinct);
    }

    @Override
    public byte[] of(long[] distinct, int[] frequencies, int n, long words) {
        return encode(Arrays.copyOf(frequencies, n), n);
    }

    /** Sorts the frequencies. */
    private static byte[] encode(int[] frequencies, int n) {
        Arrays.sort(frequencies, 0, n);
        double squares = 0;
        for (int i = 0; i < n; i++) {
            squares += square(frequencies[i]);
        }
        return encode(squares);
    }

    @Override
    public ExtrasTally tally() {
        return new FrequencyTally();
    }

    /** (1 + ln f)². */
    static double square(int frequency) {
        double weight = 1 + StrictMath.log(frequency);
        return weight * weight;
    }

    /** The bytes of a document by the sum of its squares. */
    static byte[] encode(double squares) {
        long bits = Double.doubleToLongBits(Math.sqrt(squares));
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bytes[i] = (byte) (bits >>> 8 * i);
        }
        return bytes;
    }

    /** @throws IndexOutOfBoundsException if the extra does not have the length of a norm */
    static double read(byte[] extra) {
        if (extra.length != BYTES) {
            throw new IndexOutOfBoundsException("the extra of a document has " + extra.length
                    + " bytes; a norm for the cosine measure has " + BYTES);
        }
        long bits = 0;
        for (int i = 0; i < BYTES; i++) {
            bits |= (extra[i] & 0xFFL) << 8 * i;
        }
        return Double.longBitsToDouble(bits);
    }

    /**
     * Encodes the {@link FrequencyNorm} of a document of any size: it counts how many minutiae have each frequency. The
     * squares are summed in the same order, so the bytes are the same. Few frequencies are large, because their sum is
     * the number of chunks of the document.
     */
    private static final class FrequencyTally implements ExtrasTally {
        private static final int SMALL = 1 << 10;

        private final long[] small = new long[SMALL];
        private final TreeMap<Integer, Long> large = new TreeMap<>();
        private int end = 1;

        @Override
        public void start() {
            for (int f = 1; f < end; f++) {
                small[f] = 0;
            }
            end = 1;
            large.clear();
        }

        @Override
        public void add(long minutia, int count) {
            if (count < SMALL) {
                small[count]++;
                end = Math.max(end, count + 1);
            } else {
                large.merge(count, 1L, Long::sum);
            }
        }

        @Override
        public byte[] finish(long words) {
            double squares = 0;
            for (int f = 1; f < end; f++) {
                squares = plus(squares, f, small[f]);
            }
            for (Map.Entry<Integer, Long> some : large.entrySet()) {
                squares = plus(squares, some.getKey(), some.getValue());
            }
            return FrequencyNorm.encode(squares);
        }

        private static double plus(double squares, int frequency, long times) {
            double square = times == 0 ? 0 : FrequencyNorm.square(frequency);
            double sum = squares;
            for (long i = 0; i < times; i++) {
                sum += square;
            }
            return sum;
        }
    }
}
