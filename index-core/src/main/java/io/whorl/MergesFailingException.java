package io.whorl;

import java.nio.file.Path;

/**
 * Thrown if merges fail and the index has reached the number of segments allowed in that case. Documents that were
 * added stay in the writer and are part of the next successful commit.
 */
public final class MergesFailingException extends WhorlException {
    private final int segments;

    /**
     * @param index the directory of the index
     * @param segments the number of its segments
     * @param cause the error of the last failed merge
     */
    public MergesFailingException(Path index, int segments, Throwable cause) {
        super(
                index + " has " + segments + " segments, and merging them fails: " + cause + "; nothing was committed,"
                        + " and added documents are kept: remove the cause, then call again, which merges first",
                cause);
        this.segments = segments;
    }

    /** The number of segments of the index. */
    public int segments() {
        return segments;
    }
}
