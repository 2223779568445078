package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CallInterruptedException;
import io.whorl.RandomCorpus;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.PairsOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.history.ChangeOptions;
import io.whorl.measure.Measure;
import io.whorl.query.Search.SearchThreads;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Threads that search one index, and threads that are interrupted while they do. */
class SearchThreadsTest {
    private static final int BYTES = 1 << 20;

    /** What the tasks read; written, so that the compiler keeps the reads. */
    private long read;

    private static final WriterOptions OPTIONS =
            WriterOptions.DEFAULT.liveMap(WriterOptions.LiveMap.NONE).memory(16 << 20);

    private static final QueryOptions EXACT =
            QueryOptions.DEFAULT.measure(Measure.WEIGHTED_RESEMBLANCE).exactWeights(true);

    @TempDir
    Path directory;

    /**
     * In compiled code, the JVM reports a page that is gone some instructions after the access: after the end of the
     * task, if nothing makes it report earlier. The counts of the task would then be used.
     */
    @Test
    void aPageThatIsGoneFailsTheTaskThatReadIt(@TempDir Path directory) throws IOException {
        MappedByteBuffer whole = mapped(directory.resolve("whole"));
        MappedByteBuffer cut = mapped(directory.resolve("cut"));
        try (FileChannel channel = FileChannel.open(directory.resolve("cut"), StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
        SearchThreads threads = new SearchThreads(2);
        for (int i = 0; i < 200_000; i++) {
            task(whole, i).accept(1);
        }
        for (int i = 0; i < 100; i++) {
            IntConsumer task = task(cut, i);
            InternalError e = assertThrows(InternalError.class, () -> threads.run(2, task));
            assertTrue(e.getMessage().contains("unsafe memory access"), e.getMessage());
        }
        threads.close();
    }

    private IntConsumer task(MappedByteBuffer bytes, int i) {
        return number -> {
            if (number == 1) {
                read += bytes.getLong(i * 8 & BYTES - 8);
            }
        };
    }

    private static MappedByteBuffer mapped(Path file) throws IOException {
        Files.write(file, new byte[BYTES]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, BYTES);
        }
    }

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    @Test
    void everyCallThatReadsFilesThrowsOneTypedError() throws IOException {
        Path index = directory.resolve("index");
        Map<String, byte[]> corpus = RandomCorpus.of(3, 60, 200);
        byte[] text = corpus.values().iterator().next();
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), OPTIONS)) {
            int added = 0;
            for (Map.Entry<String, byte[]> document : corpus.entrySet()) {
                writer.add(document.getKey(), document.getValue());
                if (++added == 30) {
                    writer.commit();
                    writer.seal();
                }
            }
            writer.commit();
        }
        try (Snapshot snapshot = Snapshot.open(index)) {
            for (Executable call : List.<Executable>of(
                    () -> Snapshot.open(index),
                    () -> Snapshot.openAll(List.of(index), RepeatedIds.LAST, 1),
                    snapshot::stats,
                    () -> snapshot.query(text, EXACT),
                    () -> snapshot.pairs(PairsOptions.DEFAULT),
                    () -> snapshot.clusters(ClusterOptions.DEFAULT),
                    () -> snapshot.survivors(SurvivorOptions.DEFAULT),
                    () -> snapshot.changes(snapshot, ChangeOptions.DEFAULT))) {
                Thread.currentThread().interrupt();
                assertThrows(CallInterruptedException.class, call);
                assertTrue(Thread.interrupted(), "the thread stays interrupted");
            }
            // The snapshot can be used again.
            assertEquals(60, snapshot.stats().documents());
            snapshot.query(text, EXACT);
            snapshot.pairs(PairsOptions.DEFAULT).close();
        }
    }
}
