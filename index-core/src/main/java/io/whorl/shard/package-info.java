/**
 * Sets of segments that were built apart, on one machine or on many, and are put together by one commit.
 * {@link io.whorl.shard.SegmentSet} is the entry point.
 */
package io.whorl.shard;
