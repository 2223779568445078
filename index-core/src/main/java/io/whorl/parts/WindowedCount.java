package io.whorl.parts;

import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentLists;
import io.whorl.store.Families;
import io.whorl.store.Segment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts the minutiae that each document of a segment shares with a query, list by list, in windows of ordinals, so
 * that the counters stay small however large the segment is. Used once.
 */
class WindowedCount {
    final int[] shared;
    final int[] touched;
    private final DocumentLists lists;
    private final long documents;
    private final int window;
    private final DeadDocuments dead;
    private final Families families;
    private final boolean anyAlias;
    private final boolean anyDead;
    private final Collector collector;
    private final FoundMinutiae found;
    private final int[] listCounts;

    /** @param listCounts for each list the number of minutiae that lead to it and are not ignored */
    WindowedCount(
            Segment segment,
            DeadDocuments dead,
            SearchBuffers buffers,
            Collector collector,
            FoundMinutiae found,
            int[] listCounts) {
        lists = segment.lists();
        documents = segment.counts().documents();
        this.dead = dead;
        families = segment.families();
        anyAlias = !families.isEmpty();
        anyDead = !dead.isEmpty();
        this.collector = collector;
        this.found = found;
        this.listCounts = listCounts;
        window = buffers.window;
        shared = buffers.shared;
        touched = buffers.touched;
    }

    /** A list that continues beyond the window, with its cursor on the first document there. */
    private record OpenList(int list, DocumentLists.Cursor cursor) {}

    /** A minutia that one document holds alone, as {@link #run} takes it. */
    static long alone(long document, int minutia) {
        return document << Integer.SIZE | minutia;
    }

    /**
     * @param alone the minutiae that one document holds alone, made by {@link #alone}; they are sorted if need be
     * @param aloneCount the number of these
     */
    final void run(long[] alone, int aloneCount) {
        if (documents > window) {
            Arrays.sort(alone, 0, aloneCount);
        }
        int nextAlone = 0;
        List<OpenList> open = List.of();
        for (long start = 0; start < documents; start += window) {
            long end = Math.min(documents, start + window);
            int n = 0;
            for (; nextAlone < aloneCount && alone[nextAlone] >>> Integer.SIZE < end; nextAlone++) {
                int at = (int) ((alone[nextAlone] >>> Integer.SIZE) - start);
                touched[n] = at;
                n += shared[at] == 0 ? 1 : 0;
                addAlone(at, (int) alone[nextAlone]);
            }
            List<OpenList> next = new ArrayList<>();
            n = start == 0 ? addFirst(end, next, n) : addRest(open, start, end, next, n);
            collect(start, n);
            open = next;
            if (open.isEmpty() && nextAlone == aloneCount) {
                break;
            }
        }
    }

    /** Adds the documents of all lists that are in the first window. */
    private int addFirst(long end, List<OpenList> next, int noted) {
        int n = noted;
        DocumentLists.Cursor cursor = null;
        for (int list = 0; list < listCounts.length; list++) {
            if (listCounts[list] > 0) {
                cursor = found.open(list, lists, cursor);
                cursor.next();
                n = addList(list, listCounts[list], cursor, 0, end, n);
                if (continues(cursor, end)) {
                    next.add(new OpenList(list, cursor));
                    cursor = null;
                }
            }
        }
        return n;
    }

    private int addRest(List<OpenList> open, long start, long end, List<OpenList> next, int noted) {
        int n = noted;
        for (OpenList o : open) {
            n = addList(o.list, listCounts[o.list], o.cursor, start, end, n);
            if (continues(o.cursor, end)) {
                next.add(o);
            }
        }
        return n;
    }

    private boolean continues(DocumentLists.Cursor cursor, long end) {
        return cursor.document() >= end && cursor.document() < documents;
    }

    /** Adds a minutia that one document of the window holds alone. */
    void addAlone(int at, int minutia) {
        shared[at]++;
    }

    /**
     * Adds the documents of a list from the current one to the end of the window. The cursor is then on the first
     * document beyond the window, if there is one.
     *
     * @param count the number of minutiae that lead to the list
     * @param noted the number of documents in {@link #touched}
     * @return the new number of documents in {@link #touched}
     */
    int addList(int list, int count, DocumentLists.Cursor cursor, long start, long end, int noted) {
        return cursor.tally(start, end, count, shared, touched, noted);
    }

    /** Gives the documents of the window to the collector and resets the counters. */
    void collect(long start, int n) {
        long threshold = collector.threshold();
        for (int i = 0; i < n; i++) {
            int at = touched[i];
            int count = shared[at];
            shared[at] = 0;
            if (count >= threshold) {
                threshold = collect(start + at, count, 0);
            }
        }
    }

    /**
     * Gives a document that stands in lists to the collector, and the documents that share its postings. Most documents
     * share too little, so this is the first place that looks at whether they are live.
     *
     * @return the new threshold
     */
    final long collect(long document, int count, long sum) {
        if (!anyAlias) {
            if (!anyDead || !dead.contains(document)) {
                collector.collect(document, count, sum);
            }
        } else {
            for (long member = document; member >= 0; member = families.after(document, member)) {
                if (!dead.contains(member)) {
                    collector.collect(member, count, sum);
                }
            }
        }
        return collector.threshold();
    }
}
