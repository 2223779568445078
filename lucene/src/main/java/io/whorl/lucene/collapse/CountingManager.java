package io.whorl.lucene.collapse;

import io.whorl.lucene.collapse.CollapseOptions.Candidates;
import io.whorl.lucene.sketch.LeafSketches;
import io.whorl.lucene.sketch.LeafSketches.Longs;
import io.whorl.lucene.sketch.SketchFields;
import java.io.IOException;
import java.util.Collection;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;

/** Counts the hits of a query that belong to each kept hit. The sums do not depend on slices and threads. */
final class CountingManager implements CollectorManager<CountingManager.Counter, CountingManager.Totals> {
    private final SketchFields fields;
    private final boolean withKeys;
    private final KeptIndex kept;

    /**
     * The counts.
     *
     * @param hits the hits that belong to each kept hit, itself included
     * @param withoutSketch the hits without a sketch, or with one without minutiae
     */
    record Totals(long[] hits, long withoutSketch) {}

    /** @param kept to which nothing is added from now on */
    CountingManager(SketchFields fields, CollapseOptions options, KeptIndex kept) {
        this.fields = fields;
        this.kept = kept;
        kept.share();
        withKeys = options.candidates() == Candidates.GROUP_KEYS;
    }

    @Override
    public Counter newCollector() {
        return new Counter();
    }

    @Override
    public Totals reduce(Collection<Counter> collectors) {
        long[] hits = new long[kept.size()];
        long withoutSketch = 0;
        for (Counter counter : collectors) {
            withoutSketch += counter.withoutSketch;
            for (int i = 0; i < hits.length; i++) {
                hits[i] += counter.hits[i];
            }
        }
        return new Totals(hits, withoutSketch);
    }

    /** Counts the hits of some segments. */
    final class Counter implements Collector {
        private final long[] hits = new long[kept.size()];
        private final KeptIndex.Probe probe = new KeptIndex.Probe();
        private final Longs keys = new Longs();
        private long withoutSketch;

        @Override
        public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
            LeafSketches sketches = new LeafSketches(context.reader(), fields);
            return new LeafCollector() {
                @Override
                public void setScorer(Scorable scorer) {}

                @Override
                public void collect(int doc) throws IOException {
                    count(sketches, doc);
                }
            };
        }

        private void count(LeafSketches sketches, int doc) throws IOException {
            if (!sketches.read(doc)) {
                withoutSketch++;
                return;
            }
            int found = kept.find(sketches, doc, withKeys, keys, probe);
            if (found >= 0) {
                hits[found]++;
            }
        }

        @Override
        public ScoreMode scoreMode() {
            return ScoreMode.COMPLETE_NO_SCORES;
        }
    }
}
