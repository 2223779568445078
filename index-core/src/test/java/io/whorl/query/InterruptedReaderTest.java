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
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** An interrupt of a reader is not reported as a failure of the disk. */
class InterruptedReaderTest {
    private static final WriterOptions OPTIONS =
            WriterOptions.DEFAULT.liveMap(WriterOptions.LiveMap.NONE).memory(16 << 20);
    private static final QueryOptions EXACT =
            QueryOptions.DEFAULT.measure(Measure.WEIGHTED_RESEMBLANCE).exactWeights(true);

    @TempDir
    Path directory;

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
