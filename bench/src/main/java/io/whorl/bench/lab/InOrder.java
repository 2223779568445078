package io.whorl.bench.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does something to each of a list on several threads; the results are in the list's order. */
final class InOrder {
    /** What is done to each. */
    interface Work<A, B> {
        B apply(A each) throws IOException;
    }

    private InOrder() {}

    /** The first failure, in the list's order, comes out as it is. */
    static <A, B> List<B> map(List<A> list, int threads, Work<A, B> work) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "whorl-lab");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<B>> futures = new ArrayList<>();
            for (A each : list) {
                futures.add(pool.submit(() -> work.apply(each)));
            }
            List<B> results = new ArrayList<>();
            for (Future<B> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof IOException checked) {
                throw checked;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted; go on with --resume", e);
        } finally {
            pool.shutdownNow();
        }
    }
}
