/**
 * Finds which passages two texts share, and where. {@link io.whorl.align.Aligner} is the entry; it needs no index.
 *
 * <p>Steps: words with their places ({@code TextWords}), content words by stem ({@code PreparedText}), seeds, that is
 * pairs of stems close together in both texts ({@code Seeds}), groups of seeds ({@code Clusters}), borders by
 * likelihood ({@code Refinement}), joined neighbours ({@code Joins}), and runs of equal words ({@code VerbatimRuns},
 * {@code RunBorders}). docs/passages.md explains the method, and docs/DECISIONS.md has its figures.
 */
package io.whorl.align;
