package io.whorl.lucene.sketch;

import io.whorl.hash.SplitMix64;
import java.util.Arrays;

/**
 * Group keys of a sketch: b keys, each a hash of r minima. The orders of the sketch are spread over b · r bins, and
 * each bin gives its minimum by a second hash (Li, Owen &amp; Zhang, NIPS 2012). An empty bin takes the minimum of the
 * next bin that is not empty, and its distance (Shrivastava &amp; Li, ICML 2014). Two documents of resemblance t share
 * a key with a probability of about 1 − (1 − t^r)^b.
 */
public final class KeyBands {
    private static final long DISTANCE = 0x9E3779B97F4A7C15L;
    private static final long SECOND = 0xD1B54A32D192ED03L;

    private KeyBands() {}

    /**
     * The keys of a sketch, in ascending order and distinct.
     *
     * @param orders the orders of the sketch
     * @param bands b
     * @param rows r
     * @return no key if the sketch is empty
     */
    public static long[] of(long[] orders, int bands, int rows) {
        if (orders.length == 0 || bands == 0) {
            return new long[0];
        }
        long[] minima = minima(orders, bands * rows);
        long[] keys = new long[bands];
        for (int band = 0; band < bands; band++) {
            long key = band;
            for (int row = 0; row < rows; row++) {
                key = SplitMix64.mix(key + minima[band * rows + row]);
            }
            keys[band] = key;
        }
        Arrays.sort(keys);
        return Arrays.stream(keys).distinct().toArray();
    }

    private static long[] minima(long[] orders, int bins) {
        long[] minima = new long[bins];
        boolean[] filled = new boolean[bins];
        for (long order : orders) {
            long hash = SplitMix64.mix(order);
            int bin = (int) ((hash >>> 32) * bins >>> 32);
            long value = SplitMix64.mix(order + SECOND);
            if (!filled[bin] || value < minima[bin]) {
                filled[bin] = true;
                minima[bin] = value;
            }
        }
        long[] dense = new long[bins];
        for (int bin = 0; bin < bins; bin++) {
            int distance = 0;
            while (!filled[(bin + distance) % bins]) {
                distance++;
            }
            dense[bin] = minima[(bin + distance) % bins] + distance * DISTANCE;
        }
        return dense;
    }
}
