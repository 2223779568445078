package io.whorl.store;

import io.whorl.store.ScratchArray.ScratchInts;
import io.whorl.store.ScratchArray.ScratchLongs;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * Adds the weights of minutiae to the documents of their lists. Counts the minutiae of each list first, so that a list
 * is decoded once and not once per minutia. One thread at a time.
 */
public final class WeightSums {
    private final DocumentLists lists;
    private final LongUnaryOperator weight;
    private final ScratchLongs sums;
    private final ScratchInts minutiae;

    /**
     * @param weight weight of a minutia, by its document frequency
     * @param sums receives the sums, by document
     * @param file holds {@link #bytes}; without a file they are in heap
     */
    public WeightSums(DocumentLists lists, LongUnaryOperator weight, ScratchLongs sums, Optional<TempFile> file)
            throws IOException {
        this.lists = lists;
        this.weight = weight;
        this.sums = sums;
        minutiae = new ScratchInts(lists.count(), file);
    }

    public static long bytes(DocumentLists lists) {
        return lists.count() * Integer.BYTES;
    }

    /**
     * Counts a minutia.
     *
     * @param number number of its list
     */
    public void add(long number) {
        minutiae.add(number, 1);
    }

    public void flush() {
        DocumentLists.Cursor list = null;
        for (long number = 0; number < lists.count(); number++) {
            int counted = minutiae.get(number);
            if (counted > 0) {
                list = lists.cursor(list, number);
                long all = weight.applyAsLong(list.remaining()) * counted;
                while (list.next()) {
                    sums.add(list.document(), all);
                }
            }
        }
    }
}
