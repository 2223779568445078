package io.whorl.concurrent;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A fixed pool of daemon threads whose tasks do not start once the work is cancelled. */
public final class CancellableExecutor extends ThreadPoolExecutor {
    private final BooleanSupplier cancelled;

    /**
     * @param threads at least 1
     * @param cancelled is called on any thread; once it returns true, tasks end with {@link CancellationException}
     */
    public CancellableExecutor(int threads, BooleanSupplier cancelled) {
        super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), DaemonThreads.named("whorl-merge"));
        this.cancelled = cancelled;
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return super.newTaskFor(() -> {
            if (cancelled.getAsBoolean()) {
                throw new CancellationException("the caller cancelled the work");
            }
            return task.call();
        });
    }
}
