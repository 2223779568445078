package io.whorl.lucene.collapse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.util.NumericUtils;

/**
 * Collects the first hits of a sort with Lucene's own collectors, and notes the segments they are from. Lucene merges
 * the hits of all slices in the total order of the sort, so the result does not depend on slices and threads.
 */
final class CandidateManager implements CollectorManager<Collector, CandidateManager.Best> {
    private final CollectorManager<Collector, TopDocs> best;

    /**
     * The best hits.
     *
     * @param top in the order of the sort
     * @param leaves the segments that hold them, in ascending order
     */
    record Best(TopDocs top, List<LeafReaderContext> leaves) {}

    private CandidateManager(CollectorManager<Collector, TopDocs> best) {
        this.best = best;
    }

    /**
     * Collects hits.
     *
     * @param after the hit before the first
     */
    static CollectorManager<Collector, Best> of(
            Optional<Sort> sort, int hits, Optional<ScoreDoc> after, int totalHitsThreshold) {
        return sort.isEmpty()
                ? new BestScores(hits, after, totalHitsThreshold)
                : new CandidateManager(erased(new TopFieldCollectorManager(
                        sort.get(), hits, (FieldDoc) after.orElse(null), totalHitsThreshold)));
    }

    /** The manager gets back only the collectors that it made itself. */
    @SuppressWarnings("unchecked")
    static CollectorManager<Collector, TopDocs> erased(CollectorManager<?, ?> manager) {
        return (CollectorManager<Collector, TopDocs>) manager;
    }

    @Override
    public Collector newCollector() throws IOException {
        return new Noting(best.newCollector());
    }

    @Override
    public Best reduce(Collection<Collector> collectors) throws IOException {
        TreeMap<Integer, LeafReaderContext> leaves = new TreeMap<>();
        List<Collector> in = new ArrayList<>();
        for (Collector collector : collectors) {
            Noting noting = (Noting) collector;
            in.add(noting.in());
            noting.leaves.forEach(leaf -> leaves.put(leaf.docBase, leaf));
        }
        return new Best(best.reduce(in), List.copyOf(leaves.values()));
    }

    /** Notes the segments. Hits go directly to Lucene's collector. */
    private static final class Noting extends FilterCollector {
        private final List<LeafReaderContext> leaves = new ArrayList<>();

        private Noting(Collector in) {
            super(in);
        }

        private Collector in() {
            return in;
        }

