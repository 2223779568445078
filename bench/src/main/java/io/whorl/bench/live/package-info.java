/**
 * Layouts of a live tier's postings in a Chronicle Map, kept for comparison: {@link io.whorl.bench.live.PostingLayout}
 * is what all of them are asked through. Prototypes: one writing thread, no views, no documents' records.
 */
package io.whorl.bench.live;
