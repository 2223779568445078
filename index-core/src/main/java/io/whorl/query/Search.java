package io.whorl.query;

import io.whorl.measure.Comparison;
import io.whorl.measure.Measure;
import io.whorl.store.DocumentLists;
import io.whorl.store.MinutiaTable;
import io.whorl.store.Segment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One query of one segment: all minutiae are looked up together, then documents are counted list by list, each distinct
 * list decoded once, in windows of ordinals so that the counters stay small whatever the index holds. Used once.
 */
final class Search {
    /** Documents counted at a time: a mebibyte of counters, so that any index can be asked from a small heap. */
    private static final int WINDOW = 1 << 18;

    private final Segment segment;
    private final long[] minutiae;
    private final QuerySide query;
    private final Comparison comparison;
    private final QueryOptions options;
    private final IndexedSide indexed;
    private final BestHits best;
    private final int window;
    private final ListTally lists = new ListTally();
    private int ignored;
    private long leastShared = 1;

    Search(Segment segment, long[] minutiae, QuerySide query, Comparison comparison, QueryOptions options) {
        this(segment, minutiae, query, comparison, options, WINDOW);
    }

    /** With windows of another size, so that tests reach the borders between them. */
    Search(Segment segment, long[] minutiae, QuerySide query, Comparison comparison, QueryOptions options,
            int window) {
        this.segment = segment;
        this.minutiae = minutiae;
        this.query = query;
        this.comparison = comparison;
        this.options = options;
        this.window = window;
        indexed = new IndexedSide(segment.documents());
        best = new BestHits(options.top());
    }

    Matches run() {
        long[] payloads = new long[minutiae.length];
        segment.table().findAll(minutiae, 0, minutiae.length, payloads, new MinutiaTable.Scratch());
        long documents = segment.counts().documents();
        int known = 0;
        int alone = 0;
        for (long payload : payloads) {
            if (payload == MinutiaTable.ABSENT) {
                continue;
            }
            known++;
            if (payload < documents) {
                payloads[alone++] = payload;
            } else {
                lists.add(payload - documents);
            }
        }
        raiseLeast(options.minScore());
        count(Arrays.copyOf(payloads, alone), cursors());
        return new Matches(matches(), minutiae.length,
                minutiae.length == 0 ? 0 : (double) known / minutiae.length, ignored);
    }

    /** A cursor on the first document of each list that is not ignored, with what each of its documents counts. */
    private List<ListCount> cursors() {
        List<ListCount> cursors = new ArrayList<>(lists.size());
        for (int i = 0; i < lists.size(); i++) {
            DocumentLists.Cursor cursor = segment.lists().cursor(lists.place(i));
            if (cursor.left() > options.maxDf()) {
                ignored += lists.count(i);
            } else if (cursor.next()) {
                cursors.add(new ListCount(cursor, lists.count(i)));
            }
        }
        return cursors;
    }

    private record ListCount(DocumentLists.Cursor cursor, int count) {}

    private void count(long[] alone, List<ListCount> cursors) {
        Arrays.sort(alone);
        long documents = segment.counts().documents();
        int[] shared = new int[(int) Math.min(window, documents)];
        int[] touched = new int[shared.length + 1];
        int nextAlone = 0;
        List<ListCount> open = cursors;
        for (long start = 0; start < documents; start += window) {
            long end = Math.min(documents, start + window);
            int n = 0;
            for (; nextAlone < alone.length && alone[nextAlone] < end; nextAlone++) {
                int at = (int) (alone[nextAlone] - start);
                if (shared[at]++ == 0) {
                    touched[n++] = at;
                }
            }
            List<ListCount> still = new ArrayList<>();
            for (ListCount list : open) {
                n = list.cursor.tally(start, end, list.count, shared, touched, n);
                if (list.cursor.document() < documents) {
                    still.add(list);
                }
            }
            open = still;
            score(start, shared, touched, n);
            if (open.isEmpty() && nextAlone == alone.length) {
                break;
            }
        }
    }

    private void score(long start, int[] shared, int[] touched, int n) {
        for (int i = 0; i < n; i++) {
            long document = start + touched[i];
            long count = shared[touched[i]];
            shared[touched[i]] = 0;
            if (count < leastShared) {
                continue;
            }
            comparison.set(count, query, indexed.at(document));
            double score = options.measure().score(comparison);
            if (score >= options.minScore()) {
                best.offer(score, document, count);
                raiseLeast(best.full() ? best.worst() : 0);
            }
        }
    }

    /** Most documents share a few common chunks only: a count tells that they cannot come in, before they are looked at. */
    private void raiseLeast(double score) {
        while (leastShared <= minutiae.length && comparison.most(options.measure(), leastShared, query) < score) {
            leastShared++;
        }
    }

    private List<Match> matches() {
        List<Match> matches = new ArrayList<>();
        for (BestHits.Hit hit : best.sorted()) {
            comparison.set(hit.shared(), query, indexed.at(hit.document()));
            matches.add(new Match(matches.size() + 1, segment.documents().id(hit.document()), hit.score(), hit.shared(),
                    figure(Measure.PERCENT), OptionalDouble.of(comparison.resemblance()),
                    figure(Measure.CONTAINMENT), figure(Measure.CONTAINED)));
        }
        return matches;
    }

    private OptionalDouble figure(Measure measure) {
        return comparison.onlyResemblance() ? OptionalDouble.empty() : OptionalDouble.of(measure.score(comparison));
    }
}
