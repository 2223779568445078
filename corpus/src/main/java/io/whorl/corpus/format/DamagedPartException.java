package io.whorl.corpus.format;

import java.io.IOException;
import java.util.Objects;

/** Thrown by the body of a part that is damaged while later parts can still be read, as in a zip archive. */
public final class DamagedPartException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param detail the damage, in words
     * @param cause the failure that revealed it
     */
    public DamagedPartException(String detail, Throwable cause) {
        super(Objects.requireNonNull(detail, "detail"), cause);
    }
}