        @Override
        public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
            leaves.add(context);
            return in.getLeafCollector(context);
        }
    }

    /**
     * Collects the hits with the best scores, as Lucene's collector does, and notes the segments they are from. A page
     * needs several times as many hits as it shows, so hits are kept as numbers instead of objects: {@link ScoreHeap}.
     *
     * <p>Once there are more hits than the total must count, collectors tell scorers which scores still matter. A slice
     * does not need a hit that is worse than the worst of any slice that has collected enough. So slices and threads
     * change only how many hits are skipped.
     */
    private static final class BestScores implements CollectorManager<Collector, CandidateManager.Best> {
        /** After so many hits, a slice asks what the others have found. */
        private static final int HITS_PER_LOOK = 1 << 8;

        private final int most;
        private final int threshold;
        private final long after;
        private final AtomicLong collected = new AtomicLong();
        /** The best of the worst hits of slices that have collected enough. */
        private final AtomicLong floor = new AtomicLong(Long.MIN_VALUE);

        /** @param after the hit before the first */
        BestScores(int most, Optional<ScoreDoc> after, int totalHitsThreshold) {
            this.most = most;
            threshold = Math.max(most, totalHitsThreshold);
            this.after = after.isPresent() ? ScoreHeap.hit(after.get().score, after.get().doc) : Long.MAX_VALUE;
        }

        @Override
        public Collector newCollector() {
            return new Slice();
        }

        @Override
        public CandidateManager.Best reduce(Collection<Collector> collectors) {
            TreeMap<Integer, LeafReaderContext> leaves = new TreeMap<>();
            long total = 0;
            boolean skipped = false;
            long[] hits = new long[0];
            for (Collector collector : collectors) {
                Slice slice = (Slice) collector;
                for (LeafReaderContext leaf : slice.leaves) {
                    leaves.put(leaf.docBase, leaf);
                }
                total += slice.hits;
                skipped |= slice.skips;
                long[] found = slice.heap.toArray();
                int before = hits.length;
                hits = Arrays.copyOf(hits, before + found.length);
                System.arraycopy(found, 0, hits, before, found.length);
            }
            Arrays.sort(hits);
            ScoreDoc[] best = new ScoreDoc[Math.min(most, hits.length)];
            for (int i = 0; i < best.length; i++) {
                long hit = hits[hits.length - 1 - i];
                best[i] = new ScoreDoc(ScoreHeap.doc(hit), ScoreHeap.score(hit));
            }
            TotalHits.Relation relation =
                    skipped ? TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO : TotalHits.Relation.EQUAL_TO;
            return new CandidateManager.Best(
                    new TopDocs(new TotalHits(total, relation), best), List.copyOf(leaves.values()));
        }

        private final class Slice implements Collector {
            private final ScoreHeap heap = new ScoreHeap(most);
            private final List<LeafReaderContext> leaves = new ArrayList<>();
            /** Only better hits matter. */
            private long worst = Long.MIN_VALUE;

            private long hits;
            private boolean maySkip;
            private boolean skips;

            @Override
            public LeafCollector getLeafCollector(LeafReaderContext context) {
                leaves.add(context);
                return new Leaf(context.docBase);
            }

            @Override
            public ScoreMode scoreMode() {
                return threshold == Integer.MAX_VALUE ? ScoreMode.COMPLETE : ScoreMode.TOP_SCORES;
            }

            /** The collector of one segment, or of a part of it. */
            private final class Leaf implements LeafCollector {
                private final int base;
                private Scorable scorer;
                private float told;
                /** Later hits of this segment come after this document. */
                private int passed;

                private Leaf(int base) {
                    this.base = base;
                    passed = base - 1;
                }

                @Override
                public void setScorer(Scorable scored) throws IOException {
                    scorer = scored;
                    told = 0;
                    tell();
                }

                @Override
                public void collect(int doc) throws IOException {
                    passed = base + doc;
                    if ((++hits & HITS_PER_LOOK - 1) == 0) {
                        look();
                    }
                    long hit = ScoreHeap.hit(scorer.score(), passed);
                    if (hit > worst && hit < after) {
                        heap.add(hit);
                        if (heap.isFull()) {
                            worst = Math.max(worst, heap.worst());
                            tell();
                        }
                    }
                }

                private void look() throws IOException {
                    long all = collected.addAndGet(HITS_PER_LOOK);
                    if (heap.isFull()) {
                        worst = Math.max(worst, floor.accumulateAndGet(heap.worst(), Math::max));
                    } else {
                        worst = Math.max(worst, floor.get());
                    }
                    maySkip = all > threshold && threshold < Integer.MAX_VALUE;
                    tell();
                }

                /** Tells the scorer the least score that matters. */
                private void tell() throws IOException {
                    if (maySkip && worst != Long.MIN_VALUE) {
                        float least = ScoreHeap.score(worst);
                        // A hit of an equal score is better if its document comes first.
                        least = ScoreHeap.doc(worst) <= passed ? Math.nextUp(least) : least;
                        if (least > told) {
                            told = least;
                            skips = true;
                            scorer.setMinCompetitiveScore(least);
                        }
                    }
                }
            }
        }
    }

    /**
     * The best hits so far, in a heap of numbers. The larger number is the better hit: its high half is the score, and
     * its low half falls as the document rises.
     */
    static final class ScoreHeap {
        private static final int FIRST_ROOM = 64;

        private final int most;
        /** A heap with the worst hit first once it is full. Until then, in the order in which hits were added. */
        private long[] hits;

        private int size;

        ScoreHeap(int most) {
            this.most = most;
            hits = new long[Math.min(most, FIRST_ROOM)];
        }

        static long hit(float score, int doc) {
            // Adding 0 makes -0 equal to 0, as it is for Lucene.
            return (long) NumericUtils.floatToSortableInt(score + 0f) << 32 | Integer.MAX_VALUE - doc;
        }

        static float score(long hit) {
            return NumericUtils.sortableIntToFloat((int) (hit >> 32));
        }

        static int doc(long hit) {
            return Integer.MAX_VALUE - (int) hit;
        }

        boolean isFull() {
            return size == most;
        }

        /** The worst hit; the heap must be full. */
        long worst() {
            return hits[0];
        }

        /** Adds a hit. A full heap loses its worst one, which must be worse. */
        void add(long hit) {
            if (size == most) {
                sink(0, hit);
                return;
            }
            if (size == hits.length) {
                hits = Arrays.copyOf(hits, (int) Math.min(most, 2L * size));
            }
            hits[size++] = hit;
            if (size == most) {
                for (int i = size / 2 - 1; i >= 0; i--) {
                    sink(i, hits[i]);
                }
            }
        }

        private void sink(int from, long hit) {
            int at = from;
            for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
                if (child + 1 < size && hits[child + 1] < hits[child]) {
                    child++;
                }
                if (hit <= hits[child]) {
                    break;
                }
                hits[at] = hits[child];
                at = child;
            }
            hits[at] = hit;
        }

        /** All hits, in no particular order. */
        long[] toArray() {
            return Arrays.copyOf(hits, size);
        }
    }
}
