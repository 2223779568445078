package io.whorl.pairs;

import io.whorl.pairs.ListCounts.ListWalk;
import io.whorl.store.DocumentLists;
import java.util.function.IntPredicate;

/**
 * For each document of a window, the places of the lists that name it: the inverse of the lists, for as many documents
 * at a time as fit. If a document does not fit, it is a window of its own, and its lists are found by a pass over all
 * lists. Only {@link #index} changes it; between two calls any thread may read.
 */
final class SharedLists {
    private final PairTables tables;
    private final DocumentLists lists;
    private final IntPredicate wanted;
    private final int most;
    private int first;
    private int[] start = new int[1];
    private long[] places = new long[0];
    private boolean oversized;

    /**
     * @param wanted the documents whose lists are needed; of a family only the first is
     * @param most the number of places held at a time, of eight bytes each
     */
    SharedLists(PairTables tables, IntPredicate wanted, int most) {
        this.tables = tables;
        lists = tables.segment.lists();
        this.wanted = wanted;
        this.most = most;
    }

    private boolean has(int document) {
        return tables.families.isFirst(document) && wanted.test(document);
    }

    private int size(int document) {
        return has(document) ? tables.leftOut.sizes.get(document) : 0;
    }

    /** Inverts the lists for a window from this document on. Returns the first document beyond the window. */
    int index(int from) {
        int to = from;
        int entries = 0;
        // The number of documents is limited too, because each of them takes an entry of `start`.
        while (to < tables.documents && size(to) <= most - entries && to - from < most) {
            entries += size(to++);
        }
        first = from;
        oversized = to == from;
        places = new long[0];
        if (oversized) {
            return from + 1;
        }
        start = new int[to - from + 1];
        for (int d = from; d < to; d++) {
            start[d - from + 1] = start[d - from] + size(d);
        }
        places = new long[entries];
        if (entries > 0) {
            fill(from, to);
        }
        return to;
    }

    private void fill(int from, int to) {
        int[] fill = start.clone();
        LeftOut.Filter filter = tables.leftOut.new Filter();
        ListWalk.forEach(lists, (place, list) -> {
            if (tables.counts.isIgnored(place)) {
                return;
            }
            boolean partial = filter.open(place);
            while (list.next() && list.document() < to) {
                int d = (int) list.document();
                if (d >= from && has(d) && !(partial && filter.leavesOut(d))) {
                    places[fill[d - from]++] = place;
                }
            }
        });
    }

    /** The places of a document of the window that is the first of its family. */
    Places of(int document) {
        return new Places(document);
    }

    /** Iterates over the places of the lists of one document, any number of times. One thread at a time. */
    final class Places {
        private final int document;
        private int at;
        /** Of all lists, if the document is a window of its own. */
        private ListWalk walk;

        private LeftOut.Filter filter;

        private Places(int document) {
            this.document = document;
        }

        void rewind() {
            if (oversized) {
                walk = new ListWalk(lists);
                filter = tables.leftOut.new Filter();
            } else {
                at = start[document - first];
            }
        }

        /** The next place, or −1. */
        long next() {
            if (oversized) {
                return search();
            }
            return at < start[document - first + 1] ? places[at++] : -1;
        }

        private long search() {
            while (walk.next()) {
                DocumentLists.Cursor list = walk.cursor();
                if (tables.counts.isIgnored(walk.place())) {
                    continue;
                }
                while (list.next() && list.document() < document) {
                    // Documents before this one.
                }
                if (list.document() == document && !(filter.open(walk.place()) && filter.leavesOut(document))) {
                    return walk.place();
                }
            }
            return -1;
        }
    }
}
