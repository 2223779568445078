package io.whorl.build;

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
import java.util.concurrent.ExecutorService;

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
    public static CommonMinutiae of(Segment segment, int n, long limit) throws IOException {
        return of(segment, n, limit, ParallelTasks::runInTurn);
    }

    /** The same on several threads. The result does not depend on their number. */
    public static CommonMinutiae of(Segment segment, int n, long limit, ExecutorService threads) throws IOException {
        return of(segment, n, limit, tasks -> ParallelTasks.runAll(tasks, threads));
    }

    private static CommonMinutiae of(Segment segment, int n, long limit, ParallelTasks.Runner threads)
            throws IOException {
        if (n < 1 || limit < 1) {
            throw new IllegalArgumentException("n is " + n + " and limit " + limit + "; both must be at least 1");
        }
        return MappingFault.typed(List.of(segment.checkedFile()), () -> {
            Candidates all = new Candidates(n, limit);
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < segment.table().parts(); i++) {
                int part = i;
                tasks.add(() -> MappingFault.settled(() -> {
                    Candidates some = new Candidates(n, limit);
                    some.addAll(segment, part);
                    synchronized (all) {
                        some.met.forEach(all::add);
                        all.over += some.over;
                    }
                    return null;
                }));
            }
            threads.runAll(tasks);
            return new CommonMinutiae(named(segment, all.met), all.over);
        });
    }

    /** The most common minutiae of some. Not thread-safe. */
    private static final class Candidates {
        private final int n;
        private final long limit;
        private final PriorityQueue<Met> met = new PriorityQueue<>(ORDER);
        private long over;

        Candidates(int n, long limit) {
            this.n = n;
            this.limit = limit;
        }

        void addAll(Segment segment, int part) {
            long documents = segment.counts().documents();
            DocumentLists.Cursor list = null;
            MinutiaCursor cursor = segment.table().cursor(part);
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
                if (held > 1 && (met.size() < n || held >= met.peek().documents)) {
                    add(new Met(cursor.minutia(), held, place));
                }
            }
        }

        void add(Met candidate) {
            met.add(candidate);
            if (met.size() > n) {
                met.poll();
            }
        }
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
