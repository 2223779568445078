/**
 * The mutable piece of an index, private to the process that writes: documents just committed, on a Chronicle Map,
 * until they are sealed. {@link io.whorl.live.LiveTier} is the entry. The write-ahead log is the truth; what is here
 * can be lost.
 *
 * <p>No other package knows Chronicle Map, which is an optional dependency and needs flags
 * ({@link io.whorl.live.LiveTier#flags}); {@link io.whorl.live.LiveView} and {@link io.whorl.live.LiveLimits} load
 * without.
 */
package io.whorl.live;
