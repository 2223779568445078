package io.whorl.cluster;

import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.Clusters.Edge;
import java.util.Iterator;
import java.util.stream.LongStream;

/**
 * A set of similar documents. Its members are read from the {@link Clusters} that it comes from, so that a cluster of
 * millions takes no memory; they can be read as often as needed until these are closed. One thread at a time.
 */
public final class Cluster implements Iterable<Member> {
    private final ClusterTable table;
    private final long number;

    Cluster(ClusterTable table, long number) {
        this.table = table;
        this.number = number;
    }

    /** The number of the cluster, from 1. Clusters are numbered from the largest to the smallest. */
    public long number() {
        return number + 1;
    }

    /** The number of documents, at least 2. */
    public long size() {
        return table.size(number);
    }

    public String representative() {
        return table.id(table.document(number, 0));
    }

    /** The least score of a member with the representative. In a component it may be below the threshold. */
    public double leastScore() {
        return table.leastToRepresentative(number);
    }

    /**
     * The least score of any two members, counted exactly. For an asymmetric measure, the score of a pair is the higher
     * one of its two directions.
     */
    public double leastPair() {
        return table.leastPair(number);
    }

    /**
     * The number of documents that a chain of pairs connects with the representative, but whose own score with it is
     * below the threshold. A star leaves them out; a component has them.
     */
    public long chained() {
        return table.chained(number);
    }

    /**
     * The pairs of members whose score reaches the threshold. Of documents with equal fingerprints, each is in a pair
     * with the first of them by id; these pairs come first. Of the others, only that first one is in pairs, best first.
     * The first call groups the pairs of all clusters, at 16 bytes a pair: within the memory of the options, or in a
     * scratch file.
     *
     * @throws IllegalStateException if the clusters are closed
     */
    public Iterator<Edge> edges() {
        return table.edges(number);
    }

    /** The members: first the representative, then the others in ascending order of their ids. */
    @Override
    public Iterator<Member> iterator() {
        table.checkOpen();
        return LongStream.range(0, size())
                .mapToObj(i -> table.member(number, i))
                .iterator();
    }

    /**
     * A document of a cluster, with the reason for its membership: a score that was counted exactly.
     *
     * @param id its id
     * @param score its score with the document {@code to}, by the measure of the clusters. For the representative
     *     itself, the score of a document with itself
     * @param to the id of the document that it was compared with: in a star the representative, in a component the most
     *     similar document
     */
    public record Member(String id, double score, String to) {}
}
