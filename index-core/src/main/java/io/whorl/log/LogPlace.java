package io.whorl.log;

/**
 * A place in a log.
 *
 * @param log the number of the log
 * @param offset of a frame; 0 for the first one
 * @param last offset of the frame before this place; 0 if there is none
 * @param mark checksum of the header of that frame, which differs in another log and in a frame that was written again
 * @param after the number of the commit before this place
 */
public record LogPlace(long log, long offset, long last, int mark, long after) {
    public LogPlace {
        if (offset < 0) {
            throw new IllegalArgumentException("offset is " + offset + "; it must not be negative");
        }
        if (last < 0 || last > 0 && last >= offset) {
            throw new IllegalArgumentException(
                    "last is " + last + "; it must be 0, or less than the offset, which is " + offset);
        }
    }

    /**
     * The start of a log.
     *
     * @param after the number of the commit before the log
     */
    public static LogPlace start(long log, long after) {
        return new LogPlace(log, 0, 0, 0, after);
    }

    /** The end of the commits that were read; after an END frame, the start of the next log. */
    public static LogPlace behind(LogTail tail) {
        return tail.ended() ? start(tail.number() + 1, tail.sequence()) : end(tail);
    }

    /** The end of the frames that were read. */
    static LogPlace end(LogTail tail) {
        return new LogPlace(tail.number(), tail.end(), tail.last(), tail.mark(), tail.sequence());
    }
}
