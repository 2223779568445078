package io.whorl.bench;

import io.whorl.lab.DataFolder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What benchmarks share: the parameters of a collection, the folder of what was built of it, and one fork. Its flags
 * are those that Chronicle Map and LMDB need on Java 17 and later, as their documentation lists them, and the property
 * that turns off LMDB's checks. They change nothing for other systems. JMH reads the annotations of superclasses.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(
        value = 1,
        jvmArgsAppend = {
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "-Dlmdbjava.disable.checks=true"
        })
@State(Scope.Thread)
public abstract class CollectionBenchmark {
    /** The number of documents of about a thousand words that are queries. */
    static final int QUERIES = 100;

    static final int TOP = 20;

    @Param(DataFolder.AUTO)
    public String data;

    @Param("linuxdocs-dev")
    public String collection;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    TextCollection text;
    List<byte[]> queries;
    WorkFolder folder;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private int at;

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

    /** Loads the collection with its queries: documents of about a thousand words. */
    final void loadQueries() throws Exception {
        load();
        queries = text.aboutAThousandWords(QUERIES);
    }

    final byte[] nextQuery() {
        return queries.get(next(queries.size()));
    }

    /** Returns the position of the next query, cyclically. */
    final int next(int queries) {
        at = at + 1 == queries ? 0 : at + 1;
        return at;
    }
}
