package io.whorl.lucene.collapse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.Weight;

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
            in.add(noting.in);
            noting.leaves.forEach(leaf -> leaves.put(leaf.docBase, leaf));
        }
        return new Best(best.reduce(in), List.copyOf(leaves.values()));
    }

    /** Notes the segments. Hits go directly to Lucene's collector. */
    private static final class Noting implements Collector {
        private final Collector in;
        private final List<LeafReaderContext> leaves = new ArrayList<>();

        private Noting(Collector in) {
            this.in = in;
        }

        @Override
        public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
            leaves.add(context);
            return in.getLeafCollector(context);
        }

        @Override
        public ScoreMode scoreMode() {
            return in.scoreMode();
        }

        @Override
        public void setWeight(Weight weight) {
            in.setWeight(weight);
        }
    }
}
