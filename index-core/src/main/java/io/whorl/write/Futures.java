package io.whorl.write;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for other threads. */
final class Futures {
    private Futures() {}

    /**
     * Waits for a result. An interrupt does not end the wait, because the work goes on and the caller must learn its
     * result; the interrupt status is restored afterwards.
     */
    static <T> T get(Future<T> future) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw failure(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Throws a failure with its own type. */
    static void rethrow(Throwable failure) throws IOException {
        throw failure(failure);
    }

    private static IOException failure(Throwable cause) {
        if (cause instanceof IOException io) {
            return io;
        }
        if (cause instanceof RuntimeException r) {
            throw r;
        }
        if (cause instanceof Error e) {
            throw e;
        }
        return new IOException(cause);
    }
}
