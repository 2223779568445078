package io.whorl.bench.jmh;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.ThousandWords;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.rival.ChronicleAdds;
import io.whorl.bench.rival.DurableAdds;
import io.whorl.bench.rival.LuceneAdds;
import io.whorl.bench.rival.LuceneIndexing;
import io.whorl.bench.rival.RocksAdds;
import io.whorl.bench.rival.WhorlAdds;
import io.whorl.lab.files.DataFolder;
import io.whorl.write.NewDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
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
 * Adds documents of a thousand words from memory to an empty index, with a durable commit for each batch. All cores
 * fingerprint and add; a batch of one document has one thread.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@State(Scope.Benchmark)
public class AddBenchmark extends ChronicleForks {
    @Param(DataFolder.AUTO)
    public String data;

    @Param("linuxdocs-dev")
    public String collection;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    @Param({"1x500", "100x50", "10000x2"})
    public String plan;

    @Param
    public Store store;

    private final int threads = Runtime.getRuntime().availableProcessors();
    private CommitPlan commits;
    private List<NewDocument> documents;
    private WorkFolder folder;
    private DurableAdds index;

    /** The store that documents are added to. */
    public enum Store {
        WHORL {
            @Override
            DurableAdds open(Path folder, int threads, List<NewDocument> all) throws IOException {
                return new WhorlAdds(folder, threads);
            }
        },
        /** A term is the text of a chunk, by Lucene's own analysis. */
        LUCENE_TEXT {
            @Override
            DurableAdds open(Path folder, int threads, List<NewDocument> all) {
                return new LuceneAdds(folder, LuceneIndexing.Terms.TEXT, threads);
            }
        },
        /** A term is the minutia of a chunk, by Whorl's analysis. */
        LUCENE_MINUTIAE {
            @Override
            DurableAdds open(Path folder, int threads, List<NewDocument> all) {
                return new LuceneAdds(folder, LuceneIndexing.Terms.MINUTIAE, threads);
            }
        },
        ROCKSDB {
            @Override
            DurableAdds open(Path folder, int threads, List<NewDocument> all) {
                return new RocksAdds(folder, threads);
            }
        },
        CHRONICLE_MAP {
            @Override
            DurableAdds open(Path folder, int threads, List<NewDocument> all) throws IOException {
                return new ChronicleAdds(folder, threads, all);
            }
        };

        abstract DurableAdds open(Path folder, int threads, List<NewDocument> all) throws IOException;
    }

    @Setup
    public void setUp() {
        commits = CommitPlan.parse(plan);
        documents = ThousandWords.of(TextCollection.load(data, collection), commits.documents());
        folder = WorkFolder.in(work);
    }

    @Setup(Level.Iteration)
    public void open() throws IOException {
        index = store.open(folder.fresh("add"), threads, documents);
    }

    @TearDown(Level.Iteration)
    public void close() throws IOException {
        index.close();
        folder.fresh("add");
    }

    @TearDown
    public void tearDown() {
        folder.close();
    }

    @Benchmark
    public void add() throws IOException {
        for (int c = 0; c < commits.commits(); c++) {
            index.add(documents.subList(c * commits.batch(), (c + 1) * commits.batch()));
        }
    }
}
