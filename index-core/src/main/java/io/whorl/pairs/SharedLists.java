package io.whorl.pairs;

import io.whorl.store.DocumentLists;
import io.whorl.store.ScratchInts;

/**
 * For each document of a window, the places of the lists it is in: the lists turned round, for as many documents at a
 * time as fit. A document that alone does not fit is a window of its own, whose lists are found by going through all.
 * Changed by {@link #index} alone; between two calls any thread may read.
 */
final class SharedLists {
    private final DocumentLists lists;
    private final PairFamilies families;
    private final ScratchInts sizes;
    private final long maxDf;
    private final int documents;
    private final int most;
    private int first;
    private int[] start = new int[1];
    private long[] places = new long[0];
    private boolean oversized;

    /**
     * @param families of which only the first document is asked for
     * @param sizes for each document the lists of no more documents than {@code maxDf} that it is in
     * @param most places held at a time, eight bytes each
     */
    SharedLists(DocumentLists lists, PairFamilies families, ScratchInts sizes, int documents, long maxDf, int most) {
        this.lists = lists;
        this.families = families;
        this.sizes = sizes;
        this.documents = documents;
        this.maxDf = maxDf;
        this.most = most;
    }

    private int size(int document) {
        return families.isFirst(document) ? sizes.get(document) : 0;
    }

    /** Turns round the lists of the documents from this one on; returns the first document beyond the window. */
    int index(int from) {
        int to = from;
        int entries = 0;
        // A window of many documents in no list would need as much memory for where each begins.
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
            ListWalk.through(lists, (place, list) -> {
                if (list.left() > maxDf) {
                    return;
                }
                while (list.next() && list.document() < to) {
                    int d = (int) list.document();
                    if (d >= from && families.isFirst(d)) {
                        into[fill[d - from]++] = place;
                    }
                }
            });
        }
    }

    /** The places of one document's lists, one after another, as often as they are asked for. One thread at a time. */
    interface Places {
        void rewind();

        /** The next place, or −1. */
        long next();
    }

    /** Of a document in the window that is the first of its family. */
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
                if (list.left() > maxDf) {
                    continue;
                }
                while (list.next() && list.document() < document) {
                    // Documents before this one.
                }
                if (list.document() == document) {
                    return walk.place();
                }
            }
            return -1;
        }
    }
}
