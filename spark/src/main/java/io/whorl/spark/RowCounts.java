package io.whorl.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts the rows of a task, or of a job. Memory does not depend on the number of rows. Not thread-safe. */
final class RowCounts implements Serializable {
    private static final long serialVersionUID = 1;
    /** The largest number of examples. */
    static final int MOST_EXAMPLES = 20;
    /** An id may have 65,535 bytes. */
    private static final int LONGEST_ID = 100;

    private final EnumMap<LeftOut, Long> leftOut = new EnumMap<>(LeftOut.class);
    private final ArrayList<String> examples = new ArrayList<>();
    private long rows;
    private long textBytes;
    private long unusableDates;
    private long malformed;
    private long withoutMinutiae;

    void row() {
        rows++;
    }

    void indexed(long bytes) {
        textBytes += bytes;
    }

    void unusableDate() {
        unusableDates++;
    }

    /** Adds what the builder found in the documents of this task. */
    void found(long malformedSequences, long documentsWithoutMinutiae) {
        malformed += malformedSequences;
        withoutMinutiae += documentsWithoutMinutiae;
    }

    void leaveOut(LeftOut reason, long count) {
        if (count > 0) {
            leftOut.merge(reason, count, Long::sum);
        }
    }

    void leaveOut(LeftOut reason, String id) {
        leaveOut(reason, 1);
        example(reason, id);
    }

    /** Names a row that is counted elsewhere. */
    void example(LeftOut reason, String id) {
        if (examples.size() < MOST_EXAMPLES) {
            examples.add(reason.words() + ": "
                    + (id.length() <= LONGEST_ID ? id : id.substring(0, LONGEST_ID) + "... (" + id.length() + ")"));
        }
    }

    void add(RowCounts other) {
        rows += other.rows;
        textBytes += other.textBytes;
        unusableDates += other.unusableDates;
        found(other.malformed, other.withoutMinutiae);
        other.leftOut.forEach(this::leaveOut);
        other.examples.stream().limit(MOST_EXAMPLES - (long) examples.size()).forEach(examples::add);
    }

    /** The rows that make a job that is strict fail. */
    long bad() {
        return leftOut.entrySet().stream()
                .filter(e -> e.getKey().isBad())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    long rows() {
        return rows;
    }

    long textBytes() {
        return textBytes;
    }

    long unusableDates() {
        return unusableDates;
    }

    long malformed() {
        return malformed;
    }

    long withoutMinutiae() {
        return withoutMinutiae;
    }

    Map<LeftOut, Long> leftOut() {
        return Collections.unmodifiableMap(leftOut);
    }

    List<String> examples() {
        return List.copyOf(examples);
    }

    /** What was left out, in one line, such as {@code 2 null id, 1 repeated id}. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        leftOut.forEach((reason, count) -> parts.add(count + " " + reason.words()));
        return String.join(", ", parts);
    }
}
