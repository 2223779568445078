package io.whorl.parts;

import io.whorl.score.Side;
import io.whorl.score.TermWeights;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The search of one part for one query. It holds the part until it is closed. One thread at a time; all methods except
 * {@link #reading} and {@link #close} are called inside {@link #reading}.
 */
public sealed interface PartSearch extends AutoCloseable permits SealedSearch, LiveSearch {
    /** What is searched: the segment or the view, which is the same object in each search. */
    Object source();

    /** True if the documents are numbered in the order of their ids. */
    boolean inOrderOfIds();

    /** The id of a document, in UTF-8. */
    byte[] id(long document);

    /** A document as {@link io.whorl.score.Comparison} reads it; the same object each time. */
    Side side(long document);

    /** The mean of ln f_t over the minutiae of a document, as of its seal, last merge or commit. */
    double meanLog(long document);

    /**
     * Adds to the entry of each minutia the number of documents of this part that hold it. Deleted documents may be
     * counted.
     */
    void addFrequencies(long[] frequencies);

    /**
     * Where an entry exceeds the limit after all parts have added to it, subtracts the deleted documents that this part
     * has added.
     */
    void subtractDead(long[] frequencies, long limit);

    /**
     * Counts the minutiae that each document shares with the query, and gives the live documents to a collector.
     *
     * @param ignored the minutiae that do not count
     * @param known receives true for each other minutia that a live document holds
     * @param weights the weights of the minutiae, for a weighted search
     */
    void count(boolean[] ignored, boolean[] known, Optional<TermWeights> weights, Collector collector);

    /** Reads from the part. Damage is reported by the typed error that names the file. */
    <T> T reading(Supplier<T> reader);

    @Override
    void close();
}
