/**
 * The files of an index: how minutiae, lists and documents are stored and read. This package knows nothing of text.
 * {@link io.whorl.store.Segment} and {@link io.whorl.store.SegmentWriter} are the entry points; docs/FORMAT.md
 * describes every byte.
 */
package io.whorl.store;
