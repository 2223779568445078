package io.whorl.bench.lab.rival;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Hands documents to several threads as they come, holding a few of them at a time. */
final class Parallel {
    private static final int AHEAD = 4;

    /** What is done to each document; thread-safe. */
    interface Taker {
        /** @param number of the document, from 0, in the documents' order */
        void take(int number, String id, byte[] utf8) throws IOException;
    }

    private Parallel() {}

    /** @return how many documents there were; the first failure comes out as it is */
    static int forEach(Documents documents, int threads, Taker taker) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "whorl-lab-rival");
            thread.setDaemon(true);
            return thread;
        });
        Semaphore room = new Semaphore(AHEAD * threads);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        int[] count = {0};
        try {
            documents.forEach((id, utf8) -> {
                int number = count[0]++;
                room.acquireUninterruptibly();
                pool.execute(() -> {
                    try {
                        if (failure.get() == null) {
                            taker.take(number, id, utf8);
                        }
                    } catch (IOException | RuntimeException | Error e) {
                        failure.compareAndSet(null, e);
                    } finally {
                        room.release();
                    }
                });
            });
            pool.shutdown();
            if (!pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS)) {
                throw new IOException("the build did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted; go on with --resume", e);
        } finally {
            pool.shutdownNow();
        }
        rethrow(failure.get());
        return count[0];
    }

    private static void rethrow(Throwable failure) throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }
}
