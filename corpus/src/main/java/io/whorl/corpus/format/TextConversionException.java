package io.whorl.corpus.format;

import java.util.Objects;

/** A document that cannot be reduced to text. */
public final class TextConversionException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Skipped.Reason reason;

    /** @param detail why, in words */
    public TextConversionException(Skipped.Reason reason, String detail) {
        this(reason, detail, null);
    }

    /**
     * @param detail why, in words
     * @param cause what reading it threw, or null if nothing
     */
    public TextConversionException(Skipped.Reason reason, String detail, Throwable cause) {
        super(Objects.requireNonNull(detail, "detail"), cause);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    public Skipped.Reason reason() {
        return reason;
    }
}
