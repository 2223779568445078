/**
 * The live tier: the documents that were committed and are not in a segment yet. The minutiae of the writer's tiers are
 * in a Chronicle Map; those of readers of the files are in heap. The write-ahead log holds the same data durably, so a
 * live tier may be lost.
 *
 * <p>{@link io.whorl.live.LiveTier} is the entry point. No other package uses Chronicle Map, which is an optional
 * dependency and needs JVM flags ({@link io.whorl.live.LiveTier#flags}). {@link io.whorl.live.LiveView} and
 * {@link io.whorl.live.LiveTier.LiveLimits} load without it.
 */
package io.whorl.live;
