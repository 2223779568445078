/**
 * The write-ahead log of the live index: what was committed and is in no segment yet. A commit is one frame with one
 * checksum, so after a crash it is there whole or not at all. {@link io.whorl.log.LogWriter} and
 * {@link io.whorl.log.LogReader} are the entries; docs/FORMAT.md, "The log", says every byte.
 */
package io.whorl.log;
