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

    /** Longest first; drops a run of which half or more lies within a longer one, in either text. */
    static List<Run> withoutOverlaps(List<Run> runs) {
        List<Run> kept = new ArrayList<>();
        List<Run> sorted = new ArrayList<>(runs);
        sorted.sort(Comparator.comparingInt(Run::words).reversed().thenComparingInt(Run::a));
        for (Run run : sorted) {
            boolean isCovered = false;
            for (Run longer : kept) {
                int a = Box.overlap(run.a, run.a + run.words, longer.a, longer.a + longer.words);
                int b = Box.overlap(run.b, run.b + run.words, longer.b, longer.b + longer.words);
                if (2 * Math.max(a, b) >= run.words) {
                    isCovered = true;
                    break;
                }
            }
            if (!isCovered) {
                kept.add(run);
            }
        }
        return kept;
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
