package io.whorl.lab.experiment.ferret;

import io.whorl.fingerprint.Fingerprint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Statistics of the trigrams of a collection (LMD tables 3 and 4).
 *
 * @param words the number of words of all texts
 * @param longest the number of words of the longest text
 * @param meanDistinct the mean number of distinct trigrams of a text
 * @param meanOnce the mean percentage of a text's distinct trigrams that occur once in it
 * @param distinct the number of distinct trigrams of all texts
 * @param once the number of trigrams that occur once in all texts together
 * @param inOneText the number of trigrams that only one text has
 */
record TrigramCounts(
        long words, long longest, double meanDistinct, double meanOnce, int distinct, int once, int inOneText) {

    static TrigramCounts of(List<Paper> papers) {
        Map<Long, Integer> occurrences = new HashMap<>();
        Map<Long, Integer> holders = new HashMap<>();
        for (Paper paper : papers) {
            Fingerprint trigrams = paper.trigrams();
            for (int i = 0; i < trigrams.size(); i++) {
                occurrences.merge(trigrams.minutia(i), trigrams.frequency(i), Integer::sum);
                holders.merge(trigrams.minutia(i), 1, Integer::sum);
            }
        }
        return new TrigramCounts(
                papers.stream().mapToLong(Paper::words).sum(),
                papers.stream().mapToLong(Paper::words).max().orElse(0),
                papers.stream()
                        .mapToInt(paper -> paper.trigrams().size())
                        .average()
                        .orElse(0),
                papers.stream()
                        .filter(paper -> paper.trigrams().size() > 0)
                        .mapToDouble(paper -> percentOnce(paper.trigrams()))
                        .average()
                        .orElse(0),
                occurrences.size(),
                ones(occurrences),
                ones(holders));
    }

    /** Returns the percentage of distinct trigrams that occur once. */
    double percentOnce() {
        return distinct == 0 ? 0 : 100.0 * once / distinct;
    }

    private static double percentOnce(Fingerprint trigrams) {
        int once = 0;
        for (int i = 0; i < trigrams.size(); i++) {
            once += trigrams.frequency(i) == 1 ? 1 : 0;
        }
        return 100.0 * once / trigrams.size();
    }

    private static int ones(Map<Long, Integer> counts) {
        return (int) counts.values().stream().filter(count -> count == 1).count();
    }
}
