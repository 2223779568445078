package io.whorl.lucene.collapse;

import io.whorl.internal.Ranges;
import io.whorl.lucene.collapse.CollapseWalk.KeptIndex;
import io.whorl.lucene.collapse.CollapseWalk.WalkBuffers;
import io.whorl.lucene.collapse.CollapsingCollectorManager.BestScores;
import io.whorl.lucene.sketch.SketchFields;
import io.whorl.lucene.sketch.SketchFormat.LeafSketches;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FilterCollector;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.LongsRef;

/**
 * Searches, and collapses hits that are near-duplicates of better ones. The package describes the result exactly.
 *
 * <p>A search collects n times {@link CollapseOptions#examinedPerGroup} of the best hits and walks them. If they hold
 * fewer than n groups, it goes on after the last one with twice as many hits, up to {@value #MOST_AT_ONCE} at a time.
 * So the heap is bounded by the number of requested groups: it holds one batch of hits with their sketches, and the
 * sketches of the kept hits of this and earlier pages. A query whose hits are all near-duplicates is walked to its end.
 *
 * <pre>{@code
 * CollapsingSearch search = CollapsingSearch.of(versions, CollapseOptions.DEFAULT);
 * CollapsedTopDocs page = search.search(searcher, query, 10);
 * }</pre>
 *
 * <p>Thread-safe. Keep one for many searches: it reuses up to 256 KiB of buffers for each thread that searches.
 */
public final class CollapsingSearch {
    /** The largest number of hits that are collected at a time, unless the first batch is larger. */
    static final int MOST_AT_ONCE = 1 << 14;

    private static final int FIRST_FOR_GROUP = 1 << 8;

    private final FingerprintField field;
    private final CollapseOptions options;
    /** At most one for each search that has run at the same time as others. */
    private final Queue<WalkBuffers> spare = new ConcurrentLinkedQueue<>();

    private CollapsingSearch(FingerprintField field, CollapseOptions options) {
        this.field = Objects.requireNonNull(field, "field");
        this.options = Objects.requireNonNull(options, "options");
    }

    /**
     * A search that compares the sketches of a field.
     *
     * @param field as it wrote the documents; a sketch of another scheme makes a search throw
     *     {@link io.whorl.SchemeException}
     */
    public static CollapsingSearch of(FingerprintField field, CollapseOptions options) {
        return new CollapsingSearch(field, options);
    }

    /**
     * Finds the best hits by score.
     *
     * @param n the number of groups, 1 to 100,000
     * @throws io.whorl.SchemeException if an examined document has a sketch of another scheme
     * @throws io.whorl.lucene.UnreadableSketchException if the field of an examined document holds something else
     */
    public CollapsedTopDocs search(IndexSearcher searcher, Query query, int n) throws IOException {
        return buffered(b -> search(searcher, query, n, Optional.empty(), Optional.empty(), b));
    }

    /** Finds the first hits by a sort; otherwise the same as {@link #search(IndexSearcher, Query, int)}. */
    public CollapsedTopDocs search(IndexSearcher searcher, Query query, int n, Sort sort) throws IOException {
        return buffered(b -> search(searcher, query, n, Optional.of(sort), Optional.empty(), b));
    }

    /**
     * Finds the next hits by score, whose groups are on no earlier page.
     *
     * @param after {@link CollapsedTopDocs#next} of the previous page
     * @param searcher of the same reader as the previous page
     * @param query the query of the previous page
     * @throws IllegalArgumentException if the cursor belongs to another reader, query or sort
     */
    public CollapsedTopDocs searchAfter(CollapseCursor after, IndexSearcher searcher, Query query, int n)
            throws IOException {
        return buffered(b -> search(searcher, query, n, Optional.empty(), Optional.of(after), b));
    }

    /** Finds the next hits by a sort; otherwise as {@link #searchAfter(CollapseCursor, IndexSearcher, Query, int)}. */
    public CollapsedTopDocs searchAfter(CollapseCursor after, IndexSearcher searcher, Query query, int n, Sort sort)
            throws IOException {
        return buffered(b -> search(searcher, query, n, Optional.of(sort), Optional.of(after), b));
    }

