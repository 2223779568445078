package io.whorl.bench.jmh;

import io.whorl.bench.data.FoldFloor;
import io.whorl.bench.data.ParallelMinutiae;
import io.whorl.bench.data.SortFloor;
import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.rival.LuceneIndexing;
import io.whorl.bulk.BuildReport;
import io.whorl.corpus.Document;
import io.whorl.lab.files.DataFolder;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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
import org.openjdk.jmh.infra.Blackhole;

/** Builds an index of a collection in memory with all cores. The fold floor uses one thread. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
@Fork(1)
@State(Scope.Benchmark)
public class BuildBenchmark {
    @Param(DataFolder.AUTO)
    public String data;

    @Param("linuxdocs-dev")
    public String collection;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    private final int threads = Runtime.getRuntime().availableProcessors();
    private TextCollection text;
    private WorkFolder folder;
    private Path index;

    /** The input of Lucene. */
    @State(Scope.Benchmark)
    public static class Lucene {
        @Param
        public LuceneIndexing.Terms terms;
    }

    /** The postings of the collection, unsorted before each iteration. */
    @State(Scope.Benchmark)
    public static class Postings {
        private SortFloor floor;
        private long bytes;

        @Setup
        public void setUp(BuildBenchmark build) {
            floor = SortFloor.of(build.text);
            Path whole = build.folder.fresh("sized").resolve("index");
            bytes = WhorlIndexes.build(build.text, build.threads, whole).bytes();
            build.folder.fresh("sized");
        }

        @Setup(Level.Iteration)
        public void reset() {
            floor.reset();
        }
    }

    @Setup
    public void setUp() {
        text = TextCollection.load(data, collection);
        folder = WorkFolder.in(work);
    }

    @Setup(Level.Iteration)
    public void empty() {
        index = folder.fresh("build").resolve("index");
    }

    @TearDown
    public void tearDown() {
        folder.fresh("build");
        folder.close();
    }

    @Benchmark
    public BuildReport whorl() {
        return WhorlIndexes.build(text, threads, index);
    }

    /** Text to minutiae only, with all cores. */
    @Benchmark
    @Warmup(iterations = 3)
    public long minutiae() {
        return ParallelMinutiae.count(text);
    }

    /** Sorts the same postings, and writes as many bytes as the index has. */
    @Benchmark
    @Warmup(iterations = 3)
    public long[] sortFloor(Postings postings) {
        long[] sorted = postings.floor.sort();
        postings.floor.write(index.resolveSibling("floor"), postings.bytes);
        return sorted;
    }

    // One iteration is enough: it takes more than a minute on the large collection, so it is mostly warm and varies
    // little.
    @Benchmark
    @Measurement(iterations = 1)
    public void lucene(Lucene lucene) {
        LuceneIndexing.build(text, lucene.terms, threads, index);
    }

    // A short loop, warmed up like the floor of a long stream of text.
    @Benchmark
    @Warmup(iterations = 10)
    public void floor(Blackhole hole) {
        byte[] folded = new byte[Math.toIntExact(text.bytes())];
        int at = 0;
        for (Document document : text.documents()) {
            at = FoldFloor.fold(document.utf8(), folded, at);
        }
        hole.consume(folded);
    }
}
