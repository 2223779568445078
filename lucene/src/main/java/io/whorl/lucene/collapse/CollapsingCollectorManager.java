package io.whorl.lucene.collapse;

import io.whorl.internal.Ranges;
import io.whorl.lucene.collapse.CollapseWalk.WalkBuffers;
import io.whorl.lucene.field.FingerprintField;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.Sort;

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

    private final CollectorManager<Collector, CandidateManager.Best> candidates;
    private final CollapseWalk walk;
    private final int hits;

    private CollapsingCollectorManager(FingerprintField field, CollapseOptions options, int n, Optional<Sort> sort) {
        Ranges.check("n", n, 1, MOST_GROUPS);
        hits = Math.multiplyExact(n, options.examinedPerGroup());
        candidates = CandidateManager.of(sort, hits, Optional.empty(), options.totalHitsThreshold());
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
        return candidates.newCollector();
    }

    @Override
    public CollapsedTopDocs reduce(Collection<Collector> collectors) throws IOException {
        CandidateManager.Best best = candidates.reduce(collectors);
        walk.examine(best.top().scoreDocs, best.leaves());
        return new CollapsedTopDocs(
                walk.groups(),
                best.top().totalHits,
                walk.examined(),
                walk.withoutSketch(),
                0,
                walk.isFull() || best.top().scoreDocs.length < hits,
                Optional.empty());
    }
}
