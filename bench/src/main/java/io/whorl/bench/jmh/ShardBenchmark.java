package io.whorl.bench.jmh;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.lab.files.DataFolder;
import io.whorl.measure.Measure;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.ShardOptions;
import io.whorl.query.ShardedSnapshot;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

/** Queries a collection with its documents of about a thousand words: in one index, and in a segment set of shards. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@State(Scope.Thread)
public class ShardBenchmark {
    private static final int QUERIES = 100;
    private static final int TOP = 20;

    @Param(DataFolder.AUTO)
    public String data;

    @Param("linuxdocs-dev")
    public String collection;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    /** The number of shards; 0 is one index. */
    @Param({"0", "8"})
    public int shards;

    /** The threads of one query. One index always uses one. */
    @Param({"1", "2"})
    public int threads;

    private final QueryOptions percent = QueryOptions.builder().top(TOP).build();
    private final QueryOptions weighted =
            percent.toBuilder().measure(Measure.WEIGHTED_RESEMBLANCE).build();
    private WorkFolder folder;
    private Path place;
    private Snapshot snapshot;
    private List<byte[]> queries;
    private int at;

    @Setup
    public void setUp() throws IOException {
        TextCollection text = TextCollection.load(data, collection);
        folder = WorkFolder.in(work);
        place = shards == 0 ? WhorlIndexes.made(text, folder) : WhorlIndexes.shards(text, folder, shards);
        snapshot = opened();
        queries = text.aboutAThousandWords(QUERIES);
    }

    private Snapshot opened() throws IOException {
        return shards == 0
                ? Snapshot.open(place)
                : ShardedSnapshot.open(
                        place, ShardOptions.builder().threads(threads).build());
    }

    @TearDown
    public void tearDown() {
        snapshot.close();
        folder.close();
    }

    @Benchmark
    public Matches percent() {
        return snapshot.query(next(), percent);
    }

    @Benchmark
    public Matches weightedResemblance() {
        return snapshot.query(next(), weighted);
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
            return opened.query(next(), weighted);
        }
    }

    private byte[] next() {
        at = at + 1 == queries.size() ? 0 : at + 1;
        return queries.get(at);
    }
}