    /**
     * Finds all members of a group, when the user asks for them. The walk is repeated up to the hit; then a second
     * search reads the sketch of each hit.
     *
     * @param doc the document of a hit that a page of this query shows, sorted by score
     * @return the hit; the number of hits that it stands for, of all hits of the query; and the best of them, at most
     *     {@link CollapseOptions#members}
     * @throws IllegalArgumentException if the document is not the kept hit of a group, among the first 100,000
     */
    public CollapsedGroup group(IndexSearcher searcher, Query query, int doc) throws IOException {
        return buffered(b -> group(searcher, query, doc, Optional.empty(), b));
    }

    /** Finds all members of a group of sorted hits; otherwise as {@link #group(IndexSearcher, Query, int)}. */
    public CollapsedGroup group(IndexSearcher searcher, Query query, int doc, Sort sort) throws IOException {
        Optional<Sort> rewritten = Optional.of(sort.rewrite(searcher));
        return buffered(b -> group(searcher, query, doc, rewritten, b));
    }

    private <T> T buffered(IOFunction<WalkBuffers, T> search) throws IOException {
        WalkBuffers polled = spare.poll();
        WalkBuffers buffers = polled == null ? new WalkBuffers(field.fields, options) : polled;
        // After an exception, the buffers are left to the garbage collector.
        T found = search.apply(buffers);
        if (buffers.clear()) {
            spare.add(buffers);
        }
        return found;
    }

    private CollapsedGroup group(IndexSearcher searcher, Query query, int doc, Optional<Sort> sort, WalkBuffers buffers)
            throws IOException {
        CollapseWalk walk = new CollapseWalk(
                field.fields, options, buffers, CollapsingCollectorManager.MOST_GROUPS, doc, List.of());
        walk(searcher, query, sort, Optional.empty(), FIRST_FOR_GROUP, walk);
        if (!walk.isFound()) {
            throw new IllegalArgumentException("doc is " + doc + "; it must be the document of a kept hit of " + query
                    + ", among the first " + CollapsingCollectorManager.MOST_GROUPS);
        }
        int group = walk.index.size() - 1;
        int most =
                Math.max(1, Math.min(options.members, searcher.getIndexReader().maxDoc()));
        // The hit itself is the first of its group, unless it has no sketch.
        MemberManager.Members found = searcher.search(query, members(walk, group, most + 1, sort));
        List<ScoreDoc> members = Arrays.stream(found.best())
                .filter(m -> m.doc != doc)
                .limit(options.members)
                .toList();
        return new CollapsedGroup(walk.last(), others(found.hits()[group]), members);
    }

    private CollapsedTopDocs search(
            IndexSearcher searcher,
            Query query,
            int n,
            Optional<Sort> sort,
            Optional<CollapseCursor> cursor,
            WalkBuffers buffers)
            throws IOException {
        Ranges.check("n", n, 1, CollapsingCollectorManager.MOST_GROUPS);
        IndexReader reader = searcher.getIndexReader();
        cursor.ifPresent(c -> c.check(reader, query, sort));
        Optional<Sort> rewritten = sort.isPresent() ? Optional.of(sort.get().rewrite(searcher)) : sort;
        CollapseWalk walk = new CollapseWalk(
                field.fields, options, buffers, n, -1, cursor.map(c -> c.kept).orElse(List.of()));
        Optional<ScoreDoc> after = cursor.map(c -> c.last);
        int batch = Math.multiplyExact(n, options.examinedPerGroup);
        Walked walked = walk(searcher, query, rewritten, after, batch, walk);
        Optional<CollapseCursor> next = walk.isFull() && walked.more()
                ? Optional.of(new CollapseCursor(reader, query, sort, walk.last(), walk.index.kept()))
                : Optional.empty();
        return result(searcher, query, walk, walked.total(), next);
    }

    /**
     * What a walk found.
     *
     * @param total the number of hits, from the first search
     * @param more whether the next page may hold a hit; false if it is known to be empty
     */
    private record Walked(TotalHits total, boolean more) {}

    private Walked walk(
            IndexSearcher searcher,
            Query query,
            Optional<Sort> sort,
            Optional<ScoreDoc> first,
            int firstBatch,
            CollapseWalk walk)
            throws IOException {
        List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
        Optional<ScoreDoc> after = first;
        Optional<TotalHits> total = Optional.empty();
        int batch = firstBatch;
        while (true) {
            int hits = Math.min(batch, Math.max(1, searcher.getIndexReader().maxDoc()));
            TopDocs best = searcher.search(query, BestScores.of(sort, hits, after, options.totalHitsThreshold));
            ScoreDoc[] found = best.scoreDocs;
            total = total.isPresent() ? total : Optional.of(best.totalHits);
            int examined = walk.examine(found, leaves);
            boolean exhausted = found.length < hits;
            if (walk.isDone() || exhausted) {
                return new Walked(total.get(), !exhausted || walk.passesOver(found, examined, leaves));
            }
            after = Optional.of(found[found.length - 1]);
            batch = Math.max(batch, Math.min(2 * batch, MOST_AT_ONCE));
        }
    }

