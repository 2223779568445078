package io.whorl.query;

import io.whorl.parts.SealedPart;
import io.whorl.score.TermWeights;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentLists;
import io.whorl.store.Families;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What {@link WindowedCount} does, for weighted measures: it adds up what shared minutiae weigh, too. Used once. */
final class WeightedCount {
    private final DocumentLists lists;
    private final long documents;
    private final DeadDocuments dead;
    private final Families families;
    private final IndexedSide side;
    private final SearchBuffers buffers;
    private final long[] sums;
    private final TermWeights weights;
    private final WeightedRanking ranking;
    private final MemberWeights adding;

    WeightedCount(
            SealedPart part, IndexedSide side, SearchBuffers buffers, TermWeights weights, WeightedRanking ranking) {
        lists = part.segment().lists();
        documents = part.segment().counts().documents();
        dead = part.dead();
        families = part.segment().families();
        this.side = side;
        this.buffers = buffers;
        this.weights = weights;
        this.ranking = ranking;
        sums = buffers.sums();
        adding = new MemberWeights(weights);
    }

    /** A list that goes on beyond the window: it stands on the first document there. */
    private record OpenList(int list, DocumentLists.Cursor cursor) {}

    void count(Holders found, boolean[] ignored) {
        ListMembers members = new ListMembers(found, ignored);
        long[] alone = alone(found, ignored);
        int nextAlone = 0;
        List<OpenList> open = List.of();
        for (long start = 0; start < documents; start += buffers.window) {
            long end = Math.min(documents, start + buffers.window);
            int n = 0;
            for (; nextAlone < alone.length && alone[nextAlone] >>> Integer.SIZE < end; nextAlone++) {
                int at = (int) ((alone[nextAlone] >>> Integer.SIZE) - start);
                n = note(at, n);
                buffers.shared[at]++;
                sums[at] += weights.of((int) alone[nextAlone], 1);
            }
            List<OpenList> still = new ArrayList<>();
            n = start == 0 ? openLists(members, end, still, n) : goOn(members, open, start, end, still, n);
            rank(start, n);
            open = still;
            if (open.isEmpty() && nextAlone == alone.length) {
                break;
            }
        }
    }

    /**
     * The minutiae that one document holds alone: its number above, the minutia's place in the query below; by document
     * where there are several windows.
     */
    private long[] alone(Holders found, boolean[] ignored) {
        long[] alone = new long[found.aloneCount];
        int n = 0;
        for (int i = 0; i < alone.length; i++) {
            if (!ignored[found.alone[i]]) {
                alone[n++] = found.holder[i] << Integer.SIZE | found.alone[i];
            }
        }
        long[] counted = Arrays.copyOf(alone, n);
        if (documents > buffers.window) {
            Arrays.sort(counted);
        }
        return counted;
    }

    private int openLists(ListMembers members, long end, List<OpenList> still, int noted) {
        int n = noted;
        DocumentLists.Cursor cursor = null;
        for (int list = 0; list < members.lists(); list++) {
            if (members.from(list) == members.to(list)) {
                continue;
            }
            if (cursor == null) {
                cursor = lists.cursor(members.place(list));
            } else {
                cursor.open(members.place(list));
            }
            cursor.next();
            adding.open(members.places, members.from(list), members.to(list));
            n = add(cursor, 0, end, n);
            if (cursor.document() >= end) {
                still.add(new OpenList(list, cursor));
                cursor = null;
            }
        }
        return n;
    }

    private int goOn(ListMembers members, List<OpenList> open, long start, long end, List<OpenList> still, int noted) {
        int n = noted;
        for (OpenList list : open) {
            adding.open(members.places, members.from(list.list), members.to(list.list));
            n = add(list.cursor, start, end, n);
            if (list.cursor.document() >= end) {
                still.add(list);
            }
        }
        return n;
    }

    /**
     * From the document that the cursor stands on to the window's end, on whose other side it then stands, or the
     * list's.
     */
    private int add(DocumentLists.Cursor cursor, long start, long end, int noted) {
        int[] shared = buffers.shared;
        int count = adding.count();
        int n = noted;
        boolean more = true;
        while (more && cursor.document() < end) {
            int at = (int) (cursor.document() - start);
            n = note(at, n);
            shared[at] += count;
            sums[at] += adding.of(cursor.frequency());
            more = cursor.next();
        }
        return n;
    }

    private int note(int at, int n) {
        buffers.touched[n] = at;
        return n + (buffers.shared[at] == 0 ? 1 : 0);
    }

    private void rank(long start, int n) {
        for (int i = 0; i < n; i++) {
            int at = buffers.touched[i];
            int count = buffers.shared[at];
            long sum = sums[at];
            buffers.shared[at] = 0;
            sums[at] = 0;
            if (sum >= ranking.leastSum()) {
                offerFamily(start + at, count, sum);
            }
        }
    }

    private void offerFamily(long first, int count, long sum) {
        for (long member = first; member >= 0; member = families.after(first, member)) {
            if (!dead.contains(member)) {
                ranking.offer(member, count, sum, side.at(member));
            }
        }
    }
}
