package io.whorl.query;

import io.whorl.score.Side;
import io.whorl.score.TermWeights;
import java.util.function.Supplier;

/**
 * One query of one part, which it holds until it is closed. One thread; all but {@link #reading} and {@link #close}
 * within reading.
 */
interface PartSearch extends AutoCloseable {
    /** Whether the documents' numbers are in the order of their ids. */
    boolean inOrderOfIds();

    /** A document's id, in UTF-8. */
    byte[] id(long document);

    /** A document as it is compared; the same object each time. */
    Side side(long document);

    /**
     * The mean of ln f_t over a document's minutiae, as of its seal or last merge; of one not sealed yet, its commit.
     */
    double meanLog(long document);

    /** Adds to each minutia's place how many documents hold it; the dead may be among them. */
    void addFrequencies(long[] frequencies);

    /**
     * Where the sum of what all parts added is above the limit, takes those dead documents off that this part added.
     */
    void takeDeadOff(long[] frequencies, long limit);

    /**
     * Counts what each document shares with the query, and ranks those that live.
     *
     * @param ignored minutiae that do not count
     * @param known takes which of the others a live document holds
     */
    void count(boolean[] ignored, boolean[] known, CountRanking ranking);

    /** The same for a weighted measure: adds up what the shared minutiae weigh, too. */
    void weigh(TermWeights weights, boolean[] ignored, boolean[] known, WeightedRanking ranking);

    /** Reads from the part; damage becomes the error that names it. */
    <T> T reading(Supplier<T> reader);

    @Override
    void close();
}
