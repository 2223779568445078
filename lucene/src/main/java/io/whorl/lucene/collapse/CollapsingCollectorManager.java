package io.whorl.lucene.collapse;

import io.whorl.internal.Ranges;
import io.whorl.lucene.collapse.CollapseWalk.WalkBuffers;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
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
import org.apache.lucene.util.LongHeap;
import org.apache.lucene.util.NumericUtils;

/**
 * Collapses the best hits of one search, for callers who combine collectors or have their own way to search. Others use
 * {@link CollapsingSearch}, which searches on until it has enough groups.
 *
 * <p>It collects n times {@link CollapseOptions#examinedPerGroup} hits, and walks them as the package describes. If
 * they hold fewer than n groups while there are more hits, the result is not {@link CollapsedTopDocs#complete}: its
 * groups are the right ones, but others follow them. Counts cover the examined hits, up to the n-th group. Create a
 * manager for each search.
 */
public final class CollapsingCollectorManager implements CollectorManager<Collector, CollapsedTopDocs> {
    static final int MOST_GROUPS = 100_000;

    private final CollectorManager<Collector, TopDocs> candidates;
    private final CollapseWalk walk;
    private final int hits;
    /** The segments of the searched reader; set by all collectors to the same. */
    private volatile List<LeafReaderContext> leaves = List.of();

    private CollapsingCollectorManager(FingerprintField field, CollapseOptions options, int n, Optional<Sort> sort) {
        Ranges.check("n", n, 1, MOST_GROUPS);
        hits = Math.multiplyExact(n, options.examinedPerGroup);
        candidates = BestScores.of(sort, hits, Optional.empty(), options.totalHitsThreshold);
        WalkBuffers buffers = new WalkBuffers(field.fields, options);
        walk = new CollapseWalk(field.fields, options, buffers, n, -1, List.of());
    }

    /**
     * Keeps the n best hits by score.
     *
     * @param n 1 to 100,000
     */
    public static CollapsingCollectorManager byScore(FingerprintField field, CollapseOptions options, int n) {
        return new CollapsingCollectorManager(field, options, n, Optional.empty());
    }

    /**
     * Keeps the n first hits by a sort.
     *
     * @param n 1 to 100,000
     * @param sort rewritten ({@link Sort#rewrite}), if it needs it
     */
    public static CollapsingCollectorManager bySort(FingerprintField field, CollapseOptions options, int n, Sort sort) {
        return new CollapsingCollectorManager(field, options, n, Optional.of(sort));
    }

    @Override
    public Collector newCollector() throws IOException {
        return new Noting(candidates.newCollector());
    }

    @Override
    public CollapsedTopDocs reduce(Collection<Collector> collectors) throws IOException {
        TopDocs best = candidates.reduce(
                collectors.stream().map(Noting.class::cast).map(Noting::in).toList());
        walk.examine(best.scoreDocs, leaves);
        return new CollapsedTopDocs(
                walk.groups(),
                best.totalHits,
                walk.examined,
                walk.withoutSketch,
                0,
                walk.isFull() || best.scoreDocs.length < hits,
                Optional.empty());
    }

    /** Notes the segments. Hits go directly to Lucene's collector. */
    private final class Noting extends FilterCollector {
        private Noting(Collector in) {
            super(in);
        }

        private Collector in() {
            return in;
        }

