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
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;

/**
 * Collects the hits with the best scores, as Lucene's collector does, and notes the segments they are from. A page
 * needs several times as many hits as it shows, so hits are kept as numbers instead of objects: {@link ScoreHeap}.
 *
 * <p>Once there are more hits than the total must count, collectors tell scorers which scores still matter. A slice
 * does not need a hit that is worse than the worst of any slice that has collected enough. So slices and threads change
 * only how many hits are skipped.
 */
final class BestScores implements CollectorManager<Collector, CandidateManager.Best> {
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

    /** The collector of one slice. */
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
