package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.ids;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An interrupt closes the file channel that its thread is using, so no thread of a caller may use a channel of the
 * writer.
 */
class WriterInterruptTest {
    @TempDir
    Path folder;

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    @Test
    void anInterruptedThreadCompletesEveryCallAndStaysInterrupted() throws IOException {
        Path index = folder.resolve("index");
        IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SMALL);
        Thread.currentThread().interrupt();
        writer.add("a", text(1, 30));
        assertEquals(1, writer.commit());
        writer.addAll(List.of(new NewDocument("b", text(2, 30)), new NewDocument("c", text(3, 30))));
        assertTrue(writer.update("a", text(4, 30)));
        assertTrue(writer.delete("b"));
        assertEquals(2, writer.commit());
        writer.seal();
        // A direct commit that exceeds the memory.
        for (int i = 0; i < 900; i++) {
            writer.add("d" + i, text(100 + i, 1_500));
        }
        assertEquals(3, writer.commit());
        writer.forceMerge();
        assertEquals(List.of("a"), ids(writer.snapshot(), text(4, 30)));
        assertEquals(List.of("d7"), ids(writer.snapshot(), text(107, 1_500)));
        writer.close();
        assertTrue(Thread.interrupted());
        assertEquals(902, Snapshot.open(index).documents());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    @Test
    void anInterruptedOpenReleasesTheLock() throws IOException {
        Path index = folder.resolve("index");
        IndexWriter.create(index, Scheme.builder().build(), SMALL).close();
        Thread.currentThread().interrupt();
        assertThrows(ClosedByInterruptException.class, () -> IndexWriter.open(index, SMALL));
        assertTrue(Thread.interrupted());
        IndexWriter.open(index, SMALL).close();
    }

    @Test
    void interruptsLoseNoCommit() throws Exception {
        Path index = folder.resolve("index");
        ExecutorService pool = Executors.newFixedThreadPool(2);
        AtomicInteger done = new AtomicInteger();
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SMALL)) {
            Thread[] adding = new Thread[1];
            Future<Integer> adder = pool.submit(() -> {
                adding[0] = Thread.currentThread();
                for (int i = 0; i < 150; i++) {
                    writer.add("d" + i, text(i, i % 10 == 0 ? 2_000 : 40));
                    writer.commit();
                    done.incrementAndGet();
                }
                return 150;
            });
            SplittableRandom random = new SplittableRandom(5);
            while (!adder.isDone()) {
                if (adding[0] != null) {
                    adding[0].interrupt();
                }
                Thread.sleep(0, random.nextInt(900_000));
            }
            assertEquals(150, adder.get());
            assertEquals(150, writer.snapshot().documents());
        } finally {
            pool.shutdownNow();
        }
        assertEquals(150, done.get());
        assertEquals(150, Snapshot.open(index).documents());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }
}
