package io.whorl.lucene.collapse;

/**
 * What is known of a kept hit: its sketch and its group keys. Both are empty if the document has no sketch.
 *
 * @param orders as {@link io.whorl.lucene.sketch.SketchFormat} has them in memory
 * @param keys the group keys, empty if they are not used
 */
record Kept(long[] orders, long[] keys) {}
