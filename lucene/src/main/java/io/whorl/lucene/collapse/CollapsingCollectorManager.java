package io.whorl.lucene.collapse;

import io.whorl.internal.Ranges;
import io.whorl.lucene.collapse.CollapseWalk.WalkBuffers;
import io.whorl.lucene.field.FingerprintField;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;

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
    /** The largest number of groups of a page. */
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
        WalkBuffers buffers = new WalkBuffers(field.internal(), options);
        walk = new CollapseWalk(field.internal(), options, buffers, n, -1, List.of());
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
}
