package io.whorl.minutiae;

import io.whorl.select.SelectedChunks;
import java.util.Arrays;

/**
 * The distinct minutiae of a document.
 *
 * @param minutiae unsigned ascending
 * @param frequencies how often each was selected; empty if the scheme keeps no frequencies
 */
public record DistinctMinutiae(long[] minutiae, int[] frequencies) {
    private static final int[] NONE = new int[0];

    /** Sorts the selected minutiae in place. */
    static DistinctMinutiae of(SelectedChunks selected, MinutiaSort sort, boolean counted) {
        long[] minutiae = selected.array();
        int n = selected.size();
        sort.sort(minutiae, n);
        int distinct = 0;
        for (int i = 0; i < n; i++) {
            distinct += i == 0 || minutiae[i] != minutiae[i - 1] ? 1 : 0;
        }
        long[] set = new long[distinct];
        int[] frequencies = counted ? new int[distinct] : NONE;
        int at = -1;
        for (int i = 0; i < n; i++) {
            if (i == 0 || minutiae[i] != minutiae[i - 1]) {
                set[++at] = minutiae[i];
            }
            if (counted) {
                frequencies[at]++;
            }
        }
        return new DistinctMinutiae(set, frequencies);
    }

    /** Copies minutiae that are distinct already. */
    static DistinctMinutiae of(CountedMinutiae distinct) {
        int n = distinct.size();
        int[] frequencies = distinct.counts();
        return new DistinctMinutiae(
                Arrays.copyOf(distinct.minutiae(), n), frequencies.length == 0 ? NONE : Arrays.copyOf(frequencies, n));
    }
}
