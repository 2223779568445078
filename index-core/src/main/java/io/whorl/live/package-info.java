/**
 * The documents that were committed and are not in a segment yet: durably in the write-ahead log
 * ({@link io.whorl.live.Log.LogWriter}, {@link io.whorl.live.Log}; docs/FORMAT.md, "The log"), and in a live tier
 * ({@link io.whorl.live.LiveTier}), which may be lost. A commit is one frame with one checksum, so after a crash the
 * log contains either all of a commit or none of it. The minutiae of the writer's tiers are in a Chronicle Map; those
 * of readers of the files are in heap.
 *
 * <p>No other package uses Chronicle Map, which is an optional dependency and needs JVM flags
 * ({@link io.whorl.live.LiveTier#flags}). {@link io.whorl.live.LiveView} and {@link io.whorl.live.LiveTier.LiveLimits}
 * load without it.
 */
package io.whorl.live;
