package io.whorl.lab.run;

import java.util.Arrays;

/** How long each of some questions takes. */
final class QueryTimes {
    private final long[] nanos;

    private QueryTimes(long[] nanos) {
        this.nanos = nanos;
        Arrays.sort(nanos);
    }

    /**
     * @param rounds of each question, at least one question and an odd number of rounds; a question takes their median
     */
    static QueryTimes of(long[][] rounds) {
        return new QueryTimes(Arrays.stream(rounds)
                .mapToLong(each -> Arrays.stream(each)
                        .sorted()
                        .skip(each.length / 2)
                        .findFirst()
                        .orElseThrow())
                .toArray());
    }

    /** The least time that this share of the questions does not exceed. */
    double micros(double share) {
        int rank = (int) Math.ceil(share * nanos.length);
        return nanos[Math.max(0, rank - 1)] / 1e3;
    }

    int samples() {
        return nanos.length;
    }
}
