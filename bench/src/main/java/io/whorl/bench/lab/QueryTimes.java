package io.whorl.bench.lab;

import java.util.Arrays;

/** How long each of some queries took. */
final class QueryTimes {
    private final long[] nanos;

    /** @param nanos at least one, not changed any more */
    QueryTimes(long[] nanos) {
        this.nanos = nanos.clone();
        Arrays.sort(this.nanos);
    }

    /** The least time that this share of the samples does not exceed. */
    double micros(double share) {
        int rank = (int) Math.ceil(share * nanos.length);
        return nanos[Math.max(0, rank - 1)] / 1e3;
    }

    int samples() {
        return nanos.length;
    }
}
