package io.whorl.live;

import java.util.Optional;

/**
 * A document of a live tier, without its minutiae. Its arrays must not be changed.
 *
 * @param number from 0
 * @param id in UTF-8
 * @param words the number of words after filtering
 * @param extra the data that the selection strategy stores with the minutiae
 * @param minutiae the number of distinct minutiae
 * @param text the stored form of the text
 * @param fingerprint the stored form of the fingerprint
 * @param date as in {@link io.whorl.store.DocumentDate}
 * @param previous the previous document of the same id
 * @param mean one number, which is 0 until it is set
 */
public record LiveDocument(
        int number,
        byte[] id,
        long words,
        byte[] extra,
        long minutiae,
        byte[] text,
        byte[] fingerprint,
        long date,
        Optional<LiveDocument> previous,
        double[] mean) {
    /** The value that {@link LiveTier#meanLog} set, or 0. */
    public double meanLog() {
        return mean[0];
    }
}
