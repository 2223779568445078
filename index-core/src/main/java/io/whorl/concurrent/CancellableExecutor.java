package io.whorl.concurrent;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** So many threads whose tasks ask, before each begins, whether they are still wanted. */
public final class CancellableExecutor extends ThreadPoolExecutor {
    private final BooleanSupplier cancelled;

    /** @param cancelled asked by any of the threads; once true, tasks end with {@link CancellationException} */
    public CancellableExecutor(int threads, BooleanSupplier cancelled) {
        super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), DaemonThreads.named("whorl-merge"));
        this.cancelled = cancelled;
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return super.newTaskFor(() -> {
            if (cancelled.getAsBoolean()) {
                throw new CancellationException("cancelled by its caller");
            }
            return task.call();
        });
    }
}
