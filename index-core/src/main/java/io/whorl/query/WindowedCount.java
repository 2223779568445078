package io.whorl.query;

import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentLists;
import io.whorl.store.Families;
import io.whorl.store.Segment;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the documents of a segment list by list, in windows of ordinals so that the counters stay small whatever the
 * segment holds. Used once.
 */
final class WindowedCount {
    private final DocumentLists lists;
    private final long documents;
    private final DeadDocuments dead;
    private final Families families;
    private final boolean anyAlias;
    private final boolean anyDead;
    private final IndexedSide side;
    private final SearchBuffers buffers;
    private final CountRanking ranking;

    WindowedCount(Segment segment, DeadDocuments dead, IndexedSide side, SearchBuffers buffers, CountRanking ranking) {
        lists = segment.lists();
        documents = segment.counts().documents();
        this.dead = dead;
        families = segment.families();
        anyAlias = !families.isEmpty();
        anyDead = !dead.isEmpty();
        this.side = side;
        this.buffers = buffers;
        this.ranking = ranking;
    }

    /** A list that goes on beyond the window, and what each of its documents counts. */
    private record ListCount(DocumentLists.Cursor cursor, int count) {}

    /**
     * @param alone the documents that hold a minutia alone, one for each; ascending where there are several windows
     * @param tally the lists of all others
     */
    void count(long[] alone, int aloneCount, ListTally tally) {
        int nextAlone = 0;
        List<ListCount> open = List.of();
        for (long start = 0; start < documents; start += buffers.window) {
            long end = Math.min(documents, start + buffers.window);
            int n = 0;
            for (; nextAlone < aloneCount && alone[nextAlone] < end; nextAlone++) {
                int at = (int) (alone[nextAlone] - start);
                if (buffers.shared[at]++ == 0) {
                    buffers.touched[n++] = at;
                }
            }
            List<ListCount> still = new ArrayList<>();
            n = start == 0 ? openLists(tally, end, still, n) : goOn(open, start, end, still, n);
            rank(start, n);
            open = still;
            if (open.isEmpty() && nextAlone == aloneCount) {
                break;
            }
        }
    }

    /** Counts the first window of every list; those that go on are added to {@code still}. */
    private int openLists(ListTally tally, long end, List<ListCount> still, int noted) {
        int n = noted;
        DocumentLists.Cursor cursor = null;
        for (int i = 0; i < tally.size(); i++) {
            if (tally.count(i) == 0) {
                continue;
            }
            if (cursor == null) {
                cursor = lists.cursor(tally.place(i));
            } else {
                cursor.open(tally.place(i));
            }
            cursor.next();
            n = cursor.tally(0, end, tally.count(i), buffers.shared, buffers.touched, n);
            if (cursor.document() < documents) {
                still.add(new ListCount(cursor, tally.count(i)));
                cursor = null;
            }
        }
        return n;
    }

    private int goOn(List<ListCount> open, long start, long end, List<ListCount> still, int noted) {
        int n = noted;
        for (ListCount list : open) {
            n = list.cursor.tally(start, end, list.count, buffers.shared, buffers.touched, n);
            if (list.cursor.document() < documents) {
                still.add(list);
            }
        }
        return n;
    }

    private void rank(long start, int n) {
        int[] shared = buffers.shared;
        int[] touched = buffers.touched;
        long least = ranking.leastShared();
        for (int i = 0; i < n; i++) {
            int at = touched[i];
            int count = shared[at];
            shared[at] = 0;
            // Most share too little: only of the others is it asked whether they live.
            if (count < least || !anyAlias && anyDead && dead.contains(start + at)) {
                continue;
            }
            if (anyAlias) {
                offerFamily(start + at, count);
            } else {
                ranking.offer(start + at, count, side.at(start + at));
            }
            least = ranking.leastShared();
        }
    }

    /** What a document shares its aliases share, wherever they stand. */
    private void offerFamily(long first, int count) {
        for (long member = first; member >= 0; member = families.after(first, member)) {
            if (!dead.contains(member)) {
                ranking.offer(member, count, side.at(member));
            }
        }
    }
}
