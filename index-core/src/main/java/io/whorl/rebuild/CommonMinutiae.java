package io.whorl.rebuild;

import io.whorl.rebuild.IndexRebuild.CommonMinutia;
import io.whorl.store.DocumentLists;
import io.whorl.store.MappingFault;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/**
 * The minutiae that most documents of a segment hold, mostly boilerplate (BGMZ 5.1). Documents that share postings
 * count once. Deleted documents count.
 *
 * @param most the most common first, ties by minutia; at least two documents hold each
 * @param over the number of minutiae that more documents hold than the limit
 */
record CommonMinutiae(List<CommonMinutia> most, long over) {
    static final CommonMinutiae NONE = new CommonMinutiae(List.of(), 0);

    /**
     * Finds them in a segment whose checksums match.
     *
     * @param n the largest number to find, at least 1
     * @param limit counts the minutiae that more documents hold, at least 1
     * @param preferred the ids of which one is named as the holder of a minutia, if one holds it
     */
    static CommonMinutiae of(
            Segment segment, int n, long limit, Predicate<String> preferred, ParallelTasks.Runner threads)
            throws IOException {
        Search search = new Search(segment, n, limit);
        return MappingFault.typed(List.of(segment.checkedFile()), () -> {
            List<Callable<Void>> parts = new ArrayList<>();
            for (int i = 0; i < segment.table().parts(); i++) {
                int part = i;
                parts.add(() -> MappingFault.settled(() -> search.read(part)));
            }
            threads.runAll(parts);
            return search.found(preferred);
        });
    }

    /** Thread-safe. */
    private static final class Search {
        /** A candidate. The id of a holder is read only for the few that remain. */
        private record Met(long minutia, long documents, long list) {}

        /** The greater is the more common, or of equally common ones the one with the lesser minutia. */
        private static final Comparator<Met> ORDER = Comparator.comparingLong(Met::documents)
                .thenComparing((a, b) -> Long.compareUnsigned(b.minutia, a.minutia));

        private final Segment segment;
        private final int n;
        private final long limit;
        private final PriorityQueue<Met> most = new PriorityQueue<>(ORDER);
        private long over;

        Search(Segment segment, int n, long limit) {
            this.segment = segment;
            this.n = n;
            this.limit = limit;
        }

        /** Reads a part of the table. */
        Void read(int part) {
            PriorityQueue<Met> some = new PriorityQueue<>(ORDER);
            long overInPart = 0;
            DocumentLists lists = segment.lists();
            long firstList = segment.counts().documents();
            for (MinutiaCursor minutiae = segment.table().cursor(part); minutiae.next(); ) {
                long list = minutiae.payload() - firstList;
                long documents = list < 0 ? 1 : lists.size(list);
                overInPart += documents > limit ? 1 : 0;
                if (documents > 1 && (some.size() < n || documents >= some.peek().documents)) {
                    add(new Met(minutiae.minutia(), documents, list), some);
                }
            }
            synchronized (most) {
                over += overInPart;
                some.forEach(met -> add(met, most));
            }
            return null;
        }

        private void add(Met candidate, PriorityQueue<Met> to) {
            to.add(candidate);
            if (to.size() > n) {
                to.poll();
            }
        }

        /** What was found, after all parts. */
        CommonMinutiae found(Predicate<String> preferred) {
            List<CommonMinutia> found = most.stream()
                    .sorted(ORDER.reversed())
                    .map(met -> new CommonMinutia(met.minutia, met.documents, holder(met.list, preferred)))
                    .toList();
            return new CommonMinutiae(found, over);
        }

        private String holder(long number, Predicate<String> preferred) {
            DocumentLists.Cursor list = segment.lists().cursor(number);
            list.next();
            String first = segment.documents().id(list.document());
            String holder = first;
            while (!preferred.test(holder)) {
                if (!list.next()) {
                    return first;
                }
                holder = segment.documents().id(list.document());
            }
            return holder;
        }
    }
}
