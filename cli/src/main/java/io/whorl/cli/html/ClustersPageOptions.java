package io.whorl.cli.html;

/**
 * What a page of clusters shows.
 *
 * @param measure the name of the measure of the scores
 * @param highest the highest possible score; {@link Double#MAX_VALUE} if there is none
 * @param minScore the threshold
 * @param components whether a member's score may be with another document than the representative
 * @param clusters the number of clusters, from the largest, 1 or more
 * @param samples the number of texts of a cluster, 0 for no texts
 * @param sampleBytes the bytes of all texts, at most
 * @param threads the number of threads that align texts
 */
public record ClustersPageOptions(
        String measure,
        double highest,
        double minScore,
        boolean components,
        long clusters,
        int samples,
        long sampleBytes,
        int threads) {}
