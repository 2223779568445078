package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two threads add and seal as fast as they can with a merge factor of 2; then a third forces a merge while they
 * continue. The long form continues for a minute.
 */
class MergePressureTest {
    private static final int SEALS = 200;
    private static final long MINUTE = TimeUnit.SECONDS.toNanos(60);
    private static final int WORDS = 403;
    private static final int POSTINGS = 400;

    @TempDir
    Path folder;

    private final AtomicInteger sealed = new AtomicInteger();
    private volatile boolean over;

    @Test
    void segmentsStayLogarithmic() throws Exception {
        Path index = folder.resolve("index");
        ExecutorService pool = Executors.newCachedThreadPool();
        int most = 0;
        int documents = 0;
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SMALL)) {
            List<Future<Integer>> sealing = new ArrayList<>();
            for (int t = 0; t < 2; t++) {
                int who = t;
                sealing.add(pool.submit(() -> addAndSeal(writer, who)));
            }
            long begin = System.nanoTime();
            while (LongForm.ON ? System.nanoTime() - begin < MINUTE : sealed.get() < SEALS) {
                assertTrue(sealing.stream().noneMatch(Future::isDone), "a thread has ended");
                most = Math.max(most, IndexFiles.readManifest(index).segments().size());
                Thread.sleep(1);
            }
            long queries = System.nanoTime();
            Patience.get(pool.submit(() -> {
                writer.forceMerge();
                return null;
            }));
            double forced = (System.nanoTime() - queries) / 1e9;
            over = true;
            for (Future<Integer> s : sealing) {
                documents += Patience.get(s);
            }
            System.out.printf(
                    "merge pressure: %,d documents sealed one by one, at most %d segments; a forced merge"
                            + " beside it %.2f s%n",
                    documents, most, forced);
            int levels = 1;
            for (long size = (long) documents * POSTINGS; size > SMALL.livePostings(); size /= 2) {
                levels++;
            }
            // One segment on each level without due merges, and four more during merges.
            assertTrue(most <= levels + 4, most + " segments of " + documents + " documents");
            writer.awaitMerges();
            WriterHealth rest = writer.health();
            assertTrue(rest.segments() <= levels && rest.isWell(), rest::toString);
        } finally {
            over = true;
            pool.shutdownNow();
        }
        assertEquals(documents, Snapshot.open(index).documents());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    private int addAndSeal(IndexWriter writer, int who) throws IOException {
        int added = 0;
        while (!over) {
            writer.add(who + "/" + added, text(2L * added + who, WORDS));
            writer.commit();
            writer.seal();
            added++;
            sealed.incrementAndGet();
        }
        return added;
    }
}
