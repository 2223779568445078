package io.whorl.corpus.format;

import java.util.Objects;

/**
 * Thrown if a document cannot be converted to text. It has no stack trace, because a dump may have millions of them.
 */
public final class TextConversionException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Skipped.Reason reason;

    /**
     * Creates an exception without a cause.
     *
     * @param reason why, for counting
     * @param detail why, in words
     */
    public TextConversionException(Skipped.Reason reason, String detail) {
        this(reason, detail, null);
    }

    /**
     * Creates an exception.
     *
     * @param reason why, for counting
     * @param detail why, in words
     * @param cause the failure of the parser, or null if there is none
     */
    public TextConversionException(Skipped.Reason reason, String detail, Throwable cause) {
        super(Objects.requireNonNull(detail, "detail"), cause, true, false);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** {@return why, for counting} */
    public Skipped.Reason reason() {
        return reason;
    }
}
