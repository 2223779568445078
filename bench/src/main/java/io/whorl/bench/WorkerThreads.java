package io.whorl.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** A fixed set of threads, so that thread-local objects are created once. */
final class WorkerThreads implements AutoCloseable {
    interface Task {
        void run(int i) throws Exception;
    }

    private final int threads;
    private final ExecutorService executor;

    WorkerThreads(int threads) {
        this.threads = threads;
        executor = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "bench-crew");
            thread.setDaemon(true);
            return thread;
        });
    }

    int threads() {
        return threads;
    }

    /** Runs a task for 0 to n − 1 on all threads and waits for the end. A single task runs on the calling thread. */
    void forEach(int n, Task task) throws Exception {
        if (n == 1) {
            task.run(0);
            return;
        }
        AtomicInteger next = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        for (int t = 0; t < Math.min(threads, n); t++) {
            all.add(executor.submit(() -> {
                for (int i = next.getAndIncrement(); i < n; i = next.getAndIncrement()) {
                    task.run(i);
                }
                return null;
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
