package io.whorl.bench.jmh;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bulk.BuildOptions;
import io.whorl.corpus.Document;
import io.whorl.lab.files.DataFolder;
import io.whorl.measure.Measure;
import io.whorl.query.Group;
import io.whorl.query.GroupOptions;
import io.whorl.query.Match;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
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

/**
 * Queries a collection with its documents of about a thousand words: by their texts, and by their ids. Groups the
 * hundred best documents of such a query.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(1)
@State(Scope.Thread)
public class LikeBenchmark {
    private static final int QUERIES = 100;
    private static final int TOP = 20;
    private static final int GROUPED = 100;

    @Param(DataFolder.AUTO)
    public String data;

    @Param("linuxdocs-dev")
    public String collection;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    /** What the index stores: texts or fingerprints. */
    @Param({"texts", "fingerprints"})
    public String stored;

    private final QueryOptions options = QueryOptions.builder().top(TOP).build();
    private WorkFolder folder;
    private Snapshot snapshot;
    private List<Document> queries;
    private List<List<String>> lists;
    private int at;

    @Setup
    public void setUp() throws IOException {
        TextCollection text = TextCollection.load(data, collection);
        folder = WorkFolder.in(work);
        BuildOptions building = BuildOptions.builder()
                .storeText(stored.equals("texts"))
                .storeFingerprints(stored.equals("fingerprints"))
                .build();
        snapshot = Snapshot.open(WhorlIndexes.made(text, folder, "whorl-" + stored, building));
        queries = text.documentsOfAThousandWords(QUERIES);
        QueryOptions many =
                QueryOptions.builder().measure(Measure.SHARED).top(GROUPED).build();
        lists = queries.stream()
                .map(q -> snapshot.query(q.utf8(), many).matches().stream()
                        .map(Match::id)
                        .toList())
                .toList();
    }

    @TearDown
    public void tearDown() {
        snapshot.close();
        folder.close();
    }

    @Benchmark
    public Matches text() {
        return snapshot.query(queries.get(next()).utf8(), options);
    }

    @Benchmark
    public Matches like() {
        return snapshot.like(queries.get(next()).id(), options);
    }

    @Benchmark
    public List<Group> group() {
        return snapshot.group(lists.get(next()), GroupOptions.DEFAULT);
    }

    private int next() {
        at = at + 1 == queries.size() ? 0 : at + 1;
        return at;
    }
}
