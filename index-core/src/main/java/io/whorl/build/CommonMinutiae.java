package io.whorl.build;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Finds the minutiae that most documents of a segment hold, mostly boilerplate (BGMZ 5.1), while the segment is
 * written. Documents that share postings count once. One thread at a time.
 */
public final class CommonMinutiae {
    /** Finds nothing. */
    public static final CommonMinutiae NONE = new CommonMinutiae(0, Long.MAX_VALUE);

    /** The greater is the more common, or of equally common ones the one with the lesser minutia. */
    private static final Comparator<Common> ORDER = Comparator.comparingLong(Common::documents)
            .thenComparing((a, b) -> Long.compareUnsigned(b.minutia, a.minutia));

    private final int n;
    private final long limit;
    private final PriorityQueue<Common> most = new PriorityQueue<>(ORDER);
    private long over;
    /** Minutiae of no more documents change nothing. */
    private long least;

    /** A minutia, and the number of documents that hold it, at least two. */
    public record Common(long minutia, long documents) {}

    /**
     * @param n the largest number to find
     * @param limit counts the minutiae that more documents hold, at least 1
     */
    public CommonMinutiae(int n, long limit) {
        this.n = n;
        this.limit = limit;
        least = n == 0 ? Long.MAX_VALUE : 1;
    }

    /** For another thread; {@link #addAll} adds what it finds. */
    CommonMinutiae ofThread() {
        return new CommonMinutiae(n, limit);
    }

    /** Adds a minutia that is greater than all before. */
    void add(long minutia, int documents) {
        // Hardly a minutia passes.
        if (documents > least) {
            over += documents > limit ? 1 : 0;
            offer(new Common(minutia, documents));
        }
    }

    void addAll(CommonMinutiae others) {
        over += others.over;
        others.most.forEach(this::offer);
    }

    private void offer(Common candidate) {
        most.add(candidate);
        if (most.size() > n) {
            most.poll();
        }
        if (most.size() == n) {
            least = Math.min(limit, most.peek().documents);
        }
    }

    /** The most common first, ties by minutia. */
    public List<Common> most() {
        return most.stream().sorted(ORDER.reversed()).toList();
    }

    /** The number of minutiae that more documents hold than the limit. */
    public long over() {
        return over;
    }
}
