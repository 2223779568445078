package io.whorl.cluster;

/**
 * A pair of documents whose score reaches the threshold. For an asymmetric measure the score is that of {@code a} with
 * {@code b}.
 *
 * @param a the id of document A
 * @param b the id of document B
 * @param score the value of the measure
 * @param clusterA the number of the cluster of A, from 1, or 0 if it is in none
 * @param clusterB the same for B
 */
public record Edge(String a, String b, double score, long clusterA, long clusterB) {}
