package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupCommitTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 20;

    @TempDir
    Path folder;

    @Test
    void concurrentCommitsShareOneCommit() throws Exception {
        Path index = folder.resolve("index");
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        CyclicBarrier together = new CyclicBarrier(THREADS);
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SMALL)) {
            List<Callable<Long>> tasks = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                int who = t;
                tasks.add(() -> {
                    long last = 0;
                    for (int round = 0; round < ROUNDS; round++) {
                        String id = who + "/" + round;
                        writer.add(id, text(who * ROUNDS + round, 10));
                        together.await();
                        long sequence = writer.commit();
                        assertTrue(sequence > last);
                        last = sequence;
                        assertTrue(writer.snapshot().document(id).isPresent());
                        together.await();
                    }
                    return last;
                });
            }
            long most = 0;
            for (Future<Long> done : pool.invokeAll(tasks)) {
                most = Math.max(most, done.get());
            }
            // All threads have added when the first commits, so one commit serves all, or two if some came too late.
            assertTrue(most >= ROUNDS && most < ROUNDS * THREADS / 2, most + " commits");
            assertEquals(most, writer.commit());
        } finally {
            pool.shutdownNow();
        }
        assertEquals(THREADS * ROUNDS, Snapshot.open(index).documents());
    }
}
