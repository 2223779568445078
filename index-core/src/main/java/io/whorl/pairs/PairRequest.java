package io.whorl.pairs;

import io.whorl.measure.Measure;

/**
 * The pairs to find.
 *
 * @param measure the measure of the score
 * @param minScore pairs with a lower score are left out
 * @param top the largest number of pairs
 * @param maxDf minutiae that more documents hold are ignored
 * @param threads the number of threads that count
 * @param expanded whether all pairs of a family are given instead of one
 */
public record PairRequest(Measure measure, double minScore, long top, long maxDf, int threads, boolean expanded) {}
