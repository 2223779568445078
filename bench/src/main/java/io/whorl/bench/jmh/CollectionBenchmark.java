package io.whorl.bench.jmh;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.lab.files.DataFolder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What benchmarks of a collection share: its parameters, and the folder of what was built of it. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@State(Scope.Thread)
public abstract class CollectionBenchmark extends StoreForks {
    /** The number of documents of about a thousand words that are queries. */
    static final int QUERIES = 100;
    /** The number of matches of a query. */
    static final int TOP = 20;

    @Param(DataFolder.AUTO)
    public String data;

    @Param("linuxdocs-dev")
    public String collection;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    TextCollection text;
    WorkFolder folder;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private int at;

    /** Loads the collection, and opens the folder. */
    final void load() throws Exception {
        text = TextCollection.load(data, collection);
        folder = WorkFolder.in(work);
    }

    /** Returns what is closed at the end, last first, and before the folder. */
    final <T extends AutoCloseable> T closing(T one) {
        opened.push(one);
        return one;
    }

    @TearDown
    public final void closeAll() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
        if (folder != null) {
            folder.close();
        }
    }

    /** Returns the position of the next query, cyclically. */
    final int next(int queries) {
        at = at + 1 == queries ? 0 : at + 1;
        return at;
    }
}
