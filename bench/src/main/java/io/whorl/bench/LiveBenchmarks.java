package io.whorl.bench;

import io.whorl.bench.ChronicleMapRival.ChronicleAdds;
import io.whorl.bench.Rival.DurableAdds;
import io.whorl.bench.RocksDbRival.RocksAdds;
import io.whorl.bench.WhorlRival.WhorlAdds;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
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

/** Adds documents to an index, and queries it meanwhile. */
public final class LiveBenchmarks {
    private LiveBenchmarks() {}

    /**
     * Adds documents of a thousand words from memory to an empty index, with a durable commit for each batch. All cores
     * fingerprint and add; a batch of one document has one thread.
     */
    @BenchmarkMode(Mode.SingleShotTime)
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    @Warmup(iterations = 3)
    @Measurement(iterations = 5)
    @State(Scope.Benchmark)
    public static class AddBenchmark extends CollectionBenchmark {
        @Param({"1x500", "100x50", "10000x2"})
        public String plan;

        @Param
        public Store store;

        private final int threads = Runtime.getRuntime().availableProcessors();
        private CommitPlan commits;
        private List<NewDocument> documents;
        private DurableAdds index;

        public enum Store {
            WHORL("Whorl ", (folder, threads, all) -> new WhorlAdds(folder, threads)),
            /** A term is the text of a chunk, by Lucene's own analysis. */
            LUCENE_TEXT(
                    "Lucene, terms of text, ",
                    (folder, threads, all) -> new LuceneRival(folder, LuceneRival.Terms.TEXT, threads)),
            /** A term is the minutia of a chunk, by Whorl's analysis. */
            LUCENE_MINUTIAE(
                    "Lucene, terms of minutiae, ",
                    (folder, threads, all) -> new LuceneRival(folder, LuceneRival.Terms.MINUTIAE, threads)),
            ROCKSDB("RocksDB ", (folder, threads, all) -> new RocksAdds(folder, threads)),
            CHRONICLE_MAP("Chronicle Map, forced, not crash-safe, ", ChronicleAdds::new);

            private interface Opening {
                DurableAdds open(Path folder, int threads, List<NewDocument> all) throws Exception;
            }

            private final String title;
            private final Opening opening;

            Store(String title, Opening opening) {
                this.title = title;
                this.opening = opening;
            }

            /** Returns the name of the store, as it begins a cell of the results. */
            public String title() {
                return title;
            }
        }

        @Setup
        public void setUp() throws Exception {
            load();
            commits = CommitPlan.parse(plan);
            documents = text.thousandWords(commits.documents());
        }

        @Setup(Level.Iteration)
        public void open() throws Exception {
            index = store.opening.open(folder.fresh("add"), threads, documents);
        }

        @TearDown(Level.Iteration)
        public void close() throws Exception {
            index.close();
            folder.fresh("add");
        }

        @Benchmark
        public void add() throws Exception {
            for (int c = 0; c < commits.commits(); c++) {
                index.add(documents.subList(c * commits.batch(), (c + 1) * commits.batch()));
            }
        }

        /**
         * The number of commits and the number of documents in each. As a parameter of a benchmark, {@code 100x50}
         * means fifty commits of a hundred documents.
         */
        public record CommitPlan(int batch, int commits) {
            private static final Pattern FORM = Pattern.compile("(\\d{1,9})x(\\d{1,9})");

            public static CommitPlan parse(String text) {
                Matcher form = FORM.matcher(text);
                if (!form.matches()) {
                    throw new IllegalArgumentException("plan is '" + text + "'; it must have the form 100x50");
                }
                return new CommitPlan(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
            }

            public int documents() {
                return Math.multiplyExact(batch, commits);
            }

            @Override
            public String toString() {
                return batch + "x" + commits;
            }
        }
    }

    /**
     * An index of a collection with some thousand added documents, which are then replaced again and again. So the
     * index has the same size with and without additions.
     */
    @State(Scope.Benchmark)
    public static class LiveIndex extends CollectionBenchmark {
        public static final int COMMIT = 100;

        /**
         * The number of added documents of a thousand words: more than the live tier holds, so that some are sealed.
         */
        @Param("4500")
        public int added;

        /** The cores that the writer leaves to queries; see {@link WriterOptions#queryCores}. */
        @Param("1")
        public int queryCores;

        private List<NewDocument> documents;
        private Path index;
        private IndexWriter writer;
        private int next;

        @Setup
        public void setUp() throws Exception {
            loadQueries();
            documents = text.thousandWords(added);
            index = folder.fresh("live").resolve("index");
            closing(() -> folder.fresh("live"));
            copy(WhorlRival.made(text, folder), index);
            writer = IndexWriter.open(
                    index, WriterOptions.DEFAULT.liveMap(LiveMap.REQUIRED).queryCores(queryCores));
            closing(writer);
            for (int d = 0; d < added; d += COMMIT) {
                add(COMMIT);
            }
        }

        private static void copy(Path from, Path to) throws IOException {
            try (Stream<Path> all = Files.walk(from)) {
                for (Path path : all.toList()) {
                    Files.copy(path, to.resolve(from.relativize(path)));
                }
            }
        }