    private CollapsedTopDocs result(
            IndexSearcher searcher, Query query, CollapseWalk walk, TotalHits total, Optional<CollapseCursor> next)
            throws IOException {
        List<CollapsedGroup> groups = walk.groups();
        long withoutSketch = walk.withoutSketch;
        if (options.counts == CollapseOptions.Counts.ALL && !groups.isEmpty()) {
            MemberManager.Members totals =
                    searcher.search(query, members(walk, MemberManager.NONE, 1, Optional.empty()));
            groups = counted(groups, totals.hits(), walk);
            withoutSketch = totals.withoutSketch();
        }
        return new CollapsedTopDocs(groups, total, walk.examined, withoutSketch, walk.earlier, true, next);
    }

    private MemberManager members(CollapseWalk walk, int group, int most, Optional<Sort> sort) {
        CollectorManager<Collector, TopDocs> best = BestScores.of(sort, most, Optional.empty(), Integer.MAX_VALUE);
        return new MemberManager(field.fields, walk.index, group, best);
    }

    private static List<CollapsedGroup> counted(List<CollapsedGroup> groups, long[] hits, CollapseWalk walk) {
        List<CollapsedGroup> counted = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            CollapsedGroup group = groups.get(i);
            counted.add(new CollapsedGroup(group.hit(), others(hits[walk.before + i]), group.members()));
        }
        return counted;
    }

    /** A kept hit counts as one of its group. Without a sketch, it is not counted, and stands for no other. */
    private static long others(long hits) {
        return Math.max(0, hits - 1);
    }

    /**
     * Counts the hits of a query that belong to each kept hit, and collects the best of one group. The result does not
     * depend on slices and threads.
     *
     * @param kept to which nothing is added from now on
     * @param group whose best hits are collected; {@link #NONE} for none
     * @param best collects them, at least 1; all are counted
     */
    private record MemberManager(
            SketchFields fields, KeptIndex kept, int group, CollectorManager<Collector, TopDocs> best)
            implements CollectorManager<Collector, MemberManager.Members> {
        private static final int NONE = -1;

        /**
         * What was found.
         *
         * @param hits the hits that belong to each kept hit, itself included
         * @param withoutSketch the hits without a sketch, or with one without minutiae
         * @param best the best hits of the group
         */
        record Members(long[] hits, long withoutSketch, ScoreDoc[] best) {}

        MemberManager {
            kept.share();
        }

        @Override
        public Collector newCollector() throws IOException {
            return new Member(best.newCollector());
        }

        @Override
        public Members reduce(Collection<Collector> collectors) throws IOException {
            List<Collector> in = new ArrayList<>();
            long[] hits = new long[kept.size()];
            long withoutSketch = 0;
            for (Collector collector : collectors) {
                Member member = (Member) collector;
                in.add(member.in());
                withoutSketch += member.withoutSketch;
                for (int i = 0; i < hits.length; i++) {
                    hits[i] += member.hits[i];
                }
            }
            return new Members(hits, withoutSketch, best.reduce(in).scoreDocs);
        }

        /** Passes on the hits of the group. */
        private final class Member extends FilterCollector {
            private final KeptIndex.Probe probe = new KeptIndex.Probe();
            private final LongsRef keys = new LongsRef();
            private final long[] hits = new long[kept.size()];
            private long withoutSketch;

            private Member(Collector in) {
                super(in);
            }

            private Collector in() {
                return in;
            }

            @Override
            public ScoreMode scoreMode() {
                return group == NONE ? ScoreMode.COMPLETE_NO_SCORES : super.scoreMode();
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
                        if (!sketches.read(doc)) {
                            withoutSketch++;
                            return;
                        }
                        int found = kept.find(sketches, doc, keys, probe);
                        if (found >= 0) {
                            hits[found]++;
                            if (found == group) {
                                leaf.collect(doc);
                            }
                        }
                    }
                };
            }
        }
    }
}
