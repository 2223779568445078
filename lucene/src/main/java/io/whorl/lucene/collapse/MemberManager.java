package io.whorl.lucene.collapse;

import io.whorl.lucene.collapse.CollapseOptions.Candidates;
import io.whorl.lucene.sketch.LeafSketches;
import io.whorl.lucene.sketch.LeafSketches.Longs;
import io.whorl.lucene.sketch.SketchFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.Weight;

/** Collects the hits of one group with Lucene's own collectors: those whose first similar kept hit is the last one. */
final class MemberManager implements CollectorManager<Collector, MemberManager.Members> {
    private final SketchFields fields;
    private final boolean withKeys;
    private final KeptIndex kept;
    private final int group;
    private final CollectorManager<Collector, TopDocs> best;

    /**
     * The hits of the group.
     *
     * @param best the first of them in the order of the sort
     * @param count the number of all
     */
    record Members(ScoreDoc[] best, long count) {}

    /**
     * @param kept to which nothing is added from now on
     * @param group the number of the kept hit
     * @param most the largest number of hits, at least 1; all are counted
     */
    MemberManager(
            SketchFields fields, CollapseOptions options, KeptIndex kept, int group, int most, Optional<Sort> sort) {
        this.fields = fields;
        this.kept = kept;
        this.group = group;
        kept.share();
        withKeys = options.candidates() == Candidates.GROUP_KEYS;
        best = CandidateManager.erased(
                sort.isPresent()
                        ? new TopFieldCollectorManager(sort.get(), most, null, Integer.MAX_VALUE)
                        : new TopScoreDocCollectorManager(most, null, Integer.MAX_VALUE));
    }

    @Override
    public Collector newCollector() throws IOException {
        return new Member(best.newCollector());
    }

    @Override
    public Members reduce(Collection<Collector> collectors) throws IOException {
        List<Collector> in = new ArrayList<>();
        long count = 0;
        for (Collector collector : collectors) {
            Member member = (Member) collector;
            in.add(member.in);
            count += member.count;
        }
        return new Members(best.reduce(in).scoreDocs, count);
    }

    /** Passes on the hits of the group. */
    private final class Member implements Collector {
        private final Collector in;
        private final KeptIndex.Probe probe = new KeptIndex.Probe();
        private final Longs keys = new Longs();
        private long count;

        private Member(Collector in) {
            this.in = in;
        }

        @Override
        public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
            LeafCollector leaf = in.getLeafCollector(context);
            LeafSketches sketches = new LeafSketches(context.reader(), fields);
            return new LeafCollector() {
                @Override
                public void setScorer(Scorable scorer) throws IOException {
                    leaf.setScorer(scorer);
                }

                @Override
                public void collect(int doc) throws IOException {
                    if (sketches.read(doc) && kept.find(sketches, doc, withKeys, keys, probe) == group) {
                        count++;
                        leaf.collect(doc);
                    }
                }
            };
        }

        @Override
        public void setWeight(Weight weight) {
            in.setWeight(weight);
        }

        @Override
        public ScoreMode scoreMode() {
            return in.scoreMode();
        }
    }
}
