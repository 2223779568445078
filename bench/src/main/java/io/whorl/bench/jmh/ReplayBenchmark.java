package io.whorl.bench.jmh;

import io.whorl.bench.data.Schemes;
import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.ThousandWords;
import io.whorl.bench.data.WorkFolder;
import io.whorl.lab.files.DataFolder;
import io.whorl.query.Snapshot;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
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

/** Opens an index whose documents are all in the log, with an almost full live tier. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 9)
@State(Scope.Benchmark)
public class ReplayBenchmark extends ChronicleForks {
    private static final int POSTINGS_A_DOCUMENT = 1_000;
    private static final int COMMIT = 100;

    @Param(DataFolder.AUTO)
    public String data;

    @Param("linuxdocs-dev")
    public String collection;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    @Param("1048576")
    public int livePostings;

    private WriterOptions options;
    private WorkFolder folder;
    private Path index;
    private AutoCloseable opened;

    @Setup
    public void setUp() throws IOException {
        options = WriterOptions.builder()
                .liveMap(LiveMap.REQUIRED)
                .livePostings(livePostings)
                .liveDocuments(WriterOptions.DEFAULT.liveDocuments())
                .build();
        folder = WorkFolder.in(work);
        index = folder.fresh("replay").resolve("index");
        List<NewDocument> documents =
                ThousandWords.of(TextCollection.load(data, collection), livePostings / POSTINGS_A_DOCUMENT);
        try (IndexWriter writer = IndexWriter.create(index, Schemes.named(Schemes.DEFAULT), options)) {
            for (int d = 0; d < documents.size(); d++) {
                writer.add(documents.get(d).id(), documents.get(d).utf8());
                if (d % COMMIT == COMMIT - 1 || d == documents.size() - 1) {
                    writer.commit();
                }
            }
        }
    }

    @TearDown(Level.Iteration)
    public void close() throws Exception {
        opened.close();
    }

    @TearDown
    public void tearDown() {
        folder.fresh("replay");
        folder.close();
    }

    @Benchmark
    public void writer() throws IOException {
        opened = IndexWriter.open(index, options);
    }

    @Benchmark
    public void reader() throws IOException {
        opened = Snapshot.open(index);
    }
}
