package io.whorl.cluster;

/**
 * A document of a cluster, with the reason for its membership: a score that was counted exactly.
 *
 * @param id its id
 * @param score its score with the document {@code to}, by the measure of the clusters. For the representative itself,
 *     the score of a document with itself
 * @param to the id of the document that it was compared with: in a star the representative, in a component the most
 *     similar document
 */
public record Member(String id, double score, String to) {}
