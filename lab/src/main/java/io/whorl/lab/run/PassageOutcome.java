package io.whorl.lab.run;

import java.util.List;
import java.util.OptionalInt;

/**
 * The copied passages that a configuration detects. A passage is detected if the fingerprints of both documents share a
 * minutia of it.
 *
 * @param configuration the configuration measured; its measure is not used
 * @param passages the detected passages by category and length
 * @param cuts the detected ones among verbatim passages that were cut to their first n words
 * @param alarms pairs of documents without a copied passage that share as many minutiae, by category
 */
public record PassageOutcome(Configuration configuration, List<Seen> passages, List<Seen> cuts, List<Seen> alarms) {
    /** The numbers of shared minutiae that {@link Seen#seen} counts by. */
    public static final List<Integer> LEAST = List.of(1, 2, 4, 8);

    /**
     * A row: passages of one category and range of lengths.
     *
     * @param fromWords the minimum number of surviving words; 0 for pairs of documents
     * @param seen the number of them that share at least 1, 2, 4 and 8 minutiae: {@link #LEAST}
     */
    public record Seen(String category, int fromWords, OptionalInt toWords, int count, List<Integer> seen) {
        public Seen {
            seen = List.copyOf(seen);
        }

        /** Returns the share that is detected. */
        public double recall(int i) {
            return count == 0 ? 0 : (double) seen.get(i) / count;
        }
    }

    public PassageOutcome {
        passages = List.copyOf(passages);
        cuts = List.copyOf(cuts);
        alarms = List.copyOf(alarms);
    }
}
