package io.whorl.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.live.LiveTier.LiveLimits;
import io.whorl.live.LiveTier.TierHeap;
import io.whorl.log.LoggedDocument;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer, readers that take and close views, and a thread that closes the tier meanwhile. Nothing may crash, and all
 * answers must be right. Document d holds the minutiae up to a limit that divide d, so each answer can be verified
 * alone. Most documents also hold d, so that a table in heap grows.
 */
class LiveStressTest {
    private static final int ROUNDS = LongForm.of(15, 400);
    /** No thread of a round may take longer. */
    private static final long SECONDS = 120;

    private static final int READERS = 4;
    private static final int DOCUMENTS = 3_000;
    private static final int MINUTIAE = 40;
    /** Looked up as well, but no document holds them. */
    private static final int ABSENT = 5;

    @TempDir
    Path folder;

    private final AtomicReference<LiveView> published = new AtomicReference<>();
    private final AtomicLong answers = new AtomicLong();
    private volatile boolean over;

    @Test
    void readersSurviveAWriterAndAClose() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(READERS + 2);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                round(pool, new SplittableRandom(round));
            }
        } finally {
            over = true;
            pool.shutdownNow();
        }
        assertTrue(answers.get() > ROUNDS, answers.get() + " answers");
        assertEquals(0, Mappings.of(folder));
    }

    private void round(ExecutorService pool, SplittableRandom random) throws Exception {
        over = false;
        LiveLimits limits = new LiveLimits(200_000, DOCUMENTS);
        LiveTier tier = random.nextBoolean()
                ? LiveTier.inHeap(limits, false, new TierHeap(1L << 40)).orElseThrow()
                : LiveTier.create(folder.resolve("map"), limits, false);
        published.set(tier.view());
        int closeAt = random.nextInt(DOCUMENTS);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            SplittableRandom own = random.split();
            running.add(pool.submit(() -> read(own)));
        }
        Future<?> closing = pool.submit(() -> closeWhen(tier, closeAt));
        write(tier, random);
        closing.get(SECONDS, TimeUnit.SECONDS);
        over = true;
        for (Future<?> one : running) {
            one.get(SECONDS, TimeUnit.SECONDS);
        }
        published.get().close();
    }

    private static void closeWhen(LiveTier tier, int documents) {
        while (tier.documents() < documents && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
        tier.close();
    }

    private void write(LiveTier tier, SplittableRandom random) {
        try {
            for (int d = 0; d < DOCUMENTS; d++) {
                long[] minutiae = new long[MINUTIAE + 1];
                int n = 0;
                for (int m = 1; m <= MINUTIAE; m++) {
                    if (d % m == 0) {
                        minutiae[n++] = m;
                    }
                }
                if (d > MINUTIAE + ABSENT) {
                    minutiae[n++] = d;
                }
                tier.add(new LoggedDocument(id(d), d, new byte[0], minutiae, new int[0], n));
                if (random.nextInt(10) == 0) {
                    published.getAndSet(tier.view()).close();
                }
            }
        } catch (IllegalStateException closed) {
            assertEquals("this live tier is closed", closed.getMessage());
        }
    }

    private static byte[] id(int document) {
        return new byte[] {(byte) (document % 100)};
    }

    private Void read(SplittableRandom random) {
        while (!over) {
            LiveView view = published.get();
            try {
                view.take();
            } catch (IllegalStateException closed) {
                continue;
            }
            try (view) {
                LiveCursor cursor = new LiveCursor(view);
                for (int i = 0; i < 20; i++) {
                    checkOne(cursor, view.documents(), 1 + random.nextInt(MINUTIAE + ABSENT));
                }
                if (random.nextInt(10) == 0) {
                    checkAll(view);
                }
            }
            if (view.documents() > 0) {
                int d = random.nextInt(view.documents());
                assertEquals(d, view.document(d).words());
                assertEquals(view.documents() - 1, view.find(id(view.documents() - 1)));
            }
            answers.incrementAndGet();
        }
        return null;
    }

    private static void checkOne(LiveCursor cursor, int documents, int minutia) {
        boolean found = cursor.find(minutia);
        if (documents == 0 || minutia > MINUTIAE) {
            assertTrue(!found && !cursor.next());
            return;
        }
        for (int d = (documents - 1) / minutia * minutia; d >= 0; d -= minutia) {
            assertTrue(cursor.next());
            assertEquals(d, cursor.document());
        }
        assertTrue(!cursor.next());
    }

    private static void checkAll(LiveView view) {
        long[] sum = {0};
        view.forEach((minutia, document, frequency) -> {
            assertTrue(document < view.documents() && document % minutia == 0);
            sum[0]++;
        });
        long expected = Math.max(0, view.documents() - 1 - MINUTIAE - ABSENT);
        for (int m = 1; m <= MINUTIAE; m++) {
            expected += (view.documents() + m - 1) / m;
        }
        assertEquals(expected, sum[0]);
    }
}
