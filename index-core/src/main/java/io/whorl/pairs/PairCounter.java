package io.whorl.pairs;

import io.whorl.store.DocumentLists;

/**
 * Counts the minutiae that a document shares with each document before it, in windows of ordinals, so that the counters
 * stay small however large the segment is. One thread at a time.
 */
final class PairCounter {
    private final PairTables tables;
    private final PairOffers offers;
    private final DocumentLists lists;
    private final LeftOut.Filter filter;
    private final boolean weighted;
    private final int window;
    private final int[] shared;
    private final int[] touched;
    /** The weights of the shared minutiae; empty if the measure is not weighted. */
    private final long[] sums;

    private DocumentLists.Cursor cursor;
    private long from;
    private int noted;

    /** @param window the number of documents counted at a time, at least 1 */
    PairCounter(PairTables tables, PairOffers offers, int window) {
        this.tables = tables;
        this.offers = offers;
        this.window = Math.max(1, Math.min(window, tables.documents()));
        lists = tables.segment().lists();
        filter = tables.leftOut().filter();
        weighted = tables.weighted();
        shared = new int[this.window];
        // One more entry, because the loop writes a document before it checks that it is new.
        touched = new int[this.window + 1];
        sums = new long[weighted ? this.window : 0];
    }

    /** Offers all pairs of a document with the documents before it, and the pairs of its family. */
    void count(int document, SharedLists sharedLists) {
        if (!tables.families().isFirst(document) || !offers.wants(document)) {
            return;
        }
        if (tables.families().size(document) > 1) {
            offers.within(document);
        }
        SharedLists.Places places = sharedLists.of(document);
        for (from = 0; from < document; from += window) {
            noted = 0;
            long to = Math.min(from + window, document);
            places.rewind();
            for (long place = places.next(); place >= 0; place = places.next()) {
                countList(place, to);
            }
            offer(document);
        }
    }

    private void open(long place) {
        if (cursor == null) {
            cursor = lists.cursor(place);
        } else {
            cursor.open(place);
        }
    }

    private void countList(long place, long to) {
        open(place);
        long holders = cursor.left();
        do {
            if (!cursor.next()) {
                return;
            }
        } while (cursor.document() < from);
        int minutiae = tables.counts().minutiae(place);
        boolean partial = tables.leftOut().isPartial(place);
        if (partial) {
            filter.open(place);
        }
        if (!weighted && !partial) {
            noted = cursor.tally(from, to, minutiae, shared, touched, noted);
            return;
        }
        long weight = weighted ? minutiae * tables.rarity(holders) : 0;
        do {
            if (cursor.document() >= to) {
                return;
            }
            if (partial && filter.leavesOut(cursor.document())) {
                continue;
            }
            int at = (int) (cursor.document() - from);
            if (shared[at] == 0) {
                touched[noted++] = at;
            }
            shared[at] += minutiae;
            if (weighted) {
                sums[at] += weight;
            }
        } while (cursor.next());
    }

    private void offer(int document) {
        long least = offers.leastCounted(document);
        for (int i = 0; i < noted; i++) {
            int at = touched[i];
            int count = shared[at];
            long sum = weighted ? sums[at] : 0;
            shared[at] = 0;
            if (weighted) {
                sums[at] = 0;
            }
            int other = (int) from + at;
            // Most documents share too little; only for the others is the family looked up.
            if (count >= least && tables.families().isFirst(other) && offers.wants(other, document)) {
                offers.across(other, document, count, sum);
            }
        }
    }
}