        /** Adds and commits the next documents. */
        long add(int count) throws IOException {
            for (int i = 0; i < count; i++) {
                NewDocument document = documents.get(next);
                writer.add(document.id(), document.utf8());
                next = next + 1 == documents.size() ? 0 : next + 1;
            }
            return writer.commit();
        }
    }

    /**
     * Queries a live index with documents of about a thousand words for the best 20: while nothing else runs, and while
     * another thread adds and commits as fast as it can, or at a given pace, which also causes seals and merges.
     */
    @Warmup(iterations = 8, time = 3)
    @Measurement(iterations = 5, time = 5)
    public static class LiveBenchmark extends CollectionBenchmark {
        /** The origin of snapshots, and how often they are refreshed. */
        public enum Reader {
            /** From the writer in the same process, refreshed before each query. */
            WRITER("beside the writer", 0),
            /** From the files, like a reader in another process, refreshed 20 times a second as part of a query. */
            FILES("by the files", 50);

            private final String title;
            private final long nanoseconds;

            Reader(String title, long milliseconds) {
                this.title = title;
                nanoseconds = TimeUnit.MILLISECONDS.toNanos(milliseconds);
            }

            public String title() {
                return title;
            }

            Snapshot open(LiveIndex index) throws IOException {
                return this == WRITER ? index.writer.snapshot() : Snapshot.open(index.index);
            }
        }

        @State(Scope.Thread)
        public static class QueryState {
            @Param
            public Reader reader;

            private Snapshot snapshot;
            private long refreshed;
            private int at;

            @Setup
            public void setUp(LiveIndex index) throws IOException {
                snapshot = reader.open(index);
                refreshed = System.nanoTime();
            }

            Matches query(LiveIndex index) throws IOException {
                long now = System.nanoTime();
                if (now - refreshed >= reader.nanoseconds) {
                    refresh();
                    refreshed = now;
                }
                at = at + 1 == index.queries.size() ? 0 : at + 1;
                return snapshot.query(index.queries.get(at), QueryOptions.DEFAULT.top(LiveIndex.TOP));
            }

            Snapshot refresh() throws IOException {
                Snapshot before = snapshot;
                snapshot = before.refresh();
                if (snapshot != before) {
                    before.close();
                }
                return snapshot;
            }

            @TearDown
            public void tearDown() {
                snapshot.close();
            }
        }

        @Benchmark
        public Matches quiet(LiveIndex index, QueryState state) throws IOException {
            return state.query(index);
        }

        @Benchmark
        @Group("adding")
        public Matches addingQuery(LiveIndex index, QueryState state) throws IOException {
            return state.query(index);
        }

        @Benchmark
        @Group("adding")
        public long addingCommit(LiveIndex index, CommitPace pace) throws IOException {
            pace.await();
            return index.add(LiveIndex.COMMIT);
        }

        /**
         * How often a thread commits. At an equal pace, two versions can be compared although one could commit faster.
         */
        @State(Scope.Thread)
        public static class CommitPace {
            /** 0: as often as the index can. */
            @Param("0")
            public int commitsPerSecond;

            private long next;

            @Setup(Level.Iteration)
            public void begin() {
                next = System.nanoTime();
            }

            /** Waits until the next commit is due. A thread that falls behind does not catch up. */
            void await() {
                if (commitsPerSecond > 0) {
                    for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
                        LockSupport.parkNanos(left);
                    }
                    next = System.nanoTime() + TimeUnit.SECONDS.toNanos(1) / commitsPerSecond;
                }
            }
        }
    }

    /** Refreshes a snapshot after a commit of one document of a thousand words. */
    @Measurement(iterations = 5, time = 3)
    public static class RefreshBenchmark extends CollectionBenchmark {
        @State(Scope.Thread)
        public static class Committed {
            @Setup(Level.Invocation)
            public void commit(LiveIndex index) throws IOException {
                index.add(1);
            }
        }

        @Benchmark
        public Snapshot refresh(LiveIndex index, LiveBenchmark.QueryState state, Committed committed)
                throws IOException {
            return state.refresh();
        }
    }

    /** Opens an index whose documents are all in the log, with an almost full live tier. */
    @BenchmarkMode(Mode.SingleShotTime)
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    @Warmup(iterations = 5)
    @Measurement(iterations = 9)
    @State(Scope.Benchmark)
    public static class ReplayBenchmark extends CollectionBenchmark {
        private static final int POSTINGS_A_DOCUMENT = 1_000;
        private static final int COMMIT = 100;

        @Param("1048576")
        public int livePostings;

        private WriterOptions options;
        private Path index;
        private AutoCloseable opened;

        @Setup
        public void setUp() throws Exception {
            options = WriterOptions.DEFAULT
                    .liveMap(LiveMap.REQUIRED)
                    .livePostings(livePostings)
                    .liveDocuments(WriterOptions.DEFAULT.liveDocuments());
            load();
            index = folder.fresh("replay").resolve("index");
            closing(() -> folder.fresh("replay"));
            List<NewDocument> documents = text.thousandWords(livePostings / POSTINGS_A_DOCUMENT);
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

        @Benchmark
        public void writer() throws IOException {
            opened = IndexWriter.open(index, options);
        }

        @Benchmark
        public void reader() throws IOException {
            opened = Snapshot.open(index);
        }
    }
}
