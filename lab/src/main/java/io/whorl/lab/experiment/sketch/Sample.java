package io.whorl.lab.experiment.sketch;

/**
 * The part of the union of two documents' shingles that their sketches show.
 *
 * @param shared the number of shingles in the sample that both documents have
 * @param size the number of shingles in the sample
 */
record Sample(int shared, int size) {
    /** Returns the smallest elements of the union of two sets, both in ascending unsigned order. */
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

    /** Returns the estimate of resemblance (theorem of BGMZ 3); 0 if the sample is empty. */
    double resemblance() {
        return size == 0 ? 0 : (double) shared / size;
    }
}
