package io.whorl.lab.model;

import java.util.List;

/**
 * Which copied passages a configuration still sees: those of which the suspicious document's and the source's
 * fingerprints hold a minutia in common, one or more.
 *
 * @param configuration what was tried; its measure has no part in this
 * @param passages seen, by category and length
 * @param cuts seen, of the first n words of passages that were copied as they are
 * @param alarms pairs of documents without a copied passage: how many have as much in common, by category
 */
public record PassageOutcome(Configuration configuration, List<Seen> passages, List<Seen> cuts, List<Seen> alarms) {
    /** Minutiae in common that {@link Seen#seen} counts by. */
    public static final List<Integer> LEAST = List.of(1, 2, 4, 8);

    /**
     * @param category of obfuscation
     * @param fromWords surviving words, at least; 0 for pairs of documents
     * @param toWords below; {@link Integer#MAX_VALUE} for no bound
     * @param count passages or pairs
     * @param seen how many of them have 1, 2, 4 and 8 minutiae in common, or more: {@link #LEAST}
     */
    public record Seen(String category, int fromWords, int toWords, int count, List<Integer> seen) {
        public Seen {
            seen = List.copyOf(seen);
        }

        /**
         * The share that is seen.
         *
         * @param i which of {@link #LEAST}
         */
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
