package io.whorl.write;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waiting for other threads. */
final class Futures {
    private Futures() {}

    /**
     * The result, waited for whether or not the thread is interrupted: what is under way cannot be called back, and the
     * caller must be told what became of it. The interrupt is kept for later.
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

    /** Throws a failure as it is. */
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
