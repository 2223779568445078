package io.whorl.cluster;

/**
 * A document that another one makes superfluous, with the reason: a score that was counted exactly.
 *
 * @param drop the id of the document
 * @param keep the id of the similar document that survives
 * @param cluster the number of the cluster of both, from 1. Its members are the documents with the same {@code keep}
 * @param score the score of {@code drop} with {@code keep}; it reaches the threshold
 */
public record Dropped(String drop, String keep, long cluster, double score) {}
