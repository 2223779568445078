package io.whorl.cli.input;

import io.whorl.cli.output.Amount;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** Counts how often each of the first few details occurs, and how often all others do. One thread. */
final class DetailCounts {
    private static final int MAX_DETAILS = 8;

    private final Map<String, Long> counts = new LinkedHashMap<>();
    private long others;

    void add(String detail) {
        if (counts.containsKey(detail) || counts.size() < MAX_DETAILS) {
            counts.merge(detail, 1L, Long::sum);
        } else {
            others++;
        }
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    /** Returns for example {@code 12 (a redirect), 3 (it is in namespace 4), 7 others}. */
    @Override
    public String toString() {
        StringJoiner all = new StringJoiner(", ");
        counts.forEach((detail, count) -> all.add(String.format(Locale.ROOT, "%,d (%s)", count, detail)));
        if (others > 0) {
            all.add(Amount.of(others, "other"));
        }
        return all.toString();
    }
}
