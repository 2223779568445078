package io.whorl.parts;

import io.whorl.score.TermWeights;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentLists;
import io.whorl.store.Segment;

/** A {@link WindowedCount} that also sums the weights of the shared minutiae. Used once. */
final class WindowedWeights extends WindowedCount {
    private final Collector collector;
    private final TermWeights weights;
    private final long[] sums;
    private final MinutiaGroups groups;
    private final GroupWeight group;

    WindowedWeights(
            Segment segment,
            DeadDocuments dead,
            SearchBuffers buffers,
            Collector collector,
            TermWeights weights,
            FoundMinutiae found,
            boolean[] ignored,
            int[] listCounts) {
        super(segment, dead, buffers, collector, found, listCounts);
        this.collector = collector;
        this.weights = weights;
        sums = buffers.sums();
        groups = new MinutiaGroups(found, ignored);
        group = new GroupWeight(weights);
    }

    @Override
    void addAlone(int at, int minutia) {
        shared[at]++;
        sums[at] += weights.of(minutia, 1);
    }

    @Override
    int addList(int list, int count, DocumentLists.Cursor cursor, long start, long end, int noted) {
        groups.open(list, group);
        int n = noted;
        boolean more = true;
        while (more && cursor.document() < end) {
            int at = (int) (cursor.document() - start);
            touched[n] = at;
            n += shared[at] == 0 ? 1 : 0;
            shared[at] += count;
            sums[at] += group.of(cursor.frequency());
            more = cursor.next();
        }
        return n;
    }

    @Override
    void collect(long start, int n) {
        long threshold = collector.threshold();
        for (int i = 0; i < n; i++) {
            int at = touched[i];
            int count = shared[at];
            long sum = sums[at];
            shared[at] = 0;
            sums[at] = 0;
            if (sum >= threshold) {
                threshold = collect(start + at, count, sum);
            }
        }
    }
}
