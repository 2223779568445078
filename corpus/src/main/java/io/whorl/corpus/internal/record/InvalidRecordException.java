package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import java.io.IOException;

/** A record that cannot be delivered; later records can. */
final class InvalidRecordException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient Skipped.Reason reason;

    static InvalidRecordException tooLarge(FormatOptions options) {
        return new InvalidRecordException(Skipped.Reason.TOO_LARGE, options.tooLarge());
    }

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

    /** Omits the stack trace, because an archive may contain millions of such records. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    Skipped.Reason reason() {
        return reason;
    }
}
