package io.whorl;

import java.nio.file.Path;

/** Thrown if a path is not the directory of an index: it has no MANIFEST. */
public final class NotAnIndexException extends WhorlException {
    /** @param reason why it is not an index, as a clause */
    public NotAnIndexException(Path path, String reason) {
        this(path, reason, null);
    }

    /**
     * @param reason why it is not an index, as a clause
     * @param cause the error that showed it
     */
    public NotAnIndexException(Path path, String reason, Throwable cause) {
        super(path + " is not an index: " + reason + "; give the directory that `build` created", cause);
    }
}
