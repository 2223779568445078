package io.whorl.log;

/**
 * How far a log is whole.
 *
 * @param number the log's
 * @param end where its last whole frame ends, in bytes from the file's start
 * @param sequence of the last commit up to there; where the log has none, of the last before the log
 * @param ended whether the log was closed for good by an END frame, so that the next one goes on
 * @param torn bytes beyond the end: a frame that was being written, and no commit
 */
public record LogTail(long number, long end, long sequence, boolean ended, long torn) {}
