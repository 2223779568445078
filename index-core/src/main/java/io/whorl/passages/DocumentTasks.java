package io.whorl.passages;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.query.Match;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs a task for each document of a query, on one or several threads, and returns the results in order. */
final class DocumentTasks {
    private DocumentTasks() {}

    /** Computes a result, on any thread. */
    interface Task<R> {
        R of(Match document) throws IOException;
    }

    /** The first failure in the order of the documents is thrown. */
    static <R> List<R> run(List<Match> documents, int threads, Task<R> task) throws IOException {
        List<R> results = new ArrayList<>(documents.size());
        int used = Math.min(threads, documents.size());
        if (used <= 1) {
            for (Match document : documents) {
                results.add(task.of(document));
            }
            return results;
        }
        ExecutorService pool = Executors.newFixedThreadPool(used, DaemonThreads.named("whorl-passages"));
        try {
            List<Future<R>> running = new ArrayList<>(documents.size());
            for (Match document : documents) {
                Callable<R> call = () -> task.of(document);
                running.add(pool.submit(call));
            }
            for (Future<R> each : running) {
                results.add(result(each));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    private static <R> R result(Future<R> running) throws IOException {
        try {
            return running.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while aligning");
            interrupted.initCause(e);
            throw interrupted;
        }
    }
}
