package io.whorl;

import java.nio.file.Path;

/** A file of an index does not hold what it must; nothing read from it is to be believed. */
public final class CorruptIndexException extends WhorlException {
    private final transient Path file;
    private final long offset;
    private final String reason;

    /**
     * @param file the damaged file
     * @param offset where in it the damage was noticed, in bytes from its start
     * @param reason what was expected and what was found
     */
    public CorruptIndexException(Path file, long offset, String reason) {
        this(file, offset, reason, null);
    }

    /** @param cause the error thrown by reading the file */
    public CorruptIndexException(Path file, long offset, String reason, Throwable cause) {
        super(
                file + ": damaged at byte " + offset + ": " + reason
                        + "; restore the index from a copy or build it again",
                cause);
        this.file = file;
        this.offset = offset;
        this.reason = reason;
    }

    public Path file() {
        return file;
    }

    public long offset() {
        return offset;
    }

    public String reason() {
        return reason;
    }
}
