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
    /**
     * The size of the shortest list in bytes: the number of documents, then a document and its distance to the next, or
     * a document and its frequency. So the places of two lists never give the same number when divided by this.
     */
    private static final int SHORTEST = 3;

    private final DocumentLists lists;
    private final ScratchInts counts;
    private final ScratchInts alone;
    private long listed;

    private ListCounts(DocumentLists lists, ScratchInts counts, ScratchInts alone) {
        this.lists = lists;
        this.counts = counts;
        this.alone = alone;
    }

    /** Counts in one pass over the table. */
    static ListCounts of(Segment segment, PairScratch scratch) throws IOException {
        long documents = segment.counts().documents();
        DocumentLists lists = segment.lists();
        ListCounts counts =
                new ListCounts(lists, scratch.cells(lists.length() / SHORTEST + 1), scratch.cells(documents));
        MinutiaCursor cursor = segment.table().cursor();
        while (cursor.next()) {
            long payload = cursor.payload();
            if (payload < documents) {
                counts.alone.add(payload, 1);
            } else {
                long place = payload - documents;
                if (place >= lists.length()) {
                    throw lists.damaged(place, "a minutia leads to place " + place + " of " + lists.length());
                }
                counts.counts.add(place / SHORTEST, 1);
                counts.listed++;
            }
        }
        return counts;
    }

    /**
     * Compares the minutiae of all lists with those of the table. In a damaged segment, a minutia may lead to a place
     * where no list starts.
     *
     * @param found the number of minutiae that lead to the lists of the segment
     */
    void check(long found) {
        if (found != listed) {
            throw lists.damaged(
                    0, listed + " minutiae lead to lists, but only " + found + " of them to the start of a list");
        }
    }

    /** The number of minutiae that lead to the list at a place. */
    int minutiae(long place) {
        return Math.abs(counts.get(place / SHORTEST));
    }

    void ignore(long place) {
        counts.set(place / SHORTEST, -minutiae(place));
    }

    boolean isIgnored(long place) {
        return counts.get(place / SHORTEST) < 0;
    }

    /** A number for the list at a place, less than {@link #numbers}. */
    long number(long place) {
        return place / SHORTEST;
    }

    /** More than the largest {@link #number}. */
    long numbers() {
        return lists.length() / SHORTEST + 1;
    }

    /** The number of minutiae that this document alone holds. */
    int alone(long document) {
        return alone.get(document);
    }

    /** Receives lists. */
    public interface ListVisitor {
        /**
         * @param place the place of the list
         * @param documents a cursor before the first document, which need not be read to the end
         */
        void list(long place, DocumentLists.Cursor documents);
    }

    /** Passes on all lists of a segment in the order of the file. */
    public static void forEachList(DocumentLists lists, ListVisitor visitor) {
        DocumentLists.Cursor cursor = null;
        for (long place = 0; place < lists.length(); place = cursor.end()) {
            cursor = lists.cursor(cursor, place);
            visitor.list(place, cursor);
            while (cursor.next()) {
                // The next list starts where this one ends.
            }
        }
    }
}
