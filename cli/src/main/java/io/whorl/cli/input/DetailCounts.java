package io.whorl.cli.input;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** How often each of the first few details was given, and how often any other. One thread. */
final class DetailCounts {
    private static final int MOST = 8;

    private final Map<String, Long> counts = new LinkedHashMap<>();
    private long others;

    void add(String detail) {
        if (counts.containsKey(detail) || counts.size() < MOST) {
            counts.merge(detail, 1L, Long::sum);
        } else {
            others++;
        }
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    /** Such as {@code 12 (a redirect), 3 (it is in namespace 4), 7 others}. */
    @Override
    public String toString() {
        StringJoiner all = new StringJoiner(", ");
        counts.forEach((detail, count) -> all.add(String.format(Locale.ROOT, "%,d (%s)", count, detail)));
        if (others > 0) {
            all.add(String.format(Locale.ROOT, "%,d other%s", others, others == 1 ? "" : "s"));
        }
        return all.toString();
    }
}
