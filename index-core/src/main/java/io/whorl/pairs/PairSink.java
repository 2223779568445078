package io.whorl.pairs;

/** Receives scored pairs. One thread at a time. */
interface PairSink {
    /** False if the pairs of this document with the documents before it need not be counted. */
    boolean wants(int document);

    /** False if a pair of the first documents of two families need not be scored. */
    boolean wants(int a, int b);

    /** A pair with a lower score would be left out; 0 if any pair may be taken. */
    double leastScore();

    /**
     * Offers a pair.
     *
     * @param rest the number of shared minutiae, and {@code PairRecords.FAMILY} for a pair that represents a family
     * @return false if the pair is left out; then every pair that sorts after it is left out too
     */
    boolean offer(double score, int a, int b, long rest);
}
