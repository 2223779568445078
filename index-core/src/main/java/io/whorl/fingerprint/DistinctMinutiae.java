package io.whorl.fingerprint;

import io.whorl.select.SelectedChunks;
import java.util.Arrays;

/** From minutiae as selected to the set that is the fingerprint, unsigned ascending. */
final class DistinctMinutiae {
    private static final int[] NONE = new int[0];

    private DistinctMinutiae() {}

    /** Sorts the selected minutiae where they stand. */
    static Fingerprint of(SelectedChunks selected, MinutiaSort sort, boolean counted, DocumentCounts counts) {
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
        return new Fingerprint(set, frequencies, counts);
    }

    /** Of minutiae that are distinct already. */
    static Fingerprint of(CountedMinutiae distinct, DocumentCounts counts) {
        int n = distinct.size();
        int[] frequencies = distinct.counts();
        return new Fingerprint(
                Arrays.copyOf(distinct.minutiae(), n),
                frequencies.length == 0 ? NONE : Arrays.copyOf(frequencies, n),
                counts);
    }
}
