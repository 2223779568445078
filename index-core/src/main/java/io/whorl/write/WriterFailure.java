package io.whorl.write;

import io.whorl.LogFailedException;
import io.whorl.store.IndexDirectory;

/** The error that ended a writer, because it is not known what is on disk. Thread-safe. */
final class WriterFailure {
    private final IndexDirectory directory;
    private volatile LogFailedException failure;

    WriterFailure(IndexDirectory directory) {
        this.directory = directory;
    }

    /**
     * Records an error, and ends the writer if the state of the disk is unknown. Only on the commit thread.
     *
     * @return the error to report
     */
    Throwable record(Throwable reason) {
        if (reason instanceof LogFailedException e) {
            failure = e;
        } else if (failure == null && directory.inDoubt()) {
            failure = new LogFailedException(directory.path(), reason);
        }
        return failure == null ? reason : failure;
    }

    /** Whether the writer has failed. */
    boolean hasFailed() {
        return failure != null;
    }

    /** @throws LogFailedException if the writer has failed */
    void check() {
        LogFailedException e = failure;
        if (e != null) {
            throw new LogFailedException(e.log(), e);
        }
    }
}
