/**
 * The live tier: the documents that were committed and are not in a segment yet. It is private to the process that
 * writes, and its minutiae are in a Chronicle Map. The write-ahead log holds the same data durably, so the live tier
 * may be lost.
 *
 * <p>{@link io.whorl.live.LiveTier} is the entry point. No other package uses Chronicle Map, which is an optional
 * dependency and needs JVM flags ({@link io.whorl.live.LiveTier#flags}). {@link io.whorl.live.LiveView} and
 * {@link io.whorl.live.LiveLimits} load without it.
 */
package io.whorl.live;
