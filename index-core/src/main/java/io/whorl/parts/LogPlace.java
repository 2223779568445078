package io.whorl.parts;

import io.whorl.log.LogTail;

/**
 * A place in a log.
 *
 * @param log the number of the log
 * @param offset of a frame; 0 for the first commit
 * @param after the number of the commit before this place
 */
record LogPlace(long log, long offset, long after) {
    /** The end of the commits that were read. */
    static LogPlace behind(LogTail tail) {
        return tail.ended()
                ? new LogPlace(tail.number() + 1, 0, tail.sequence())
                : new LogPlace(tail.number(), tail.end(), tail.sequence());
    }
}