        @Override
        public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
            leaves = ReaderUtil.getTopLevelContext(context).leaves();
            return in.getLeafCollector(context);
        }
    }

    /**
     * Collects the hits with the best scores, as Lucene's collector does. A page needs several times as many hits as it
     * shows, so hits are kept as numbers instead of objects. The larger number is the better hit: its high half is the
     * score, and its low half falls as the document rises.
     *
     * <p>Once there are more hits than the total must count, collectors tell scorers which scores still matter. A slice
     * does not need a hit that is worse than the worst of any slice that has collected enough. So slices and threads
     * change only how many hits are skipped.
     */
    static final class BestScores implements CollectorManager<Collector, TopDocs> {
        /** After so many hits, a slice asks what the others have found. */
        private static final int HITS_PER_LOOK = 1 << 8;

        private static final int FIRST_ROOM = 64;

        private final int most;
        private final int threshold;
        private final long after;
        private final AtomicLong collected = new AtomicLong();
        /** The best of the worst hits of slices that have collected enough. */
        private final AtomicLong floor = new AtomicLong(Long.MIN_VALUE);

        private BestScores(int most, Optional<ScoreDoc> after, int totalHitsThreshold) {
            this.most = most;
            threshold = Math.max(most, totalHitsThreshold);
            this.after = after.isPresent() ? hit(after.get().score, after.get().doc) : Long.MAX_VALUE;
        }

        /**
         * Collects the first hits of a sort, or those of the best scores. The result does not depend on slices and
         * threads.
         *
         * @param after the hit before the first
         */
        static CollectorManager<Collector, TopDocs> of(
                Optional<Sort> sort, int hits, Optional<ScoreDoc> after, int totalHitsThreshold) {
            return sort.isEmpty()
                    ? new BestScores(hits, after, totalHitsThreshold)
                    : erased(new TopFieldCollectorManager(
                            sort.get(), hits, (FieldDoc) after.orElse(null), totalHitsThreshold));
        }

        /** The manager gets back only the collectors that it made itself. */
        @SuppressWarnings("unchecked")
        static CollectorManager<Collector, TopDocs> erased(CollectorManager<?, ?> manager) {
            return (CollectorManager<Collector, TopDocs>) manager;
        }

        static long hit(float score, int doc) {
            // Adding 0 makes -0 equal to 0, as it is for Lucene.
            return ((long) NumericUtils.floatToSortableInt(score + 0f) << 32) | (Integer.MAX_VALUE - doc);
        }

        static float score(long hit) {
            return NumericUtils.sortableIntToFloat((int) (hit >> 32));
        }

        static int doc(long hit) {
            return Integer.MAX_VALUE - (int) hit;
        }

        @Override
        public Collector newCollector() {
            return new Slice();
        }

        @Override
        public TopDocs reduce(Collection<Collector> collectors) {
            long total = 0;
            boolean skipped = false;
            long[] hits = new long[0];
            for (Collector collector : collectors) {
                Slice slice = (Slice) collector;
                total += slice.hits;
                skipped |= slice.skips;
                int before = hits.length;
                hits = Arrays.copyOf(hits, before + slice.heap.size());
                for (int i = before; i < hits.length; i++) {
                    // The heap counts from 1.
                    hits[i] = slice.heap.get(i - before + 1);
                }
            }
            Arrays.sort(hits);
            ScoreDoc[] best = new ScoreDoc[Math.min(most, hits.length)];
            for (int i = 0; i < best.length; i++) {
                long hit = hits[hits.length - 1 - i];
                best[i] = new ScoreDoc(doc(hit), score(hit));
            }
            TotalHits.Relation relation =
                    skipped ? TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO : TotalHits.Relation.EQUAL_TO;
            return new TopDocs(new TotalHits(total, relation), best);
        }

        private final class Slice implements Collector {
            /** The best hits so far, the worst first. */
            private final LongHeap heap = new LongHeap(Math.min(most, FIRST_ROOM));
            /** Only better hits matter. */
            private long worst = Long.MIN_VALUE;

            private long hits;
            private boolean maySkip;
            private boolean skips;

            @Override
            public LeafCollector getLeafCollector(LeafReaderContext context) {
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
                    if ((++hits & (HITS_PER_LOOK - 1)) == 0) {
                        look();
                    }
                    long hit = hit(scorer.score(), passed);
                    if (hit > worst && hit < after) {
                        if (heap.size() == most) {
                            heap.updateTop(hit);
                        } else {
                            heap.push(hit);
                        }
                        if (heap.size() == most) {
                            worst = Math.max(worst, heap.top());
                            tell();
                        }
                    }
                }

                private void look() throws IOException {
                    long all = collected.addAndGet(HITS_PER_LOOK);
                    if (heap.size() == most) {
                        worst = Math.max(worst, floor.accumulateAndGet(heap.top(), Math::max));
                    } else {
                        worst = Math.max(worst, floor.get());
                    }
                    maySkip = all > threshold && threshold < Integer.MAX_VALUE;
                    tell();
                }

                /** Tells the scorer the least score that matters. */
                private void tell() throws IOException {
                    if (maySkip && worst != Long.MIN_VALUE) {
                        float least = score(worst);
                        // A hit of an equal score is better if its document comes first.
                        least = doc(worst) <= passed ? Math.nextUp(least) : least;
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
}
