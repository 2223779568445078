package io.whorl;

import java.nio.file.Path;

/** Thrown if a file of an index is damaged. Data read from it cannot be trusted. */
public final class CorruptIndexException extends WhorlException {
    private final transient Path file;
    private final long offset;
    private final String reason;

    /**
     * @param file the damaged file
     * @param offset where the damage was found, in bytes from the start of the file
     * @param reason what was expected and what was found
     */
    public CorruptIndexException(Path file, long offset, String reason) {
        this(file, offset, reason, null);
    }

    /**
     * As {@link #CorruptIndexException(Path, long, String)}, with a cause.
     *
     * @param cause the error thrown by reading the file
     */
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

    /** Where the damage was found, in bytes from the start of the file. */
    public long offset() {
        return offset;
    }

    /** What was expected and what was found. */
    public String reason() {
        return reason;
    }
}
