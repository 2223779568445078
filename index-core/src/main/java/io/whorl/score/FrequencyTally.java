package io.whorl.score;

import java.util.Map;
import java.util.TreeMap;

/**
 * Encodes the {@link FrequencyNorm} of a document of any size: it counts how many minutiae have each frequency. The
 * squares are summed in the same order, so the bytes are the same. Few frequencies are large, because their sum is the
 * number of chunks of the document.
 */
final class FrequencyTally implements ExtrasTally {
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
