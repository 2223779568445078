package io.whorl;

import java.nio.file.Path;

/**
 * Merging fails, and the index has reached the number of segments allowed then: it takes no new ones. What was added is
 * kept in the writer, and goes with the next commit that succeeds.
 */
public final class MergesFailingException extends WhorlException {
    private final int segments;

    /**
     * @param index the index's directory
     * @param segments how many it has
     * @param cause why a merge failed last
     */
    public MergesFailingException(Path index, int segments, Throwable cause) {
        super(
                index + " has " + segments + " segments, and merging them fails: " + cause + "; nothing was committed,"
                        + " and what was added is kept: see to the cause, then call again, which merges first",
                cause);
        this.segments = segments;
    }

    public int segments() {
        return segments;
    }
}
