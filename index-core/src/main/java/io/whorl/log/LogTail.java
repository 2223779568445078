package io.whorl.log;

/**
 * The end of the complete part of a log.
 *
 * @param number number of the log
 * @param end offset of the end of the last complete frame
 * @param last offset of the last complete frame; 0 if there is none
 * @param mark checksum of the header of that frame
 * @param sequence sequence number of the last commit; in a log without commits, of the last commit before the log
 * @param ended true if an END frame closes the log, so that the next log continues it
 * @param torn number of bytes after {@code end}; they belong to an unfinished frame and are not a commit
 */
public record LogTail(long number, long end, long last, int mark, long sequence, boolean ended, long torn) {}
