package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.Skipped;
import java.io.IOException;

/** One record cannot be given; the next one can. */
final class InvalidRecordException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient Skipped.Reason reason;

    InvalidRecordException(String detail) {
        this(Skipped.Reason.INVALID, detail);
    }

    InvalidRecordException(Skipped.Reason reason, String detail) {
        this(reason, detail, null);
    }

    InvalidRecordException(Skipped.Reason reason, String detail, Throwable cause) {
        super(detail, cause);
        this.reason = reason;
    }

    /** Where in the reader it was seen tells nothing, and an archive may hold millions of such records. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    Skipped.Reason reason() {
        return reason;
    }
}
