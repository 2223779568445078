package io.whorl;

import java.nio.file.Path;

/** The path given for an index is not the directory of one: it has no MANIFEST. */
public final class NotAnIndexException extends WhorlException {
    public NotAnIndexException(Path path, String reason) {
        this(path, reason, null);
    }

    public NotAnIndexException(Path path, String reason, Throwable cause) {
        super(path + " is not an index: " + reason + "; name the directory that `build` made", cause);
    }
}
