package io.whorl.parts;

import io.whorl.store.DocumentLists;
import io.whorl.store.MinutiaTable;
import io.whorl.store.Segment;

/**
 * The minutiae of a query that a segment holds. They are split up front into those that one document holds alone and
 * those that lead to a list of documents, so the hot loops have no unpredictable branch. One thread at a time.
 */
final class FoundMinutiae {
    /** The indices in the query of the minutiae that one document holds alone; {@link #aloneCount} of them. */
    final int[] alone;
    /** For each entry of {@link #alone} the document that holds it. */
    final long[] holder;

    final int aloneCount;
    /** The indices in the query of the minutiae that lead to a list; {@link #listedCount} of them. */
    final int[] listed;
    /** For each entry of {@link #listed} the number of its list in {@link #lists}. */
    final int[] list;

    final int listedCount;
    final ListNumbers lists;

    /**
     * @param mostLists the largest number of distinct lists
     * @throws io.whorl.LimitExceededException if the minutiae lead to more lists
     */
    FoundMinutiae(Segment segment, long[] minutiae, MinutiaTable.Scratch scratch, long mostLists) {
        long documents = segment.counts().documents();
        long[] payloads = new long[minutiae.length];
        segment.table().findAll(minutiae, 0, minutiae.length, payloads, scratch);
        lists = new ListNumbers(mostLists);
        alone = new int[minutiae.length];
        listed = new int[minutiae.length];
        list = new int[minutiae.length];
        int a = 0;
        int l = 0;
        for (int i = 0; i < payloads.length; i++) {
            long payload = payloads[i];
            if (payload == MinutiaTable.ABSENT) {
                continue;
            }
            if (payload < documents) {
                alone[a] = i;
                payloads[a++] = payload;
            } else {
                listed[l] = i;
                list[l++] = lists.add(payload - documents);
            }
        }
        lists.readAhead(segment.lists());
        holder = payloads;
        aloneCount = a;
        listedCount = l;
    }

    /** Returns a cursor at the start of a list: {@code used} if there is one, which then leaves its list. */
    DocumentLists.Cursor open(int number, DocumentLists documents, DocumentLists.Cursor used) {
        if (used == null) {
            return documents.cursor(lists.place(number));
        }
        used.open(lists.place(number));
        return used;
    }
}
