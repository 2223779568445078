package io.whorl.pairs;

import io.whorl.store.DocumentLists;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.ScratchInts;
import io.whorl.store.Segment;
import java.io.IOException;

/**
 * How many minutiae of a segment each distinct list stands for, and how many each document holds alone. Thread-safe.
 */
final class ListCounts {
    /**
     * Bytes of the shortest list: the number of documents, then a document and its distance to the next, or a document
     * and its frequency. So a place divided by this is another number for each list.
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

    /** By one pass over the table. */
    static ListCounts of(Segment segment, PairScratch scratch) throws IOException {
        long documents = segment.counts().documents();
        DocumentLists lists = segment.lists();
        ListCounts counts =
                new ListCounts(lists, scratch.cells(lists.length() / SHORTEST + 1), scratch.cells(documents));
        MinutiaCursor cursor = segment.table().cursor();
        while (cursor.next()) {
            long payload = cursor.payload();
            if (payload < documents) {
                counts.alone.set(payload, counts.alone.get(payload) + 1);
            } else {
                long place = payload - documents;
                if (place >= lists.length()) {
                    throw lists.damaged(place, "a minutia leads to place " + place + " of " + lists.length());
                }
                long cell = place / SHORTEST;
                counts.counts.set(cell, counts.counts.get(cell) + 1);
                counts.listed++;
            }
        }
        return counts;
    }

    /**
     * Compares the minutiae of all lists with those of the table: in a damaged segment a minutia may lead to a place
     * where no list begins.
     *
     * @param found minutiae that all lists stand for
     */
    void check(long found) {
        if (found != listed) {
            throw lists.damaged(
                    0, listed + " minutiae lead to lists, and those of " + found + " are where a list begins");
        }
    }

    /** Minutiae that the list at a place stands for. */
    int minutiae(long place) {
        return counts.get(place / SHORTEST);
    }

    /** Minutiae that no other document's postings hold. */
    int alone(long document) {
        return alone.get(document);
    }
}
