/**
 * The files of an index, and nothing else of the world: minutiae, payloads, lists and documents, but not text;
 * {@link io.whorl.store.Segment} and {@link io.whorl.store.SegmentWriter} are the entries. docs/FORMAT.md says every
 * byte.
 */
package io.whorl.store;
