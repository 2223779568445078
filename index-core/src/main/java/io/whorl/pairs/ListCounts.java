package io.whorl.pairs;

import io.whorl.store.DocumentLists;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.ScratchInts;
import io.whorl.store.Segment;
import java.io.IOException;

/**
 * The number of minutiae of a segment that lead to each distinct list, and the number that each document holds alone.
 * Thread-safe.
 */
public final class ListCounts {
    private final ScratchInts counts;
    private final ScratchInts alone;

    private ListCounts(ScratchInts counts, ScratchInts alone) {
        this.counts = counts;
        this.alone = alone;
    }

    /** Counts in one pass over the table. */
    static ListCounts of(Segment segment, PairScratch scratch) throws IOException {
        long documents = segment.counts().documents();
        DocumentLists lists = segment.lists();
        ListCounts counts = new ListCounts(scratch.cells(lists.count()), scratch.cells(documents));
        MinutiaCursor cursor = segment.table().cursor();
        while (cursor.next()) {
            long payload = cursor.payload();
            if (payload < documents) {
                counts.alone.add(payload, 1);
            } else {
                long list = payload - documents;
                if (list >= lists.count()) {
                    throw lists.damaged(list, "a minutia leads to list " + list + " of " + lists.count());
                }
                counts.counts.add(list, 1);
            }
        }
        return counts;
    }

    /** The number of minutiae that lead to a list. */
    int minutiae(long list) {
        return Math.abs(counts.get(list));
    }

    void ignore(long list) {
        counts.set(list, -minutiae(list));
    }

    boolean isIgnored(long list) {
        return counts.get(list) < 0;
    }

    /** The number of minutiae that this document alone holds. */
    int alone(long document) {
        return alone.get(document);
    }

    /** Receives lists. */
    public interface ListVisitor {
        /**
         * @param list the number of the list
         * @param documents a cursor before the first document, which need not be read to the end
         */
        void list(long list, DocumentLists.Cursor documents);
    }

    /** Passes on all lists of a segment in the order of the file. */
    public static void forEachList(DocumentLists lists, ListVisitor visitor) {
        DocumentLists.Cursor cursor = null;
        for (long list = 0; list < lists.count(); list++) {
            cursor = lists.cursor(cursor, list);
            visitor.list(list, cursor);
        }
    }
}
