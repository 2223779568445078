package io.whorl.align;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Runs of equal words in two texts, found from left to right in the first text; each one as long as possible. */
final class VerbatimRuns {
    /** Words that must be equal for a run to be found. */
    static final int SEED_WORDS = 8;
    /** Occurrences of these words in the second text that are tried. */
    private static final int MOST_OCCURRENCES = 16;

    private final int[] a;
    private final int[] b;

    VerbatimRuns(TextWords a, TextWords b) {
        this.b = b.word;
        int[] numbers = new int[a.distinct.size()];
        for (int number = 0; number < numbers.length; number++) {
            numbers[number] = b.distinct.find(a.distinct, number);
        }
        this.a = new int[a.word.length];
        for (int k = 0; k < this.a.length; k++) {
            this.a[k] = numbers[a.word[k]];
        }
    }

    /** A run: word {@code a} and the {@code words - 1} after it equal those from word {@code b} on. */
    record Run(int a, int b, int words) {
        Words asWords() {
            return new Words(a, a + words, b, b + words);
        }
    }

    List<Run> find() {
        List<Run> runs = new ArrayList<>();
        if (a.length < SEED_WORDS || b.length < SEED_WORDS) {
            return runs;
        }
        int size = Integer.highestOneBit(b.length) * 4;
        int[] first = new int[size];
        int[] next = new int[b.length];
        for (int j = b.length - SEED_WORDS; j >= 0; j--) {
            int slot = slot(b, j, size);
            next[j] = first[slot];
            first[slot] = j + 1;
        }
        for (int i = 0; i + SEED_WORDS <= a.length; ) {
            int longest = 0;
            int at = -1;
            int tried = 0;
            for (int j = first[slot(a, i, size)] - 1; j >= 0 && tried < MOST_OCCURRENCES; j = next[j] - 1) {
                int words = equal(i, j);
                if (words >= SEED_WORDS) {
                    tried++;
                    if (words > longest) {
                        longest = words;
                        at = j;
                    }
                }
            }
            if (longest > 0) {
                runs.add(new Run(i, at, longest));
                i += longest;
            } else {
                i++;
            }
        }
        return runs;
    }

    /** Longest first; drops a run of which half or more lies within a longer one. In the first text, none overlap. */
    static List<Run> withoutOverlaps(List<Run> runs, int bLength) {
        Bins<Run> bins = new Bins<>(bLength);
        List<Run> kept = new ArrayList<>();
        List<Run> sorted = new ArrayList<>(runs);
        sorted.sort(Comparator.comparingInt(Run::words).reversed().thenComparingInt(Run::a));
        for (Run run : sorted) {
            if (!bins.anyNear(run.b, run.b + run.words, longer -> isCovered(run, longer))) {
                kept.add(run);
                bins.add(run.b, run.b + run.words, run);
            }
        }
        return kept;
    }

    private static boolean isCovered(Run run, Run longer) {
        return 2 * Box.overlap(run.b, run.b + run.words, longer.b, longer.b + longer.words) >= run.words;
    }

    /** Returns those of all runs that overlap an interval of the first text. */
    static List<Run> within(List<Run> runs, int aFrom, int aTo) {
        return runs.subList(firstAfter(runs, aFrom), Math.max(firstAfter(runs, aFrom), firstFrom(runs, aTo)));
    }

    /** The first run that ends after a word. */
    private static int firstAfter(List<Run> runs, int word) {
        int low = 0;
        int high = runs.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (runs.get(middle).a + runs.get(middle).words > word) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** The first run that begins at a word or after it. */
    private static int firstFrom(List<Run> runs, int word) {
        int low = 0;
        int high = runs.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (runs.get(middle).a >= word) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private int equal(int i, int j) {
        int words = 0;
        while (i + words < a.length && j + words < b.length && a[i + words] == b[j + words]) {
            words++;
        }
        return words;
    }

    private static int slot(int[] words, int from, int size) {
        int hash = 0;
        for (int k = from; k < from + SEED_WORDS; k++) {
            hash = hash * 0x9E3779B9 + words[k];
            hash ^= hash >>> 15;
        }
        return hash * 0x85EBCA6B >>> 7 & size - 1;
    }
}
