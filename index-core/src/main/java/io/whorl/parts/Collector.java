package io.whorl.parts;

/** Receives the documents of a part that share minutiae with a query. One thread at a time. */
public interface Collector {
    /**
     * The smallest value that a document must have to be of use: of the number of shared minutiae, or of the sum of
     * their weights in a weighted search. It rises while documents are collected, and never falls.
     */
    long threshold();

    /**
     * Receives a live document that reaches the threshold. Documents come in no particular order.
     *
     * @param document its number in the part that is searched
     * @param shared the number of minutiae that it shares with the query
     * @param sum the sum of their weights; 0 if the search is not weighted
     */
    void collect(long document, int shared, long sum);
}
