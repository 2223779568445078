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
    private final DocumentLists lists;
    private final ListCounts counts;
    private final PairFamilies families;
    private final LeftOut leftOut;
    private final IntPredicate wanted;
    private final int documents;
    private final int most;
    private int first;
    private int[] start = new int[1];
    private long[] places = new long[0];
    private boolean oversized;

    /**
     * @param families families of which only the first document is needed
     * @param leftOut the lists that are left out
     * @param wanted the documents whose lists are needed
     * @param most the number of places held at a time, of eight bytes each
     */
    SharedLists(
            DocumentLists lists,
            ListCounts counts,
            PairFamilies families,
            LeftOut leftOut,
            IntPredicate wanted,
            int documents,
            int most) {
        this.lists = lists;
        this.counts = counts;
        this.families = families;
        this.leftOut = leftOut;
        this.wanted = wanted;
        this.documents = documents;
        this.most = most;
    }

    private boolean has(int document) {
        return families.isFirst(document) && wanted.test(document);
    }

    private int size(int document) {
        return has(document) ? leftOut.sizes().get(document) : 0;
    }

    /** Inverts the lists for a window from this document on. Returns the first document beyond the window. */
    int index(int from) {
        int to = from;
        int entries = 0;
        // The number of documents is limited too, because each of them takes an entry of `start`.
        while (to < documents && size(to) <= most - entries && to - from < most) {
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
        fill(from, to);
        return to;
    }

    private void fill(int from, int to) {
        int[] fill = start.clone();
        long[] into = places;
        if (into.length > 0) {
            LeftOut.Filter filter = leftOut.filter();
            ListWalk.forEach(lists, (place, list) -> {
                if (counts.isIgnored(place)) {
                    return;
                }
                boolean partial = leftOut.isPartial(place);
                if (partial) {
                    filter.open(place);
                }
                while (list.next() && list.document() < to) {
                    int d = (int) list.document();
                    if (d >= from && has(d) && !(partial && filter.leavesOut(d))) {
                        into[fill[d - from]++] = place;
                    }
                }
            });
        }
    }

    /** Iterates over the places of the lists of one document, any number of times. One thread at a time. */
    interface Places {
        void rewind();

        /** The next place, or −1. */
        long next();
    }

    /** The places of a document of the window that is the first of its family. */
    Places of(int document) {
        return oversized ? new Searched(document) : new Indexed(document);
    }

    private final class Indexed implements Places {
        private final int from;
        private final int to;
        private int at;

        private Indexed(int document) {
            from = start[document - first];
            to = start[document - first + 1];
        }

        @Override
        public void rewind() {
            at = from;
        }

        @Override
        public long next() {
            return at < to ? places[at++] : -1;
        }
    }

    private final class Searched implements Places {
        private final int document;
        private final LeftOut.Filter filter = leftOut.filter();
        private ListWalk walk;

        private Searched(int document) {
            this.document = document;
        }

        @Override
        public void rewind() {
            walk = new ListWalk(lists);
        }

        @Override
        public long next() {
            while (walk.next()) {
                DocumentLists.Cursor list = walk.cursor();
                if (counts.isIgnored(walk.place())) {
                    continue;
                }
                while (list.next() && list.document() < document) {
                    // Documents before this one.
                }
                if (list.document() == document && !leftOutHere()) {
                    return walk.place();
                }
            }
            return -1;
        }

        private boolean leftOutHere() {
            if (!leftOut.isPartial(walk.place())) {
                return false;
            }
            filter.open(walk.place());
            return filter.leavesOut(document);
        }
    }
}
