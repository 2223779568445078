package io.whorl.lab.passage;

import io.whorl.lab.model.PassageOutcome;
import io.whorl.lab.model.PassageOutcome.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts passages by category and length. */
final class PassageTally {
    /** The numbers of words that passages are cut to: from about a clause to several sentences. */
    static final List<Integer> CUTS = List.of(5, 10, 15, 20, 30, 50, 75, 100);

    private static final List<Integer> LENGTHS = List.of(0, 25, 50, 75, 100, 150, 200, 300, 500, 1_000, 2_000);

    /**
     * The shared minutiae of one passage.
     *
     * @param words the surviving words, or the number that the passage was cut to
     * @param common the number of shared minutiae
     * @param cut whether the passage was cut
     */
    record Count(String category, int words, int common, boolean cut) {}

    private record Key(String category, int at) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int order = category.compareTo(other.category);
            return order != 0 ? order : Integer.compare(at, other.at);
        }
    }

    private final List<Integer> from;
    private final boolean single;
    private final SortedMap<Key, int[]> counts = new TreeMap<>();

    private PassageTally(List<Integer> from, boolean single) {
        this.from = from;
        this.single = single;
    }

    static PassageTally byLength() {
        return new PassageTally(LENGTHS, false);
    }

    /** Counts each of {@link #CUTS} separately. */
    static PassageTally byCut() {
        return new PassageTally(CUTS, true);
    }

    /** Counts all lengths together. */
    static PassageTally whole() {
        return new PassageTally(List.of(0), false);
    }

    void add(Count count) {
        int at = from.size() - 1;
        while (from.get(at) > count.words()) {
            at--;
        }
        int[] sums =
                counts.computeIfAbsent(new Key(count.category(), at), any -> new int[1 + PassageOutcome.LEAST.size()]);
        sums[0]++;
        for (int i = 0; i < PassageOutcome.LEAST.size(); i++) {
            sums[1 + i] += count.common() >= PassageOutcome.LEAST.get(i) ? 1 : 0;
        }
    }

    /** Returns the rows by category, then by length. */
    List<Seen> seen() {
        List<Seen> all = new ArrayList<>();
        counts.forEach((key, sums) -> {
            int to = single
                    ? from.get(key.at()) + 1
                    : key.at() + 1 < from.size() ? from.get(key.at() + 1) : Integer.MAX_VALUE;
            List<Integer> seen = new ArrayList<>();
            for (int i = 1; i < sums.length; i++) {
                seen.add(sums[i]);
            }
            all.add(new Seen(key.category(), from.get(key.at()), to, sums[0], seen));
        });
        return all;
    }
}
