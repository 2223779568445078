package io.whorl.write;

import java.util.List;

/**
 * A merge that failed. Its segments still answer queries; they are left out of background merges until it is retried.
 *
 * @param segments file names of the segments that are set aside: the damaged one if the cause names it, else all inputs
 * @param cause the error of the merge
 * @param attempts how many merges of these segments failed in a row, at least 1
 * @param retryAfter seals and direct commits after which they are tried again, 1 to 1,024; each failure in a row
 *     doubles it
 */
public record MergeFailure(List<String> segments, Throwable cause, int attempts, int retryAfter) {
    public MergeFailure {
        segments = List.copyOf(segments);
    }
}
