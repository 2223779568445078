package io.whorl.assembly;

import io.whorl.store.DocumentLists;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The minutiae that most documents of a segment hold, mostly boilerplate (BGMZ 5.1), found in one pass over its table.
 * Documents that share postings count once. Deleted documents count.
 *
 * @param most the most common first, ties by minutia; at least two documents hold each
 * @param over the number of minutiae that more documents hold than the limit
 */
public record CommonMinutiae(List<Entry> most, long over) {
    /**
     * A minutia that many documents hold.
     *
     * @param minutia W bits
     * @param documents how many hold it
     * @param holder id of one of them
     */
    public record Entry(long minutia, long documents, String holder) {}

    /** A candidate. The id of a holder is read only for the few that remain. */
    private record Met(long minutia, long documents, long place) {}

    /** The greater is the more common, or of equally common ones the one with the lesser minutia. */
    private static final Comparator<Met> ORDER = Comparator.comparingLong(Met::documents)
            .thenComparing((a, b) -> Long.compareUnsigned(b.minutia, a.minutia));

    public CommonMinutiae {
        most = List.copyOf(most);
    }

    /**
     * Finds the common minutiae of a segment.
     *
     * @param n the largest number to return, at least 1
     * @param limit counts the minutiae that more documents hold, at least 1
     * @throws io.whorl.CorruptIndexException if the segment is damaged
     */
    public static CommonMinutiae of(Segment segment, int n, long limit) {
        if (n < 1 || limit < 1) {
            throw new IllegalArgumentException("n is " + n + " and limit " + limit + "; both must be at least 1");
        }
        return segment.reading(() -> pass(segment, n, limit));
    }

    private static CommonMinutiae pass(Segment segment, int n, long limit) {
        long documents = segment.counts().documents();
        PriorityQueue<Met> most = new PriorityQueue<>(ORDER);
        DocumentLists.Cursor list = null;
        long over = 0;
        MinutiaCursor cursor = segment.table().cursor();
        while (cursor.next()) {
            long place = cursor.payload() - documents;
            if (place < 0) {
                continue;
            }
            if (list == null) {
                list = segment.lists().cursor(place);
            } else {
                list.open(place);
            }
            long held = list.left();
            over += held > limit ? 1 : 0;
            if (held > 1 && (most.size() < n || held >= most.peek().documents)) {
                most.add(new Met(cursor.minutia(), held, place));
                if (most.size() > n) {
                    most.poll();
                }
            }
        }
        return new CommonMinutiae(named(segment, most), over);
    }

    private static List<Entry> named(Segment segment, PriorityQueue<Met> most) {
        List<Entry> named = new ArrayList<>();
        most.stream().sorted(ORDER.reversed()).forEach(met -> {
            DocumentLists.Cursor list = segment.lists().cursor(met.place);
            list.next();
            named.add(new Entry(met.minutia, met.documents, segment.documents().id(list.document())));
        });
        return named;
    }
}
