package io.whorl.spark;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.Row;

/** Counts by name, in the order in which they were added. Not thread-safe. */
final class GroupFigures {
    private final Map<String, Long> counts = new LinkedHashMap<>();

    void add(String name, long count) {
        counts.merge(name, count, Long::sum);
    }

    /** Adds the columns of a row; null counts as 0. */
    void add(Row sums) {
        for (String name : sums.schema().fieldNames()) {
            add(sums, name);
        }
    }

    /** Adds a column of a row; null counts as 0. */
    void add(Row sums, String name) {
        Long count = sums.getAs(name);
        add(name, count == null ? 0 : count);
    }

    long get(String name) {
        return counts.getOrDefault(name, 0L);
    }

    Map<String, Long> all() {
        return Collections.unmodifiableMap(counts);
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
