/**
 * Search results without near-duplicates. Start with {@link io.whorl.lucene.collapse.CollapsingSearch}. Documents store
 * their sketches in a {@link io.whorl.lucene.collapse.FingerprintField}.
 *
 * <p><b>The result is defined as follows.</b> All hits of the query are walked in the total order of the sort; ties are
 * in the order of document numbers, as everywhere in Lucene. The walk keeps the first hit. It keeps each later hit
 * whose sketch is not similar to the sketch of any kept hit at the threshold. A hit that is similar to one belongs to
 * the group of the first such kept hit. A document without a sketch, or with a sketch without minutiae, is similar to
 * nothing and is kept. The result for n is the first n kept hits with their groups; the next page has the n after
 * these.
 *
 * <p>So the result depends on nothing but the documents, the query, the sort, and the similarity with its threshold.
 * The number of segments, slices and threads, and the number of hits that are collected at a time, change nothing.
 */
package io.whorl.lucene.collapse;
