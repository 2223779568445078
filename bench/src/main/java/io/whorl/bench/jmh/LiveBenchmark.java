package io.whorl.bench.jmh;

import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
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
 * Queries a live index with documents of about a thousand words for the best 20: while nothing else runs, and while
 * another thread adds and commits as fast as it can, or at a given pace, which also causes seals and merges.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 5)
public class LiveBenchmark extends ChronicleForks {
    private static final int TOP = 20;

    /** The origin of snapshots, and how often they are refreshed. */
    public enum Reader {
        /** From the writer in the same process, refreshed before each query. */
        WRITER(0) {
            @Override
            Snapshot open(LiveIndex index) {
                return index.snapshot();
            }
        },
        /** From the files, like a reader in another process, refreshed 20 times a second as part of a query. */
        FILES(50) {
            @Override
            Snapshot open(LiveIndex index) throws IOException {
                return index.open();
            }
        };

        private final long nanoseconds;

        Reader(long milliseconds) {
            nanoseconds = TimeUnit.MILLISECONDS.toNanos(milliseconds);
        }

        abstract Snapshot open(LiveIndex index) throws IOException;
    }

    /** The snapshot of one reader. */
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
            at = at + 1 == index.queries().size() ? 0 : at + 1;
            return snapshot.query(
                    index.queries().get(at), QueryOptions.builder().top(TOP).build());
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
        return index.addBatch();
    }
}
