package io.whorl.lab.experiment.sketch;

/**
 * What two sketches show of the union of two documents' shingles.
 *
 * @param shared of the shingles shown, those that both documents have
 * @param size shingles shown
 */
record Sample(int shared, int size) {
    /** Of two sets, ascending unsigned, the smallest of their union. */
    static Sample of(long[] a, long[] b, int most) {
        int i = 0;
        int j = 0;
        int shared = 0;
        int size = 0;
        while (size < most && (i < a.length || j < b.length)) {
            int order = i == a.length ? 1 : j == b.length ? -1 : Long.compareUnsigned(a[i], b[j]);
            shared += order == 0 ? 1 : 0;
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
            size++;
        }
        return new Sample(shared, size);
    }

    /** The estimate of resemblance (BGMZ 3, theorem); 0 where nothing is shown. */
    double resemblance() {
        return size == 0 ? 0 : (double) shared / size;
    }
}
