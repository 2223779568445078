/**
 * The write-ahead log of the live index. It holds the commits that are not in a segment yet. A commit is one frame with
 * one checksum, so after a crash the log contains either all of a commit or none of it.
 *
 * <p>Start with {@link io.whorl.log.LogWriter} and {@link io.whorl.log.LogReader}. The format is described in
 * docs/FORMAT.md, "The log".
 */
package io.whorl.log;
