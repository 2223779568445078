package io.whorl.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.Row;

/**
 * Minutiae that far more families hold than the limit, such as those of a template in every document. Their postings
 * are never shuffled: each task has this table instead. Immutable.
 */
final class HeavyMinutiae implements Serializable {
    private static final long serialVersionUID = 1;

    static final HeavyMinutiae NONE = new HeavyMinutiae(new long[0], new long[0], new long[0]);

    private final long[] minutiae;
    private final long[] held;
    private final long[] holders;

    /** @param minutiae in signed ascending order */
    private HeavyMinutiae(long[] minutiae, long[] held, long[] holders) {
        this.minutiae = minutiae;
        this.held = held;
        this.holders = holders;
    }

    /** Minutiae that are not counted yet. */
    static HeavyMinutiae candidates(List<Row> rows) {
        long[] minutiae = rows.stream()
                .mapToLong(row -> row.<Long>getAs("minutia"))
                .sorted()
                .toArray();
        return new HeavyMinutiae(minutiae, new long[minutiae.length], new long[minutiae.length]);
    }

    /** Counted minutiae. */
    static HeavyMinutiae counted(List<Row> rows) {
        List<Row> sorted = rows.stream()
                .sorted(Comparator.comparingLong(row -> row.<Long>getAs("minutia")))
                .toList();
        return new HeavyMinutiae(
                sorted.stream().mapToLong(row -> row.<Long>getAs("minutia")).toArray(),
                sorted.stream().mapToLong(row -> row.<Long>getAs("held")).toArray(),
                sorted.stream().mapToLong(row -> row.<Long>getAs("holders")).toArray());
    }

    int size() {
        return minutiae.length;
    }

    /** The index of a minutia; negative if it is not here. */
    int find(long minutia) {
        return minutiae.length == 0 ? -1 : Arrays.binarySearch(minutiae, minutia);
    }

    long minutia(int i) {
        return minutiae[i];
    }

    /** The number of families that hold it. */
    long held(int i) {
        return held[i];
    }

    /** The number of documents that hold it, as weights count them. */
    long holders(int i) {
        return holders[i];
    }
}
