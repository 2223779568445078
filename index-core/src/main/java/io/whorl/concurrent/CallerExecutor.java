package io.whorl.concurrent;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Runs each task on the thread that submits it: for work that is too small for a pool. */
public final class CallerExecutor extends AbstractExecutorService {
    private final BooleanSupplier cancelled;
    private volatile boolean shut;

    /**
     * @param cancelled is called before each task; once it returns true, submitting throws
     *     {@link CancellationException}
     */
    public CallerExecutor(BooleanSupplier cancelled) {
        this.cancelled = cancelled;
    }

    @Override
    public void execute(Runnable task) {
        if (cancelled.getAsBoolean()) {
            throw new CancellationException("the caller cancelled the work");
        }
        task.run();
    }

    @Override
    public void shutdown() {
        shut = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shut = true;
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shut;
    }

    @Override
    public boolean isTerminated() {
        return shut;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return shut;
    }
}
