package io.whorl.align;

import io.whorl.align.PreparedText.TextWords;
import io.whorl.internal.Ranges;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/**
 * Runs of equal words in two texts, found from left to right in the first text; each one as long as possible. A run is
 * a box of two intervals of the same length. One thread at a time.
 */
final class VerbatimRuns {
    /** Words that must be equal for a run to be found. */
    static final int SEED_WORDS = 8;
    /** Occurrences of these words in the second text that are tried. */
    private static final int MOST_OCCURRENCES = 16;

    /** The number of each word in the distinct words of the second text; -1 if that has no such word. */
    private final int[] a;

    private final int[] b;
    /** Of each distinct word of the second text; all 0 between calls. */
    private final int[] occurrences;

    VerbatimRuns(TextWords a, TextWords b) {
        this.b = b.word;
        occurrences = new int[b.distinct.size()];
        int[] numbers = new int[a.distinct.size()];
        for (int number = 0; number < numbers.length; number++) {
            numbers[number] = b.distinct.find(a.distinct, number);
        }
        this.a = new int[a.word.length];
        for (int k = 0; k < this.a.length; k++) {
            this.a[k] = numbers[a.word[k]];
        }
    }

    List<Box> find() {
        List<Box> runs = new ArrayList<>();
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
                runs.add(new Box(i, i + longest, at, at + longest));
                i += longest;
            } else {
                i++;
            }
        }
        return runs;
    }

    /** Counts the words of the first interval of a box that the second one has too; each one matches once. */
    int shared(Box words) {
        for (int k = words.bFrom(); k < words.bTo(); k++) {
            occurrences[b[k]]++;
        }
        int shared = 0;
        for (int k = words.aFrom(); k < words.aTo(); k++) {
            if (a[k] >= 0 && occurrences[a[k]] > 0) {
                occurrences[a[k]]--;
                shared++;
            }
        }
        for (int k = words.bFrom(); k < words.bTo(); k++) {
            occurrences[b[k]] = 0;
        }
        return shared;
    }

    /** Longest first; drops a run of which half or more lies within a longer one. In the first text, none overlap. */
    static List<Box> withoutOverlaps(List<Box> runs, int bLength) {
        Comparator<Box> longestFirst =
                Comparator.comparingInt(Box::aLength).reversed().thenComparingInt(Box::aFrom);
        return Bins.uncovered(
                runs, longestFirst, bLength, true, (run, longer) -> 2 * run.bOverlap(longer) >= run.aLength());
    }

    /** Returns those of all runs that overlap an interval of the first text. */
    static List<Box> within(List<Box> runs, int aFrom, int aTo) {
        int from = first(runs, run -> run.aTo > aFrom);
        return runs.subList(from, Math.max(from, first(runs, run -> run.aFrom >= aTo)));
    }

    /**
     * Returns the largest weight of elements that have the same order in both texts. They are numbered in the order of
     * the first text.
     *
     * @param place where an element begins in the second text
     */
    static long inOrder(int size, IntUnaryOperator place, IntUnaryOperator weight) {
        // For places, the largest weight of elements that end there or before. Both increase.
        TreeMap<Integer, Long> best = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            Map.Entry<Integer, Long> before = best.lowerEntry(place.applyAsInt(i));
            long sum = weight.applyAsInt(i) + (before == null ? 0 : before.getValue());
            NavigableMap<Integer, Long> after = best.tailMap(place.applyAsInt(i), true);
            while (!after.isEmpty() && after.firstEntry().getValue() <= sum) {
                after.pollFirstEntry();
            }
            if (after.isEmpty() || after.firstKey() > place.applyAsInt(i)) {
                best.put(place.applyAsInt(i), sum);
            }
        }
        return best.isEmpty() ? 0 : best.lastEntry().getValue();
    }

    /** The first run for which a test holds, which then holds for all later ones. */
    private static int first(List<Box> runs, Predicate<Box> test) {
        return (int) Ranges.first(0, runs.size(), i -> test.test(runs.get((int) i)));
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
        return ((hash * 0x85EBCA6B) >>> 7) & (size - 1);
    }

    /**
     * Moves the borders of a passage to those of the verbatim runs in it. A long run ends exactly where copying ends.
     * What the passage has beyond its outermost runs is kept only if enough of its words have a partner there.
     */
    static final class RunBorders {
        /** Words beyond a run that are left out whatever they match. */
        private static final int NEAR = 3;
        /** Share of the words beyond a run that must have a partner. */
        private static final double LEAST_RATE = 0.3;

        private final PreparedText a;
        private final PreparedText b;
        private final List<Box> runs;
        /** Words of a run that decides about a border, at least. */
        private final int longRun;
        /** The last round in which each stem of b was seen. */
        private final int[] seenIn;

        private int round;

        RunBorders(PreparedText a, PreparedText b, List<Box> runs, int longRun) {
            this.a = a;
            this.b = b;
            this.runs = runs;
            this.longRun = longRun;
            seenIn = new int[b.stems.size()];
        }

        Box of(Box words) {
            Optional<Box> within = within(runs, words.aFrom, words.aTo).stream()
                    .filter(run -> run.aLength() >= longRun && run.overlaps(words))
                    .reduce(Box::union);
            if (within.isEmpty()) {
                return words;
            }
            Box inner = within.get();
            Box outer = inner.union(words);
            boolean left = isPart(new Box(words.aFrom, inner.aFrom, words.bFrom, inner.bFrom));
            boolean right = isPart(new Box(inner.aTo, words.aTo, inner.bTo, words.bTo));
            return new Box(
                    left ? outer.aFrom : inner.aFrom,
                    right ? outer.aTo : inner.aTo,
                    left ? outer.bFrom : inner.bFrom,
                    right ? outer.bTo : inner.bTo);
        }

        /** True if the words beyond the runs are alike in both texts. */
        private boolean isPart(Box beyond) {
            if (beyond.aLength() <= NEAR || beyond.bLength() <= NEAR) {
                return false;
            }
            int aFrom = a.contentAt[beyond.aFrom()];
            int aTo = a.contentAt[beyond.aTo()];
            int bFrom = b.contentAt[beyond.bFrom()];
            int bTo = b.contentAt[beyond.bTo()];
            round++;
            for (int j = bFrom; j < bTo; j++) {
                seenIn[b.stem[j]] = round;
            }
            int matched = 0;
            for (int i = aFrom; i < aTo; i++) {
                int stem = b.stems.find(a.stems, a.stem[i]);
                matched += stem >= 0 && seenIn[stem] == round ? 1 : 0;
            }
            return matched >= LEAST_RATE * Math.max(aTo - aFrom, 1);
        }
    }

    /** Share of the passage that the runs cover in both texts. */
    private static final double REORDERED_COVERED = 0.9;

    /**
     * True if long runs make up a passage, and their order differs between the texts: each of them is better shown by
     * itself.
     *
     * @param runs long runs, in the order of the first text, where none overlap
     */
    static boolean makeUp(Box words, List<Box> runs) {
        long aCovered = 0;
        long bCovered = 0;
        int last = -1;
        boolean reordered = false;
        for (Box run : within(runs, words.aFrom, words.aTo)) {
            if (run.overlaps(words)) {
                aCovered += run.aOverlap(words);
                bCovered += run.bOverlap(words);
                reordered |= run.bFrom < last;
                last = run.bFrom;
            }
        }
        return reordered
                && aCovered >= REORDERED_COVERED * words.aLength()
                && bCovered >= REORDERED_COVERED * words.bLength();
    }

    /** An interval of words, or of content words, in each of two texts; ends are exclusive. */
    record Box(int aFrom, int aTo, int bFrom, int bTo, double score) {
        Box(int aFrom, int aTo, int bFrom, int bTo) {
            this(aFrom, aTo, bFrom, bTo, 0);
        }

        int aLength() {
            return aTo - aFrom;
        }

        int bLength() {
            return bTo - bFrom;
        }

        static int overlap(int from, int to, int otherFrom, int otherTo) {
            return Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom));
        }

        int aOverlap(Box other) {
            return overlap(aFrom, aTo, other.aFrom, other.aTo);
        }

        int bOverlap(Box other) {
            return overlap(bFrom, bTo, other.bFrom, other.bTo);
        }

        boolean overlaps(Box other) {
            return aOverlap(other) > 0 && bOverlap(other) > 0;
        }

        /** The smallest box that contains both, with the sum of their scores. */
        Box union(Box other) {
            return new Box(
                    Math.min(aFrom, other.aFrom),
                    Math.max(aTo, other.aTo),
                    Math.min(bFrom, other.bFrom),
                    Math.max(bTo, other.bTo),
                    score + other.score);
        }

        /** True if the other intervals lie within these in both texts. */
        boolean contains(Box other) {
            return aFrom <= other.aFrom && other.aTo <= aTo && bFrom <= other.bFrom && other.bTo <= bTo;
        }
    }

    /**
     * Intervals of words, listed by the stretches of a text that they touch, so that overlaps are found without a scan.
     */
    static final class Bins {
        /** Bits of a place within a stretch: 64 words. */
        private static final int LEAST_SHIFT = 6;

        /** Bits of the number of a stretch. */
        private static final int MOST_BITS = 14;

        private final int shift;
        private final List<List<Box>> bins;

        /** @param length of the text, in words */
        Bins(int length) {
            shift = Math.max(LEAST_SHIFT, Integer.SIZE - Integer.numberOfLeadingZeros(length) - MOST_BITS);
            int count = (length >>> shift) + 1;
            bins = new ArrayList<>(count);
            for (int bin = 0; bin < count; bin++) {
                bins.add(new ArrayList<>(0));
            }
        }

        /**
         * Returns boxes in an order, without those that an earlier one covers.
         *
         * @param length of the text that the intervals are compared in, in words
         * @param inB whether that is the second text
         * @param isCovered whether a box is covered by an earlier one that overlaps it in this text
         */
        static List<Box> uncovered(
                List<Box> all, Comparator<Box> order, int length, boolean inB, BiPredicate<Box, Box> isCovered) {
            Bins bins = new Bins(length);
            List<Box> kept = new ArrayList<>();
            for (Box box : all.stream().sorted(order).toList()) {
                int from = inB ? box.bFrom : box.aFrom;
                int to = inB ? box.bTo : box.aTo;
                if (!bins.anyNear(from, to, earlier -> isCovered.test(box, earlier))) {
                    kept.add(box);
                    bins.add(from, to, box);
                }
            }
            return kept;
        }

        /** Adds a box with a non-empty interval. */
        void add(int from, int to, Box box) {
            for (int bin = from >>> shift; bin <= (to - 1) >>> shift; bin++) {
                bins.get(bin).add(box);
            }
        }

        /** True if a test holds for a box near an interval; boxes that do not overlap it may be tested, too. */
        boolean anyNear(int from, int to, Predicate<Box> test) {
            for (int bin = from >>> shift; bin <= (to - 1) >>> shift; bin++) {
                for (Box box : bins.get(bin)) {
                    if (test.test(box)) {
                        return true;
                    }
                }
            }
            return false;
        }
    }
}
