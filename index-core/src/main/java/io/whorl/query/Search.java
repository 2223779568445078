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
    private final Segment segment;
    private final long[] minutiae;
    private final QuerySide query;
    private final Comparison comparison;
    private final QueryOptions options;
    private final IndexedSide indexed;
    private final BestHits best;
    private final SearchBuffers buffers;
    private final ListTally lists = new ListTally();
    private int ignored;
    private long leastShared = 1;

    Search(Segment segment, long[] minutiae, QuerySide query, Comparison comparison, QueryOptions options,
            SearchBuffers buffers) {
        this.segment = segment;
        this.minutiae = minutiae;
        this.query = query;
        this.comparison = comparison;
        this.options = options;
        this.buffers = buffers;
        indexed = new IndexedSide(segment.documents());
        best = new BestHits(options.top());
    }

    Matches run() {
        long[] payloads = new long[minutiae.length];
        segment.table().findAll(minutiae, 0, minutiae.length, payloads, buffers.lookUps);
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
        Arrays.sort(payloads, 0, alone);
        count(payloads, alone);
        return new Matches(matches(), minutiae.length,
                minutiae.length == 0 ? 0 : (double) known / minutiae.length, ignored);
    }

    /** A list that goes on beyond the window, and what each of its documents counts. */
    private record ListCount(DocumentLists.Cursor cursor, int count) {}

    private void count(long[] alone, int aloneCount) {
        long documents = segment.counts().documents();
        int window = buffers.shared.length;
        int nextAlone = 0;
        List<ListCount> open = List.of();
        for (long start = 0; start < documents; start += window) {
            long end = Math.min(documents, start + window);
            int n = 0;
            for (; nextAlone < aloneCount && alone[nextAlone] < end; nextAlone++) {
                int at = (int) (alone[nextAlone] - start);
                if (buffers.shared[at]++ == 0) {
                    buffers.touched[n++] = at;
                }
            }
            List<ListCount> still = new ArrayList<>();
            n = start == 0 ? openLists(end, still, n) : goOn(open, start, end, still, n);
            score(start, n);
            open = still;
            if (open.isEmpty() && nextAlone == aloneCount) {
                break;
            }
        }
    }

    /** Counts the first window of every list that is not ignored; those that go on are added to {@code still}. */
    private int openLists(long end, List<ListCount> still, int noted) {
        int n = noted;
        DocumentLists.Cursor cursor = null;
        for (int i = 0; i < lists.size(); i++) {
            if (cursor == null) {
                cursor = segment.lists().cursor(lists.place(i));
            } else {
                cursor.open(lists.place(i));
            }
            if (cursor.left() > options.maxDf()) {
                ignored += lists.count(i);
                continue;
            }
            cursor.next();
            n = cursor.tally(0, end, lists.count(i), buffers.shared, buffers.touched, n);
            if (cursor.document() < segment.counts().documents()) {
                still.add(new ListCount(cursor, lists.count(i)));
                cursor = null;
            }
        }
        return n;
    }

    private int goOn(List<ListCount> open, long start, long end, List<ListCount> still, int noted) {
        int n = noted;
        for (ListCount list : open) {
            n = list.cursor.tally(start, end, list.count, buffers.shared, buffers.touched, n);
            if (list.cursor.document() < segment.counts().documents()) {
                still.add(list);
            }
        }
        return n;
    }

    private void score(long start, int n) {
        int[] shared = buffers.shared;
        int[] touched = buffers.touched;
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
