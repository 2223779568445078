package io.whorl.write;

import io.whorl.write.WriterHealth.MergeFailure;
import java.lang.System.Logger;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reports failed merges to the log and to the listener, because no thread waits for them. */
record MergeFailureLog(Path index, Consumer<MergeFailure> listener) {
    private static final Logger LOGGER = System.getLogger("io.whorl.write");

    void report(MergeFailure failure) {
        // Log the stack trace only at the first attempt.
        Throwable trace = failure.attempts() == 1 ? failure.cause() : null;
        LOGGER.log(
                Logger.Level.WARNING,
                index + ": merging " + String.join(", ", failure.segments())
                        + " failed, attempt " + failure.attempts() + ": " + failure.cause()
                        + "; seals and direct commits until"
                        + " the next attempt: " + failure.retryAfter() + "; awaitMerges tries at once",
                trace);
        try {
            listener.accept(failure);
        } catch (RuntimeException e) {
            LOGGER.log(Logger.Level.ERROR, "the listener for merge failures threw an exception", e);
        }
    }
}
