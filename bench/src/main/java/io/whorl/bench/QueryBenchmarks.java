package io.whorl.bench;

import io.whorl.bench.LuceneRival.Queries;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.corpus.Document;
import io.whorl.measure.Measure;
import io.whorl.query.Matches;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.search.TopDocs;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Opens indexes and queries them. */
public final class QueryBenchmarks {
    private QueryBenchmarks() {}

    /**
     * Queries a collection with its documents of about a thousand words for the best 20. Both systems get the text and
     * use Whorl's analysis, which is the faster one.
     */
    public static class QueryBenchmark extends CollectionBenchmark {
        @State(Scope.Thread)
        public static class Whorl {
            private Snapshot snapshot;

            @Setup
            public void setUp(QueryBenchmark common) throws Exception {
                snapshot = Snapshot.open(WhorlRival.made(common.text, common.folder));
            }
        }

        @State(Scope.Thread)
        public static class Lucene {
            @Param
            public Queries.Scoring scoring;

            private Queries index;

            @Setup
            public void setUp(QueryBenchmark common) throws Exception {
                index = common.closing(new Queries(LuceneRival.made(common.text, common.folder), scoring));
            }
        }

        @Setup
        public void setUp() throws Exception {
            loadQueries();
        }

        @Benchmark
        public Matches whorl(Whorl whorl) {
            return whorl.snapshot.query(nextQuery(), QueryOptions.DEFAULT.top(TOP));
        }

        @Benchmark
        public TopDocs lucene(Lucene lucene) throws Exception {
            long[] minutiae = Schemes.minutiae(nextQuery());
            return lucene.index.search(minutiae, minutiae.length, TOP);
        }
    }

    /**
     * Queries a collection with its documents of about a thousand words: by their texts, and by their ids. Groups the
     * hundred best documents of such a query.
     */
    public static class LikeBenchmark extends CollectionBenchmark {
        private static final int GROUPED = 100;

        /** What the index stores: texts or fingerprints. */
        @Param({"texts", "fingerprints"})
        public String stored;

        private final QueryOptions options = QueryOptions.DEFAULT.top(TOP);
        private Snapshot snapshot;
        private List<Document> documents;
        private List<List<String>> lists;

        @Setup
        public void setUp() throws Exception {
            load();
            BuildOptions building = BuildOptions.DEFAULT
                    .storeText(stored.equals("texts"))
                    .storeFingerprints(stored.equals("fingerprints"));
            snapshot = closing(Snapshot.open(WhorlRival.made(text, folder, "whorl-" + stored, building)));
            documents = text.documentsOfAThousandWords(QUERIES);
            QueryOptions many = QueryOptions.DEFAULT.measure(Measure.SHARED).top(GROUPED);
            lists = documents.stream()
                    .map(q -> snapshot.query(q.utf8(), many).matches().stream()
                            .map(Match::id)
                            .toList())
                    .toList();
        }

        @Benchmark
        public Matches text() {
            return snapshot.query(documents.get(next(documents.size())).utf8(), options);
        }

        @Benchmark
        public Matches like() {
            return snapshot.like(documents.get(next(documents.size())).id(), options);
        }

        @Benchmark
        public List<List<Member>> group() {
            return snapshot.group(lists.get(next(lists.size())), SimilarityOptions.GROUPS);
        }
    }

    /**
     * Queries a collection with its documents of about a thousand words: in one index, and in a segment set of shards.
     */
    @Warmup(iterations = 3, time = 2)
    @Measurement(iterations = 5, time = 2)
    public static class ShardBenchmark extends CollectionBenchmark {
        /** The number of shards; 0 is one index. */
        @Param({"0", "8"})
        public int shards;

        /** The threads of one query. One index always uses one. */
        @Param({"1", "2"})
        public int threads;

        private final QueryOptions percent = QueryOptions.DEFAULT.top(TOP);
        private final QueryOptions weighted = percent.measure(Measure.WEIGHTED_RESEMBLANCE);
        private Path place;
        private Snapshot snapshot;

        @Setup
        public void setUp() throws Exception {
            loadQueries();
            place = shards == 0 ? WhorlRival.made(text, folder) : WhorlRival.shards(text, folder, shards);
            snapshot = closing(opened());
        }

        private Snapshot opened() throws IOException {
            return shards == 0 ? Snapshot.open(place) : Snapshot.openSet(place, RepeatedIds.LAST, threads);
        }

        @Benchmark
        public Matches percent() {
            return snapshot.query(nextQuery(), percent);
        }

        @Benchmark
        public Matches weightedResemblance() {
            return snapshot.query(nextQuery(), weighted);
        }

        @Benchmark
        public long open() throws IOException {
            try (Snapshot opened = opened()) {
                return opened.documents();
            }
        }

        /** Opens the index, and answers the first query that needs weights of documents. */
        @Benchmark
        public Matches openAndFirstWeightedResemblance() throws IOException {
            try (Snapshot opened = opened()) {
                return opened.query(nextQuery(), weighted);
            }
        }
    }

    /** Shows the first page of each query on a collection of versions, with and without collapsing. */
    @Warmup(iterations = 2, time = 2)
    @Measurement(iterations = 5, time = 2)
    public static class CollapseBenchmark extends CollectionBenchmark {
        @Param
        public CollapsedResults.Way way;

        private CollapsedResults results;

        @Setup
        public void setUp() throws Exception {
            folder = WorkFolder.in(work);
            results = closing(new CollapsedResults(data, collection, folder));
        }

        @Benchmark
        public Collection<Integer> page() throws Exception {
            return results.page(way, next(results.size()));
        }
    }

    /**
     * Opens a small and a large index of singletons. Single shots, because a loop would create more mappings than a
     * system allows before the first is garbage-collected.
     */
    @BenchmarkMode(Mode.SingleShotTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    @Warmup(iterations = 200)
    @Measurement(iterations = 200)
    public static class OpenBenchmark extends CollectionBenchmark {
        public static final int CHUNKS = 30;

        @Param({"1000", "1000000"})
        public int documents;

        private Path index;

        @Setup
        public void setUp() throws Exception {
            folder = WorkFolder.in(work);
            index = singletons(folder, documents);
        }

        /** Returns the index of so many documents of singletons, and builds it if the folder does not have it. */
        public static Path singletons(WorkFolder folder, int documents) throws Exception {
            return WhorlRival.made(new SingletonText(documents, CHUNKS), folder);
        }

        @Benchmark
        public Snapshot whorl() throws IOException {
            return Snapshot.open(index);
        }
    }
}
