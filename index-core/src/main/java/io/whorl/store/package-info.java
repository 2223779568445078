/**
 * The files of an index: how minutiae, lists and documents are stored and read. This package knows nothing of text.
 * {@link io.whorl.store.Segment} and {@link io.whorl.store.SegmentWriter} are the entry points.
 * {@link io.whorl.store.MinutiaTable} looks minutiae up, and {@link io.whorl.store.DocumentLists} decodes lists of
 * documents. docs/FORMAT.md describes every byte.
 */
package io.whorl.store;
