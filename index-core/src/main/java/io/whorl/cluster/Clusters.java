package io.whorl.cluster;

import java.util.Iterator;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The clusters of similar documents of an index, the largest first; equal sizes are ordered by their representatives. A
 * document is in one cluster at most, and a cluster has at least two documents. The same index and options give the
 * same clusters, with any number of threads and any memory.
 *
 * <p>By default a cluster is a <em>star</em>: it has a representative, and each member has a score with the
 * representative that was counted exactly and reaches the threshold. By default, the document with which most others
 * score enough becomes the representative. <em>Components</em> (BGMZ 4) also join documents that are only connected by
 * a chain of pairs, and one long chain may join everything.
 *
 * <p>Clusters are read from scratch files as they are iterated. Close them to release memory and files. One thread at a
 * time.
 */
public final class Clusters extends SimilarityResult<Cluster> {
    private final ClusterTable table;
    private int next;

    /** Receives the progress: called by one thread at a time, but not always the same, and should return quickly. */
    @FunctionalInterface
    public interface Progress {
        /** Ignores all calls. */
        Progress NONE = (done, total) -> {};

        /**
         * @param done the steps that are done: for pairs and survivors, documents that are compared with those before
         *     them; for clusters, two for each document; for changes, minutiae that are read
         * @param total the number of all steps
         */
        void at(long done, long total);
    }

    /**
     * What led to no comparisons because more documents than {@link SimilarityOptions#maxDf} hold it. Scores count it.
     *
     * @param minutiae distinct minutiae
     * @param lists distinct sets of documents that hold them
     * @param postings (minutia, document) pairs of them
     * @param documents documents of which more than half of the minutiae are ignored; they may miss their cluster
     * @param superShingles super shingles
     */
    public record Ignored(long minutiae, long lists, long postings, long documents, long superShingles) {}

    Clusters(ClusterTable table) {
        super(table.pairs, "there are no more clusters");
        this.table = table;
    }

    public long documents() {
        return table.all;
    }

    public long clusters() {
        return table.clusters;
    }

    /** The number of documents in clusters. The others are similar to no document, or only to members of clusters. */
    public long clustered() {
        return table.clustered;
    }

    @Override
    Optional<Cluster> read() {
        return next < clusters() ? Optional.of(new Cluster(table, next++)) : Optional.empty();
    }

    /**
     * All clusters. Each call starts anew, and does not affect {@link #next}.
     *
     * @throws IllegalStateException if the clusters are closed
     */
    public Iterator<Cluster> all() {
        table.checkOpen();
        return LongStream.range(0, clusters())
                .mapToObj(number -> new Cluster(table, number))
                .iterator();
    }

    /**
     * All pairs whose score reaches the threshold, best first. Of documents with equal fingerprints, only the first is
     * in pairs; {@link #copies} has the others. Each call starts anew.
     *
     * @throws IllegalStateException if the clusters are closed
     */
    public Iterator<Edge> edges() {
        return table.edges();
    }

    /**
     * The documents that have the fingerprint of an earlier one, each as {@code b} of a pair with the first of these
     * documents, in the order of ids. With {@link #edges}, these pairs connect the documents of each component. Each
     * call starts anew.
     *
     * @throws IllegalStateException if the clusters are closed
     */
    public Iterator<Edge> copies() {
        return table.copies();
    }

    /**
     * A pair of documents whose score reaches the threshold. For an asymmetric measure the score is that of {@code a}
     * with {@code b}.
     *
     * @param a the id of document A
     * @param b the id of document B
     * @param score the value of the measure
     * @param clusterA the number of the cluster of A, from 1, or 0 if it is in none
     * @param clusterB the same for B
     */
    public record Edge(String a, String b, double score, long clusterA, long clusterB) {}
}
