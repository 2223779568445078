package io.whorl.corpus.format;

import java.io.IOException;
import java.util.Objects;

/** Thrown by a piece's bytes: this piece is damaged, and the next one can be read all the same, as in a zip archive. */
public final class DamagedPartException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param detail what is wrong, in words */
    public DamagedPartException(String detail, Throwable cause) {
        super(Objects.requireNonNull(detail, "detail"), cause);
    }
}
