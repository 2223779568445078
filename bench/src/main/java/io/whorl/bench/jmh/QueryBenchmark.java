package io.whorl.bench.jmh;

import io.whorl.bench.data.Schemes;
import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.rival.LuceneIndexing;
import io.whorl.bench.rival.LuceneQueries;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.files.DataFolder;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.search.TopDocs;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Queries a collection with its documents of about a thousand words for the best 20. Both systems get the text and use
 * Whorl's analysis, which is the faster one.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(1)
@State(Scope.Thread)
public class QueryBenchmark {
    private static final int QUERIES = 100;
    private static final int TOP = 20;

    @Param(DataFolder.AUTO)
    public String data;

    @Param("linuxdocs-dev")
    public String collection;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    private TextCollection text;
    private List<byte[]> queries;
    private WorkFolder folder;
    private int at;

    /** A Whorl index of the collection. */
    @State(Scope.Thread)
    public static class Whorl {
        private Snapshot snapshot;

        @Setup
        public void setUp(QueryBenchmark common) throws IOException {
            snapshot = Snapshot.open(WhorlIndexes.made(common.text, common.folder));
        }
    }

    /** A merged Lucene index of the collection. */
    @State(Scope.Thread)
    public static class Lucene {
        @Param
        public LuceneQueries.Scoring scoring;

        private LuceneQueries index;
        private final Fingerprinter fingerprinter = Fingerprinter.of(Schemes.named(Schemes.DEFAULT));

        @Setup
        public void setUp(QueryBenchmark common) {
            index = new LuceneQueries(LuceneIndexing.made(common.text, common.folder), scoring);
        }

        @TearDown
        public void tearDown() {
            index.close();
        }
    }

    @Setup
    public void setUp() {
        text = TextCollection.load(data, collection);
        queries = text.aboutAThousandWords(QUERIES);
        folder = WorkFolder.in(work);
    }

    @TearDown
    public void tearDown() {
        folder.close();
    }

    @Benchmark
    public Matches whorl(Whorl whorl) {
        return whorl.snapshot.query(
                queries.get(next()), QueryOptions.builder().top(TOP).build());
    }

    @Benchmark
    public TopDocs lucene(Lucene lucene) {
        long[] minutiae = lucene.fingerprinter.fingerprint(queries.get(next())).toArray();
        return lucene.index.search(minutiae, minutiae.length, TOP);
    }

    private int next() {
        at = at + 1 == queries.size() ? 0 : at + 1;
        return at;
    }
}
