package io.whorl.merge;

import io.whorl.store.DeadDocuments;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongArrayList;

/**
 * Finds the documents of several segments that have one id, in one pass over all ids. Needs heap for one bit a document
 * that is left out, in pages.
 */
public final class RepeatedDocuments {
    /** Deaths to collect before they are added to their set, which copies pages. */
    private static final int BATCH = 1 << 16;

    private final List<DeadDocuments> dead = new ArrayList<>();
    private final List<LongArrayList> died = new ArrayList<>();

    /** Decides between two documents with one id. */
    public interface Rule {
        /**
         * Decides which one is left out.
         *
         * @param earlier the index of the input with the earlier document
         * @param later the index of the input with the later one
         * @param id the id in UTF-8
         * @return whether the later one stays; the other one is left out
         */
        boolean laterStays(int earlier, int later, byte[] id);
    }

    private RepeatedDocuments(List<SegmentMerge.Input> inputs) {
        for (SegmentMerge.Input input : inputs) {
            dead.add(input.dead());
            died.add(new LongArrayList());
        }
    }

    /**
     * Leaves out documents until each id has one.
     *
     * @param inputs in the order that decides which document is earlier
     * @return for each input its dead documents, including those that are left out
     * @throws io.whorl.CorruptIndexException if an input has two documents with one id, or is damaged otherwise
     */
    public static List<DeadDocuments> leaveOut(List<SegmentMerge.Input> inputs, Rule rule) {
        return new RepeatedDocuments(inputs).run(inputs, rule);
    }

    private List<DeadDocuments> run(List<SegmentMerge.Input> inputs, Rule rule) {
        IdMerge ids = new IdMerge(inputs);
        int kept = -1;
        long keptOrdinal = -1;
        while (ids.next()) {
            if (ids.repeats()) {
                byte[] id = ids.id();
                if (ids.input() == kept) {
                    throw inputs.get(kept)
                            .segment()
                            .documents()
                            .damaged("two documents have the id " + new String(id, StandardCharsets.UTF_8));
                }
                if (!rule.laterStays(kept, ids.input(), id)) {
                    leaveOut(ids.input(), ids.ordinal());
                    continue;
                }
                leaveOut(kept, keptOrdinal);
            }
            kept = ids.input();
            keptOrdinal = ids.ordinal();
        }
        for (int i = 0; i < died.size(); i++) {
            flush(i);
        }
        return dead;
    }

    private void leaveOut(int input, long ordinal) {
        died.get(input).addLong(ordinal);
        if (died.get(input).size() == BATCH) {
            flush(input);
        }
    }

    private void flush(int input) {
        LongArrayList batch = died.get(input);
        dead.set(input, dead.get(input).with(batch.toLongArray(), batch.size()));
        batch.clear();
    }
}
