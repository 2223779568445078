package io.whorl.lab.run;

import java.util.Arrays;

/** The times of a set of queries. */
final class QueryTimes {
    private final long[] nanos;

    private QueryTimes(long[] nanos) {
        this.nanos = nanos;
        Arrays.sort(nanos);
    }

    /** @param rounds for each query, an odd number of times; their median counts */
    static QueryTimes of(long[][] rounds) {
        return new QueryTimes(Arrays.stream(rounds)
                .mapToLong(each -> Arrays.stream(each)
                        .sorted()
                        .skip(each.length / 2)
                        .findFirst()
                        .orElseThrow())
                .toArray());
    }

    /** Returns the quantile of the times. */
    double micros(double share) {
        int rank = (int) Math.ceil(share * nanos.length);
        return nanos[Math.max(0, rank - 1)] / 1e3;
    }

    int samples() {
        return nanos.length;
    }
}
